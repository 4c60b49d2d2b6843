// Which worker evaluated which trial when.
import { useMemo, useState } from "preact/hooks";
import { time } from "../data/trials";
import type { Trial } from "../data/types";
import { colour } from "../ui/colour";
import { Canvas } from "../ui/canvas";
import { clock, duration, number, plural } from "../ui/format";
import { Section } from "../ui/section";
import { ticks } from "../ui/ticks";
import { useStudy } from "./context";

const lane = 22;
const top = 6;

interface Span {
  trial: Trial;
  row: number;
  from: number;
  to: number;
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400];

/// Seconds since the beginning that people count in.
function timeTicks(length: number, count: number): number[] {
  const step =
    length < 2
      ? (ticks(0, length, count)[1] ?? length)
      : (steps.find((each) => length / each <= count) ?? 86400 * Math.ceil(length / 86400 / count));
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, i) => i * step);
}

/// Trials that overlap in one worker, which may run several at once, get lanes of their own.
function lanes(trials: Trial[], now: number): { rows: string[]; spans: Span[]; from: number; to: number } {
  const rows: string[] = [];
  const ends: number[] = [];
  const spans: Span[] = [];
  const begun = trials.filter((each) => each.started).sort((a, b) => time(a.started) - time(b.started));
  const workers = [...new Set(begun.map((each) => each.worker || each.host || "unnamed"))];
  for (const worker of workers) {
    const first = rows.length;
    for (const trial of begun.filter((each) => (each.worker || each.host || "unnamed") === worker)) {
      const from = time(trial.started);
      const to = Math.max(from, trial.ended ? time(trial.ended) : trial.state === "running" ? now : from);
      let row = first;
      while (row < rows.length && ends[row]! > from) ++row;
      if (row === rows.length) rows.push(row === first ? worker : "");
      ends[row] = to;
      spans.push({ trial, row, from, to });
    }
  }
  const from = Math.min(...spans.map((each) => each.from));
  return { rows, spans, from, to: Math.max(...spans.map((each) => each.to), from + 1) };
}

function told({ trial, from, to }: Span): string {
  const value = typeof trial.value === "number" ? `, ${number(trial.value)}` : "";
  return `trial ${trial.trial}: ${trial.state}${value}, ${clock(trial.started)}, ${duration((to - from) / 1000)}`;
}

function Lanes() {
  const { page, source, open } = useStudy();
  const [hovered, setHovered] = useState<Span | null>(null);
  const all = useMemo(() => lanes(page.trials, source.live ? Date.now() : NaN), [page.trials]);
  if (all.spans.length === 0) return <p class="note">Nobody has evaluated a trial yet.</p>;
  const left = (width: number) => Math.min(130, width * 0.28);
  const x = (at: number, width: number) =>
    left(width) + ((at - all.from) / (all.to - all.from)) * (width - left(width) - 12);
  const height = top + all.rows.length * lane + 26;
  const draw = (context: CanvasRenderingContext2D, width: number) => {
    const colours = {
      finished: colour("blue"),
      failed: colour("vermilion"),
      running: colour("green"),
      waiting: colour("faded"),
      infeasible: colour("orange"),
    };
    context.font = "11px system-ui, sans-serif";
    context.fillStyle = colour("muted");
    all.rows.forEach((worker, row) => {
      const shown =
        worker.length > left(width) / 6.5 ? `${worker.slice(0, Math.floor(left(width) / 6.5) - 1)}…` : worker;
      context.fillText(shown, 2, top + row * lane + 14);
    });
    for (const seconds of timeTicks((all.to - all.from) / 1000, width < 500 ? 3 : 7)) {
      const at = x(all.from + 1000 * seconds, width);
      context.textAlign = seconds === 0 ? "left" : at > width - 40 ? "right" : "center";
      context.fillText(seconds === 0 ? "0" : duration(seconds), at, height - 8);
      context.fillRect(at, top + all.rows.length * lane, 1, 4);
    }
    context.textAlign = "left";
    for (const { trial, row, from, to } of all.spans) {
      const wide = Math.max(1.5, x(to, width) - x(from, width));
      context.fillStyle = trial.feasible === false ? colours.infeasible : colours[trial.state];
      context.globalAlpha = 0.85;
      context.fillRect(x(from, width), top + row * lane + 2, Math.max(1, wide - (wide > 4 ? 1 : 0)), lane - 5);
      context.globalAlpha = 1;
      if (trial.state === "failed" && wide > 6) {
        // Not by colour alone.
        context.fillStyle = colour("back");
        context.fillRect(x(from, width) + 2, top + row * lane + lane / 2 - 2, wide - 5, 2);
      }
    }
  };
  const find = (px: number, py: number, width: number) => {
    const row = Math.floor((py - top) / lane);
    return (
      all.spans.find(
        (each) =>
          each.row === row &&
          px >= x(each.from, width) - 1 &&
          px <= Math.max(x(each.to, width), x(each.from, width) + 2),
      ) ?? null
    );
  };
  const atOnce = all.spans.reduce((sum, each) => sum + each.to - each.from, 0) / (all.to - all.from);
  return (
    <>
      <Canvas
        height={height}
        label={`Timeline of ${all.spans.length} trials`}
        draw={draw}
        deps={[all]}
        onHover={(px, py, width) => setHovered(find(px, py, width))}
        onLeave={() => setHovered(null)}
        onPick={(px, py, width) => open(find(px, py, width)?.trial.trial ?? null)}
      />
      <p class="readout">
        {hovered
          ? told(hovered)
          : `From ${clock(new Date(all.from).toISOString())}; on average ${number(atOnce, 2)} ran at once.`}
      </p>
    </>
  );
}

export function Timeline() {
  const { page } = useStudy();
  const workers = new Set(page.trials.map((each) => each.worker).filter(Boolean));
  return (
    <Section
      id="timeline"
      title="Timeline"
      lead={
        workers.size > 0
          ? `${plural(workers.size, "worker")}; more rows where one runs several trials at once. Failures have a stripe.`
          : undefined
      }
    >
      {() => <Lanes />}
    </Section>
  );
}
