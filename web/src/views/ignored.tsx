// What the model ignores: each value beside what the model believes there, and how unusual the difference is.
import { useState } from "preact/hooks";
import { valueRange } from "../data/trials";
import type { Ignored, Overview } from "../data/types";
import { number, plural } from "../ui/format";
import { Frame } from "../ui/frame";
import { useWidth } from "../ui/hooks";
import { ticks } from "../ui/ticks";
import { useStudy } from "./context";

const standsOut = 3;

function Marks({
  detail,
  x,
  y,
  clip,
  chosen,
  choose,
}: {
  detail: Ignored;
  x: number;
  y: (value: number) => number;
  clip: (value: number) => number;
  chosen: boolean;
  choose: (detail: Ignored | null) => void;
}) {
  const { open } = useStudy();
  const from = clip(y(detail.believed));
  const to = clip(y(detail.observed));
  const strength = Math.min(1, detail.score / (2 * standsOut));
  return (
    <g
      class={`${detail.stands_out ? "jagged" : "smooth"}${chosen ? " chosen" : ""}`}
      onMouseEnter={() => choose(detail)}
      onClick={() => open(detail.trial)}
    >
      <line
        class="belief-band"
        x1={x}
        x2={x}
        y1={clip(y(detail.believed + 2 * detail.sd))}
        y2={clip(y(detail.believed - 2 * detail.sd))}
      />
      <line class="absorbed" x1={x} x2={x} y1={from} y2={to} style={{ strokeOpacity: 0.35 + 0.65 * strength }} />
      <circle class="believed" cx={x} cy={from} r={1.8} />
      {detail.stands_out ? (
        <path class="jag" d={`M${x} ${to - 5.5}l4.5 5.5l-4.5 5.5l-4.5 -5.5Z`} />
      ) : (
        <circle class="seen" cx={x} cy={to} r={2.4} />
      )}
      <rect class="catch" x={x - 4} width={8} y={Math.min(from, to) - 8} height={Math.abs(to - from) + 16} />
    </g>
  );
}

function Values({
  details,
  choose,
  chosen,
}: {
  details: Ignored[];
  choose: (d: Ignored | null) => void;
  chosen: Ignored | null;
}) {
  const { page } = useStudy();
  const [box, width] = useWidth<HTMLDivElement>();
  const [low, high] = valueRange(
    details.flatMap((each) => [each.observed, each.believed]),
    page.direction,
  );
  const first = Math.min(...details.map((each) => each.trial));
  const last = Math.max(...details.map((each) => each.trial), first + 1);
  const at = (trial: number) => 0.01 + (0.98 * (trial - first)) / (last - first);
  const share = (value: number) => (value - low) / (high - low);
  return (
    <div ref={box} onMouseLeave={() => choose(null)}>
      <Frame
        width={width}
        height={260}
        label={`What the model believes of ${details.length} values, and what it ignores of them`}
        xTicks={[]}
        yTicks={ticks(low, high, 5).map((value) => ({ at: share(value), label: number(value) }))}
        yTitle="value"
        left={58}
      >
        {(area) => {
          const clip = (y: number) => Math.min(Math.max(y, area.top), area.bottom);
          return details.map((each) => (
            <Marks
              key={each.trial}
              detail={each}
              x={area.x(at(each.trial))}
              y={(value) => area.y(share(value))}
              clip={clip}
              chosen={chosen?.trial === each.trial}
              choose={choose}
            />
          ));
        }}
      </Frame>
      <Frame
        width={width}
        height={104}
        label="How unusual each difference is"
        xTicks={ticks(first, last, 8)
          .filter(Number.isInteger)
          .map((value) => ({ at: at(value), label: String(value) }))}
        yTicks={[
          { at: 0, label: "0" },
          { at: 0.5, label: String(standsOut) },
        ]}
        xTitle="trial"
        yTitle="score"
        left={58}
      >
        {(area) => (
          <>
            <line class="threshold" x1={area.left} x2={area.right} y1={area.y(0.5)} y2={area.y(0.5)} />
            {details.map((each) => {
              const x = area.x(at(each.trial));
              return (
                <line
                  key={each.trial}
                  class={each.stands_out ? "lollipop jagged" : "lollipop"}
                  x1={x}
                  x2={x}
                  y1={area.y(0)}
                  y2={area.y(Math.min(1, each.score / (2 * standsOut)))}
                  onMouseEnter={() => choose(each)}
                />
              );
            })}
          </>
        )}
      </Frame>
    </div>
  );
}

const told = (each: Ignored) =>
  `trial ${each.trial}: ${number(each.observed, 5)} was observed, ` +
  `${number(each.believed, 5)} ± ${number(each.sd, 2)} is believed, ` +
  `${each.ignored > 0 ? "+" : ""}${number(each.ignored, 3)} is ignored; score ${number(each.score, 2)}` +
  (each.latent
    ? `, latent ${number(each.latent.median, 2)} (${number(each.latent.lower, 2)} to ${number(each.latent.upper, 2)})`
    : "");

const most = 1500;

export function IgnoredDetail({ overview }: { overview: Overview }) {
  const [chosen, choose] = useState<Ignored | null>(null);
  const standing = overview.ignored.filter((each) => each.stands_out);
  const stand = standing.length === 1 ? "stands" : "stand";
  const shown = overview.ignored.slice(-most);
  return (
    <div class="ignored">
      <h3>What it ignores</h3>
      <p class="lead">
        Every line goes from what the model believes at the point of a trial, with its band, to the value that was
        observed there. What lies between is detail that the latent input, or the noise, has absorbed.{" "}
        {standing.length === 0
          ? "No value stands out."
          : `${plural(standing.length, "value")} of ${overview.ignored.length} ${stand} out, with a score of ${standsOut} or more.`}
        {shown.length < overview.ignored.length && ` The last ${most} are drawn.`}
      </p>
      <Values details={shown} choose={choose} chosen={chosen} />
      <p class="readout" aria-live="off">
        {chosen ? told(chosen) : "Point at a line to read it, click to open its trial."}
      </p>
    </div>
  );
}
