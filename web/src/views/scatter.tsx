// The values over each parameter. Trials without the parameter stand at the left, in a lane of their own.
import { useMemo } from "preact/hooks";
import type { Axis } from "../data/space";
import { counts, hasValue, valueRange } from "../data/trials";
import type { Trial } from "../data/types";
import { colour } from "../ui/colour";
import { number } from "../ui/format";
import { Canvas } from "../ui/canvas";
import { Section } from "../ui/section";
import { ticks } from "../ui/ticks";
import { useStudy } from "./context";
import { cross, disc, triangle } from "./marks";

const height = 170;
const spread = (trial: number) => ((trial * 0.6180339887) % 1) - 0.5;

interface Spot {
  x: number;
  y: number;
  trial: Trial;
}

function placed(trials: Trial[], axis: Axis, range: [number, number], width: number, lane: number): Spot[] {
  const left = 46 + lane;
  return trials.flatMap((trial) => {
    const value = trial.params[axis.name];
    const jitter = axis.choices
      ? (0.5 * spread(trial.trial) * (width - left - 8)) / Math.max(2, axis.ticks(0).length)
      : 0;
    const x =
      value === undefined
        ? 46 + lane / 2 - 3 + 0.6 * lane * spread(trial.trial)
        : left + axis.at(value) * (width - left - 8) + jitter;
    const share =
      trial.state === "failed" ? 1 : hasValue(trial) ? (trial.value - range[0]) / (range[1] - range[0]) : NaN;
    return Number.isNaN(share) ? [] : [{ x, y: height - 24 - Math.min(Math.max(share, 0), 1) * (height - 34), trial }];
  });
}

function ScatterCard({ axis, range }: { axis: Axis; range: [number, number] }) {
  const { page, selected, open } = useStudy();
  const lane = page.trials.some((each) => each.params[axis.name] === undefined) ? 48 : 0;
  const spots = (width: number) => placed(page.trials, axis, range, width, lane);
  const draw = (context: CanvasRenderingContext2D, width: number) => {
    const [ink, grid] = [colour("muted"), colour("grid")];
    const colours = {
      fine: colour("point"),
      infeasible: colour("orange"),
      failed: colour("vermilion"),
      faded: colour("faded"),
      best: colour("blue"),
    };
    context.font = "10.5px system-ui, sans-serif";
    context.lineWidth = 1;
    const valued = page.trials.some(hasValue); // where all have failed there is no scale
    for (const value of valued ? ticks(range[0], range[1], 4) : []) {
      const y = height - 24 - ((value - range[0]) / (range[1] - range[0])) * (height - 34);
      context.strokeStyle = grid;
      context.strokeRect(46, y, width - 54, 0);
      context.fillStyle = ink;
      context.textAlign = "right";
      context.fillText(number(value), 42, y + 3.5);
    }
    context.textAlign = "center";
    let end = lane > 0 ? 46 + lane - 8 : -Infinity;
    for (const tick of axis.ticks(4)) {
      const x = 46 + lane + tick.at * (width - 54 - lane);
      const half = context.measureText(tick.label).width / 2;
      if (x - half < end + 4) continue;
      context.fillText(tick.label, Math.min(x, width - half - 1), height - 8);
      end = x + half;
    }
    if (lane > 0) {
      context.fillStyle = colour("lane");
      context.fillRect(46, 8, lane - 6, height - 30);
      context.fillStyle = ink;
      context.fillText("inactive", 46 + lane / 2 - 3, height - 8);
    }
    const alpha = page.trials.length > 2000 ? 0.3 : 0.7;
    for (const { x, y, trial } of spots(width)) {
      const chosen = !selected || selected.has(trial.trial);
      context.globalAlpha = chosen ? alpha : 0.12;
      if (trial.state === "failed") cross(context, x, y, 2.4, colours.failed);
      else if (!counts(trial)) triangle(context, x, y, 3, chosen ? colours.infeasible : colours.faded, true);
      else disc(context, x, y, 2.3, chosen ? colours.fine : colours.faded);
      if (trial.trial === page.best?.trial) {
        context.globalAlpha = 1;
        disc(context, x, y, 4.5, colours.best);
      }
    }
    context.globalAlpha = 1;
  };
  const pick = (x: number, y: number, width: number) => {
    const near = spots(width).map((spot) => ({ spot, away: (spot.x - x) ** 2 + (spot.y - y) ** 2 }));
    const nearest = near.reduce((a, b) => (b.away < a.away ? b : a), near[0]!);
    if (nearest && nearest.away < 150) open(nearest.spot.trial.trial);
  };
  return (
    <figure class="card">
      <figcaption>
        <b>{axis.name}</b>
      </figcaption>
      <Canvas
        height={height}
        label={`Values over ${axis.name}`}
        draw={draw}
        deps={[page.trials, selected, range]}
        onPick={pick}
      />
    </figure>
  );
}

export function Scatter() {
  const { page, axes } = useStudy();
  const range = useMemo(
    () =>
      valueRange(
        page.trials.filter(hasValue).map((each) => each.value),
        page.direction,
      ),
    [page.trials, page.direction],
  );
  return (
    <Section
      id="scatter"
      title="Each parameter"
      lead="The value of every trial; the best one is larger. Failures are crosses at the top, infeasible values triangles."
    >
      {() =>
        page.counts.finished + page.counts.failed === 0 ? (
          <p class="note">No trial has ended yet.</p>
        ) : (
          <div class="cards">
            {axes.map((axis) => (
              <ScatterCard key={axis.name} axis={axis} range={range} />
            ))}
          </div>
        )
      }
    </Section>
  );
}
