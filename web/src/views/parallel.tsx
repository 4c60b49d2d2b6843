// Parallel coordinates: a line per trial through all parameters and its value. Dragging along an axis selects the lines
// that pass there; so do the arrow keys.
import { useMemo, useRef, useState } from "preact/hooks";
import type { Axis } from "../data/space";
import { hasValue, ranks, valueRange } from "../data/trials";
import type { Trial } from "../data/types";
import { colour, ramp } from "../ui/colour";
import { number, plural } from "../ui/format";
import { Canvas } from "../ui/canvas";
import { useWidth } from "../ui/hooks";
import { Section } from "../ui/section";
import { ticks } from "../ui/ticks";
import { useStudy } from "./context";

type Brush = [number, number]; // of the axis, from 0 (below) to 1

const height = 320;
const top = 34;
const bottom = height - 30;
const inactiveY = height - 12;
const yOf = (share: number) => bottom - share * (bottom - top);
const shareOf = (y: number) => Math.min(Math.max((bottom - y) / (bottom - top), 0), 1);

function valueAxis(trials: Trial[], direction: "minimize" | "maximize"): Axis {
  const [low, high] = valueRange(
    trials.filter(hasValue).map((each) => each.value),
    direction,
  );
  const at = (value: unknown) => Math.min(Math.max((Number(value) - low) / (high - low), 0), 1);
  return {
    name: "value",
    choices: false,
    at,
    text: (value) => number(Number(value)),
    ticks: (count) => ticks(low, high, count).map((value) => ({ at: at(value), label: number(value) })),
  };
}

const placeOf = (trial: Trial, axis: Axis, last: boolean) => {
  const value = last ? trial.value : trial.params[axis.name];
  return value === undefined || value === null ? null : axis.at(value);
};

function Brushable({
  axis,
  x,
  gap,
  brush,
  change,
}: {
  axis: Axis;
  x: number;
  gap: number;
  brush: Brush | undefined;
  change: (brush: Brush | null) => void;
}) {
  const start = useRef<number | null>(null);
  const moving = (event: PointerEvent) => {
    const svg = (event.currentTarget as SVGElement).ownerSVGElement!;
    return shareOf(event.clientY - svg.getBoundingClientRect().top);
  };
  const keys = (event: KeyboardEvent) => {
    const step = event.key === "ArrowUp" ? 0.05 : event.key === "ArrowDown" ? -0.05 : 0;
    if (event.key === "Escape" || event.key === "Delete") change(null);
    if (step === 0) return;
    event.preventDefault();
    const [low, high] = brush ?? [0, 1];
    const moved: Brush = event.shiftKey
      ? [low, Math.min(1, Math.max(low + 0.05, high + step))]
      : [Math.max(0, Math.min(high - 0.05, low + step)), high];
    change(moved);
  };
  return (
    <g
      tabindex={0}
      role="slider"
      aria-orientation="vertical"
      aria-label={`select along ${axis.name}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(100 * (brush?.[0] ?? 0))}
      aria-valuetext={
        brush ? `from ${Math.round(100 * brush[0])} % to ${Math.round(100 * brush[1])} % of its range` : "everything"
      }
      class="brushable"
      data-axis={axis.name}
      onKeyDown={keys}
      onPointerDown={(event) => {
        start.current = moving(event);
        (event.currentTarget as SVGElement).setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (start.current === null) return;
        const now = moving(event);
        if (Math.abs(now - start.current) > 0.01) change([Math.min(now, start.current), Math.max(now, start.current)]);
      }}
      onPointerUp={(event) => {
        if (start.current !== null && Math.abs(moving(event) - start.current) <= 0.01) change(null);
        start.current = null;
      }}
    >
      <rect
        class="catch"
        x={x - Math.min(18, gap / 2)}
        width={Math.min(36, gap)}
        y={top - 8}
        height={bottom - top + 16}
      />
      <line class="axis" x1={x} x2={x} y1={top} y2={bottom} />
      {axis.ticks(4).map((tick) => (
        <text key={tick.at} class="tick halo" x={x + 4} y={yOf(tick.at) + 3}>
          {tick.label}
        </text>
      ))}
      <text class="name" x={x} y={16} text-anchor="middle">
        {axis.name.length > gap / 6.5 ? `${axis.name.slice(0, Math.max(3, Math.floor(gap / 6.5)))}…` : axis.name}
        <title>{axis.name}</title>
      </text>
      {brush && (
        <rect
          class="brush"
          x={x - 6}
          width={12}
          y={yOf(brush[1])}
          height={Math.max(2, yOf(brush[0]) - yOf(brush[1]))}
          rx={3}
        />
      )}
    </g>
  );
}

export function selectedBy(trials: Trial[], axes: Axis[], brushes: Map<number, Brush>): Set<number> | null {
  if (brushes.size === 0) return null;
  const last = axes.length - 1;
  const passes = (trial: Trial) =>
    [...brushes].every(([i, [low, high]]) => {
      const at = placeOf(trial, axes[i]!, i === last);
      return at !== null && at >= low && at <= high;
    });
  return new Set(trials.filter(passes).map((each) => each.trial));
}

function Lines() {
  const { page, axes, selected, select } = useStudy();
  const [box, width] = useWidth<HTMLDivElement>();
  const [brushes, setBrushes] = useState(new Map<number, Brush>());
  const trials = useMemo(() => page.trials.filter(hasValue), [page.trials]);
  const all = useMemo(() => [...axes, valueAxis(trials, page.direction)], [axes, trials, page.direction]);
  const rank = useMemo(() => ranks(page.trials, page.direction), [page.trials, page.direction]);
  const wide = Math.max(width, 64 * all.length);
  const x = (i: number) => 34 + (i * (wide - 90)) / Math.max(1, all.length - 1);
  const change = (i: number, brush: Brush | null) => {
    const next = new Map(brushes);
    if (brush) next.set(i, brush);
    else next.delete(i);
    setBrushes(next);
    select(selectedBy(trials, all, next));
  };
  const draw = (context: CanvasRenderingContext2D) => {
    const line = (trial: Trial) => {
      context.beginPath();
      all.forEach((axis, i) => {
        const at = placeOf(trial, axis, i === all.length - 1);
        const y = at === null ? inactiveY : yOf(at);
        if (i === 0) context.moveTo(x(i), y);
        else context.lineTo(x(i), y);
      });
      context.stroke();
    };
    context.lineWidth = 1.2;
    const faded = colour("faded");
    // The best are drawn last, over the others.
    const order = [...trials].sort((a, b) => (rank.get(b.trial) ?? 2) - (rank.get(a.trial) ?? 2));
    const dark = colour("scheme") === "dark";
    for (const trial of order) {
      const chosen = !selected || selected.has(trial.trial);
      const place = rank.get(trial.trial);
      context.globalAlpha = chosen ? Math.min(0.85, 0.15 + 60 / trials.length) : 0.15;
      if (place !== undefined && place < 0.1 && chosen) context.globalAlpha = 0.9;
      context.strokeStyle = !chosen || place === undefined ? faded : ramp(dark ? 1 - place : 0.9 * place);
      line(trial);
    }
  };
  return (
    <div ref={box} class="scrolls" tabIndex={0} role="group" aria-label="Parallel coordinates">
      <div class="parallel" style={{ width: `${wide}px`, height: `${height}px` }}>
        <Canvas
          height={height}
          label={`Parallel coordinates of ${trials.length} trials`}
          draw={draw}
          deps={[trials, all, selected, wide]}
        />
        <svg class="chart over" width={wide} height={height} viewBox={`0 0 ${wide} ${height}`}>
          {all.map((axis, i) => (
            <Brushable
              key={axis.name}
              axis={axis}
              x={x(i)}
              gap={(wide - 90) / Math.max(1, all.length - 1)}
              brush={brushes.get(i)}
              change={(brush) => change(i, brush)}
            />
          ))}
        </svg>
      </div>
      <p class="readout" role="status">
        {selected
          ? `${plural(selected.size, "trial")} selected, here, in the scatter plots and in the table. `
          : "Drag along an axis to select. "}
        {brushes.size > 0 && (
          <button type="button" class="link" onClick={() => (setBrushes(new Map()), select(null))}>
            Select all again
          </button>
        )}
      </p>
    </div>
  );
}

export function Parallel() {
  const { page } = useStudy();
  return (
    <Section
      id="relations"
      title="Relations"
      lead="A line per trial, the best tenth strongest; where a parameter is inactive, it runs below the axis."
    >
      {() => (page.counts.finished === 0 ? <p class="note">No trial has a value yet.</p> : <Lines />)}
    </Section>
  );
}
