// Values over trials or time, the best so far, and what failed or was infeasible.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import { bestSoFar, counts, hasValue, time, valueRange } from "../data/trials";
import type { Trial } from "../data/types";
import { colour } from "../ui/colour";
import { number } from "../ui/format";
import { useTheme, useWidth } from "../ui/hooks";
import { Choice, Section } from "../ui/section";
import { useStudy } from "./context";
import { cross, disc, triangle } from "./marks";

type Scale = "linear" | "log";
type Along = "trial" | "time";

/// What is drawn: one entry per trial, by their order along the axis.
interface Drawn {
  trials: Trial[];
  x: number[];
  values: (number | null)[];
  best: (number | null)[];
  range: [number, number];
}

function drawnOf(
  all: Trial[],
  direction: "minimize" | "maximize",
  along: Along,
  scale: Scale,
  optimum: number | null,
): Drawn {
  const ended = all.filter((each) => each.state === "finished" || each.state === "failed");
  const at = (each: Trial) => (along === "trial" ? each.trial : time(each.ended) / 1000);
  const trials = along === "trial" ? ended : ended.filter((each) => each.ended).sort((a, b) => at(a) - at(b));
  const shown = (value: number | null | undefined) =>
    typeof value !== "number" ? null : optimum === null ? value : Math.abs(value - optimum);
  const drawable = (value: number | null) => (scale === "log" && value !== null && value <= 0 ? null : value);
  const values = trials.map((each) => drawable(shown(each.value)));
  const best = bestSoFar(trials, direction).map((each) => drawable(shown(each)));
  const known = values.filter((each): each is number => each !== null);
  let range = valueRange(known, optimum === null ? direction : "minimize");
  if (scale === "log") {
    const finite = known.length > 0 ? known : [1];
    range = [Math.min(...finite) / 1.3, Math.max(...finite) * 1.3];
  }
  return { trials, x: trials.map(at), values, best, range };
}

function drawMarks(plot: uPlot, drawn: Drawn) {
  const { ctx: context, bbox } = plot;
  const size = 2.6 * devicePixelRatio;
  context.save();
  context.beginPath();
  context.rect(bbox.left - size, bbox.top - size, bbox.width + 2 * size, bbox.height + 2 * size);
  context.clip();
  const top = bbox.top + 2 * size;
  const many = drawn.trials.length > 2000;
  context.globalAlpha = many ? 0.35 : 0.75;
  const colours = { fine: colour("point"), infeasible: colour("orange"), failed: colour("vermilion") };
  drawn.trials.forEach((trial, i) => {
    const x = plot.valToPos(drawn.x[i]!, "x", true);
    if (trial.state === "failed") return cross(context, x, top, size, colours.failed);
    const value = drawn.values[i];
    if (value === null || value === undefined) return;
    const y = plot.valToPos(value, "y", true);
    if (y < bbox.top || y > bbox.top + bbox.height) {
      const edge = y < bbox.top ? bbox.top + size : bbox.top + bbox.height - size;
      return triangle(context, x, edge, size, counts(trial) ? colours.fine : colours.infeasible, y < bbox.top);
    }
    if (counts(trial)) disc(context, x, y, size, colours.fine);
    else triangle(context, x, y, 1.3 * size, colours.infeasible, true);
  });
  context.restore();
}

function told(trial: Trial, best: number | null | undefined): string {
  const came = trial.state === "failed" ? "failed" : number(trial.value, 6);
  return `trial ${trial.trial}: ${came}${trial.feasible === false ? ", infeasible" : ""}; best so far ${number(best, 6)}`;
}

const isNumber = (value: unknown) => typeof value === "number";
const wholeSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000];

/// Room around a single trial; what was zoomed to otherwise.
function wholeRange(plot: uPlot, low: number, high: number, x: number[]): [number, number] {
  if (x.length > 1 && high > low) return [low, high];
  const only = x[0] ?? 0;
  const room = plot.axes[0]?.incrs === undefined ? 60 : 1;
  return [only - room, only + room];
}

function options(
  width: number,
  drawn: Drawn,
  along: Along,
  scale: Scale,
  title: string,
  pick: (i: number) => void,
): uPlot.Options {
  const ink = colour("muted");
  const grid = { stroke: colour("grid"), width: 1 };
  const axis = { stroke: ink, grid, ticks: { show: false }, font: "11px system-ui, sans-serif" };
  return {
    width,
    height: 300,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: true, y: false } },
    scales: {
      x: { time: along === "time", range: (plot, low, high) => wholeRange(plot, low, high, drawn.x) },
      y: { distr: scale === "log" ? 3 : 1, range: () => drawn.range },
    },
    axes: [
      {
        ...axis,
        size: 30,
        ...(along === "trial" ? { incrs: wholeSteps } : {}),
        label: along === "trial" ? "trial" : "",
        labelSize: along === "trial" ? 20 : 0,
        labelFont: "12px system-ui, sans-serif",
      },
      {
        ...axis,
        size: 58,
        label: title,
        labelSize: 18,
        labelFont: "12px system-ui, sans-serif",
        values: (_, all) => all.map((each) => (each === null || !drawn.values.some(isNumber) ? "" : number(each))),
      },
    ],
    series: [
      {},
      { stroke: colour("blue"), width: 2.2, points: { show: false }, paths: uPlot.paths.stepped!({ align: 1 }) },
    ],
    hooks: {
      drawAxes: [(plot) => drawMarks(plot, drawn)],
      ready: [(plot) => plot.over.addEventListener("click", () => plot.cursor.idx != null && pick(plot.cursor.idx))],
    },
  };
}

function Chart({ drawn, along, scale, title }: { drawn: Drawn; along: Along; scale: Scale; title: string }) {
  const [box, width] = useWidth<HTMLDivElement>();
  const { open } = useStudy();
  const theme = useTheme();
  const place = useRef<HTMLDivElement>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  useEffect(() => {
    if (!place.current || width < 50 || drawn.x.length === 0) return;
    const pick = (i: number) => open(drawn.trials[i]?.trial ?? null);
    const plot = new uPlot(
      { ...options(width, drawn, along, scale, title, pick) },
      [drawn.x, drawn.best],
      place.current,
    );
    plot.over.addEventListener("mousemove", () => setHovered(plot.cursor.idx ?? null));
    plot.over.addEventListener("mouseleave", () => setHovered(null));
    return () => plot.destroy();
  }, [width, theme, drawn, title]);
  const trial = hovered === null ? undefined : drawn.trials[hovered];
  return (
    <div ref={box} class="history">
      <div ref={place} role="img" aria-label={`Values of ${drawn.trials.length} trials and the best so far`} />
      <p class="readout" aria-live="off">
        {trial
          ? told(trial, drawn.best[hovered!])
          : "Point at the chart to read it, click to open a trial, drag to zoom, double-click to zoom out."}
      </p>
    </div>
  );
}

export function History() {
  const { page } = useStudy();
  const [scale, setScale] = useState<Scale>("linear");
  const [along, setAlong] = useState<Along>("trial");
  const [text, setText] = useState("");
  const optimum = text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : null;
  const positive = page.trials.every((each) => !hasValue(each) || each.value > 0);
  const canLog = positive || optimum !== null;
  const used = canLog ? scale : "linear";
  const drawn = useMemo(
    () => drawnOf(page.trials, page.direction, along, used, optimum),
    [page.trials, page.direction, along, used, optimum],
  );
  const outside = drawn.values.filter(
    (each) => each !== null && (each < drawn.range[0] || each > drawn.range[1]),
  ).length;
  const tools = (
    <>
      <Choice
        label="Along"
        value={along}
        options={[
          ["trial", "Trials"],
          ["time", "Time"],
        ]}
        onChange={setAlong}
      />
      <Choice
        label="Scale"
        value={used}
        options={[
          ["linear", "Linear"],
          ["log", "Log"],
        ]}
        onChange={setScale}
      />
      <label class="select">
        <span>known optimum</span>
        <input size={8} inputMode="decimal" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
    </>
  );
  return (
    <Section
      id="history"
      title="History"
      tools={tools}
      lead={page.direction === "minimize" ? "Lower is better." : "Higher is better."}
    >
      {() =>
        drawn.trials.length === 0 ? (
          <p class="note">No trial has ended yet.</p>
        ) : (
          <>
            <Chart drawn={drawn} along={along} scale={used} title={optimum === null ? "value" : "gap to the optimum"} />
            <p class="legend">
              <span class="key line blue">best so far</span>
              <span class="key disc">feasible value</span>
              {page.counts.infeasible > 0 && <span class="key triangle">infeasible</span>}
              {page.counts.failed > 0 && <span class="key cross">failed, at the top</span>}
              {outside > 0 && <span>{outside} beyond the edge, as triangles on it</span>}
              {scale === "log" && !canLog && <span>no log scale: there are values of 0 or less</span>}
            </p>
          </>
        )
      }
    </Section>
  );
}
