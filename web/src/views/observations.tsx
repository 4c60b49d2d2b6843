// The trials on a slice: the nearer a trial is to the slice, the clearer it is drawn. One that the model takes for a
// jag has a line from its value to what the model believes there.
import type { Axis } from "../data/space";
import { counts } from "../data/trials";
import type { Ignored, Params, Trial } from "../data/types";
import { number } from "../ui/format";
import type { Area } from "../ui/frame";
import { useStudy } from "./context";

interface Props {
  axis: Axis;
  area: Area;
  y: (value: number) => number;
  through: Params;
  ignored: Map<number, Ignored>;
}

const most = 400; // near ones that are drawn

/// How clearly a trial is drawn that lies so far from the picture.
export const clarity = (away: number) => Math.max(0.12, 1 - 1.9 * away);

/// Root mean square over the other parameters, in lengths of their ranges.
export function distance(trial: Trial, through: Params, drawn: string[], axes: Axis[]): number {
  let sum = 0;
  for (const axis of axes) {
    if (drawn.includes(axis.name)) continue;
    const a = trial.params[axis.name];
    const b = through[axis.name];
    if (a === undefined && b === undefined) continue;
    if (a === undefined || b === undefined) sum += 1;
    else sum += axis.choices ? Number(a !== b) : (axis.at(a) - axis.at(b)) ** 2;
  }
  return Math.sqrt(sum / Math.max(1, axes.length - drawn.length));
}

/// Keeps the choices of a category from hiding each other.
const spread = (trial: number) => ((trial * 0.6180339887) % 1) - 0.5;

/// On the slice as far as it can be said; else at the foot of the panel.
const expectedAt = (mean: number | null | undefined, y: (value: number) => number, area: Area) =>
  typeof mean === "number" ? y(mean) : area.bottom - 6;

export function Observations({ axis, area, y, through, ignored }: Props) {
  const { page, axes, open, opened, next } = useStudy();
  const coming = next.value?.params?.[axis.name];
  const near = page.trials
    .filter((each) => counts(each) && each.params[axis.name] !== undefined)
    .map((trial) => ({ trial, away: distance(trial, through, [axis.name], axes) }))
    .sort((a, b) => b.away - a.away)
    .slice(-most);
  const pending = page.trials.filter(
    (each) => (each.state === "running" || each.state === "waiting") && each.params[axis.name] !== undefined,
  );
  const x = (trial: Trial) => area.x(axis.at(trial.params[axis.name]!)) + (axis.choices ? 16 * spread(trial.trial) : 0);
  return (
    <g class="observations">
      {near.map(({ trial, away }) => {
        const detail = ignored.get(trial.trial);
        const at = x(trial);
        const top = y(trial.value!);
        const clear = clarity(away);
        const belief = detail && `, believed ${number(detail.believed)} ± ${number(detail.sd, 2)}`;
        const said = `trial ${trial.trial}: ${number(trial.value)}${belief ?? ""}`;
        return (
          <g
            key={trial.trial}
            opacity={detail?.stands_out ? Math.max(clear, 0.45) : clear}
            class={trial.trial === opened ? "opened" : ""}
            onClick={() => open(trial.trial)}
          >
            <title>{said}</title>
            {detail?.stands_out ? (
              <>
                <line class="whisker" x1={at} x2={at} y1={top} y2={y(detail.believed)} />
                <path class="jag" d={`M${at} ${top - 5}l4 5l-4 5l-4 -5Z`} />
              </>
            ) : (
              <circle class="seen" cx={at} cy={top} r={trial.trial === page.best?.trial ? 4.5 : 2.8} />
            )}
          </g>
        );
      })}
      {coming !== undefined && (
        <g class="next">
          <title>{`next suggestion, a preview: ${axis.name} = ${axis.text(coming)}`}</title>
          <line x1={area.x(axis.at(coming))} x2={area.x(axis.at(coming))} y1={area.top} y2={area.bottom} />
          <circle cx={area.x(axis.at(coming))} cy={expectedAt(next.value?.expected?.mean, y, area)} r={5} />
        </g>
      )}
      {pending.map((trial) => (
        <path key={`p${trial.trial}`} class="pending" d={`M${x(trial)} ${area.bottom}l-4 -7h8Z`}>
          <title>{`trial ${trial.trial} is ${trial.state}: the point that was suggested`}</title>
        </path>
      ))}
    </g>
  );
}
