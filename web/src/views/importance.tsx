// How much of the variance of the believed function each parameter accounts for, alone and with the others.
import type { Importance, Interval } from "../data/types";
import { percent } from "../ui/format";
import { useWidth } from "../ui/hooks";
import { Frame } from "../ui/frame";
import { Section, Waiting } from "../ui/section";
import { ModelChoice, useOverview, withoutModel } from "./belief";
import { useStudy } from "./context";

const inside = (share: number | null | undefined) => Math.min(Math.max(share ?? 0, 0), 1);

function Bar({ interval, kind, x, y }: { interval: Interval; kind: string; x: (share: number) => number; y: number }) {
  const [mean, low, high] = [interval.mean, interval.lower, interval.upper].map(inside) as [number, number, number];
  return (
    <g class={kind}>
      <rect x={x(0)} width={Math.max(1, x(mean) - x(0))} y={y} height={9} rx={2} />
      <line x1={x(inside(interval.lower))} x2={x(inside(interval.upper))} y1={y + 4.5} y2={y + 4.5} />
      <title>{`${kind}: ${percent(mean)} (${percent(low)} to ${percent(high)})`}</title>
    </g>
  );
}

function Bars({ importance }: { importance: Importance[] }) {
  const [box, width] = useWidth<HTMLDivElement>();
  const order = [...importance].sort((a, b) => (b.total.mean ?? 0) - (a.total.mean ?? 0));
  const left = Math.min(150, Math.max(70, width * 0.3));
  const row = 28;
  return (
    <div ref={box} class="importance">
      <Frame
        width={width}
        height={order.length * row + 44}
        left={left}
        label="Importance of the parameters"
        yTicks={[]}
        xTicks={[0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, label: percent(at) }))}
        xTitle="share of the variance"
      >
        {(area) =>
          order.map((each, i) => {
            const y = area.top + i * row + 4;
            const name =
              each.parameter.length > left / 7
                ? `${each.parameter.slice(0, Math.floor(left / 7) - 1)}…`
                : each.parameter;
            return (
              <g key={each.parameter}>
                <text class="tick name" x={area.left - 8} y={y + 13} text-anchor="end">
                  {name}
                </text>
                <Bar interval={each.total} kind="total" x={area.x} y={y} />
                <Bar interval={each.alone} kind="alone" x={area.x} y={y + 10} />
              </g>
            );
          })
        }
      </Frame>
      <p class="legend">
        <span class="key swatch total">with the others</span>
        <span class="key swatch alone">alone</span>
        <span>lines: intervals of 95 %</span>
      </p>
    </div>
  );
}

function Body() {
  const overview = useOverview();
  const { page } = useStudy();
  const missing = withoutModel(page.models.length, page.counts.finished);
  if (missing) return <p class="note">{missing}</p>;
  return (
    <>
      <Waiting {...overview} loading={overview.loading && !overview.value} what="Fitting the model…" />
      {overview.value && <Bars importance={overview.value.importance} />}
    </>
  );
}

export function ImportanceView() {
  const { model, setModel } = useStudy();
  return (
    <Section
      id="importance"
      title="Importance"
      tools={<ModelChoice value={model} onChange={setModel} />}
      lead="How much of what the model believes to vary is due to each parameter."
    >
      {() => <Body />}
    </Section>
  );
}
