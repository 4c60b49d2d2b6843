// Best so far of several studies. Those whose names differ in their last number only are repetitions of one thing: a
// line in the middle of them, and a band with half of them.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import type { Source } from "../data/source";
import type { Curve, Summary } from "../data/types";
import { colour, series } from "../ui/colour";
import { number, plural } from "../ui/format";
import { useAsync, useTheme, useWidth } from "../ui/hooks";
import { Choice, Waiting } from "../ui/section";

export interface Group {
  name: string;
  studies: number;
  middle: (number | null)[];
  low: (number | null)[];
  high: (number | null)[];
}

/// "tune-3" → "tune-*".
export const patternOf = (study: string) => study.replace(/\d+$/, "*");

const quantile = (sorted: number[], share: number) => {
  const at = share * (sorted.length - 1);
  const i = Math.floor(at);
  return sorted[i]! + (at - i) * ((sorted[i + 1] ?? sorted[i]!) - sorted[i]!);
};

export function groupsOf(curves: Curve[]): Group[] {
  const byPattern = new Map<string, Curve[]>();
  for (const each of curves) {
    const pattern = patternOf(each.study);
    byPattern.set(pattern, [...(byPattern.get(pattern) ?? []), each]);
  }
  return [...byPattern].map(([pattern, members]) => {
    const length = Math.max(...members.map((each) => each.best.length));
    // A study that has ended keeps its best value.
    const column = (i: number) =>
      members
        .map((each) => each.best[Math.min(i, each.best.length - 1)] ?? null)
        .filter((each): each is number => each !== null)
        .sort((a, b) => a - b);
    const columns = Array.from({ length }, (_, i) => column(i));
    const of = (share: number) => columns.map((each) => (each.length > 0 ? quantile(each, share) : null));
    return {
      name: members.length > 1 ? pattern : members[0]!.study,
      studies: members.length,
      middle: of(0.5),
      low: of(0.25),
      high: of(0.75),
    };
  });
}

function Chart({ groups, log }: { groups: Group[]; log: boolean }) {
  const [box, width] = useWidth<HTMLDivElement>();
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  useEffect(() => {
    if (!place.current || width < 50) return;
    const length = Math.max(...groups.map((each) => each.middle.length));
    const fill = (values: (number | null)[]) => Array.from({ length }, (_, i) => values[i] ?? null);
    const data: uPlot.AlignedData = [
      Array.from({ length }, (_, i) => i + 1),
      ...groups.flatMap((each) => [fill(each.low), fill(each.high), fill(each.middle)]),
    ];
    const hue = (i: number) => colour(series[i % series.length]!);
    const dashes = [[], [8, 4], [2, 3], [10, 3, 2, 3]];
    const axis = {
      stroke: colour("muted"),
      grid: { stroke: colour("grid"), width: 1 },
      ticks: { show: false },
      font: "11px system-ui, sans-serif",
    };
    const plot = new uPlot(
      {
        width,
        height: 320,
        legend: { show: false },
        cursor: { y: false, drag: { x: true, y: false } },
        scales: { x: { time: false }, y: { distr: log ? 3 : 1 } },
        axes: [
          {
            ...axis,
            size: 30,
            label: "trials that have ended",
            labelSize: 20,
            labelFont: "12px system-ui, sans-serif",
          },
          { ...axis, size: 58, values: (_, all) => all.map((each) => (each === null ? "" : number(each))) },
        ],
        series: [
          {},
          ...groups.flatMap((_, i) => [
            { stroke: "transparent", paths: uPlot.paths.stepped!({ align: 1 }), points: { show: false } },
            { stroke: "transparent", paths: uPlot.paths.stepped!({ align: 1 }), points: { show: false } },
            {
              stroke: hue(i),
              width: 2.2,
              paths: uPlot.paths.stepped!({ align: 1 }),
              dash: dashes[Math.floor(i / series.length) % dashes.length]!,
              points: { show: false },
            },
          ]),
        ],
        bands: groups.flatMap((each, i) =>
          each.studies > 1 ? [{ series: [3 * i + 2, 3 * i + 1] as [number, number], fill: `${hue(i)}33` }] : [],
        ),
      },
      data,
      place.current,
    );
    return () => plot.destroy();
  }, [groups, log, width, theme]);
  return (
    <div ref={box} class="history">
      <div ref={place} role="img" aria-label="Best so far of several studies" />
    </div>
  );
}

export function Compare({ source, studies, changes }: { source: Source; studies: Summary[]; changes: number }) {
  const [text, setText] = useState("*");
  const [log, setLog] = useState<"linear" | "log">("linear");
  const loaded = useAsync(() => source.curves(text.trim() || "*"), [text, changes]);
  const curves = (loaded.value ?? []).filter((each) => each.best.some((value) => value !== null));
  const directions = new Set(curves.map((each) => each.direction));
  const groups = useMemo(() => groupsOf(curves), [loaded.value]);
  const positive = curves.every((each) => each.best.every((value) => value === null || value > 0));
  return (
    <section aria-labelledby="compare-title" id="compare">
      <header>
        <h2 id="compare-title">Compared</h2>
        <div class="tools">
          <label class="select">
            <span>names</span>
            <input value={text} onInput={(event) => setText(event.currentTarget.value)} list="study-names" />
          </label>
          <datalist id="study-names">
            {[...new Set(studies.map((each) => patternOf(each.study)))].map((each) => (
              <option key={each} value={each} />
            ))}
          </datalist>
          <Choice
            label="Scale"
            value={positive ? log : "linear"}
            options={[
              ["linear", "Linear"],
              ["log", "Log"],
            ]}
            onChange={setLog}
          />
        </div>
      </header>
      <p class="lead">
        The best value so far. <code>*</code> stands for any letters. Studies whose names differ in their last number
        only make one line, the median, with a band that has the middle half of them.
      </p>
      <Waiting {...loaded} loading={loaded.loading && !loaded.value} what="Reading the studies…" />
      {directions.size > 1 && <p class="note">Some of these are minimised and some maximised.</p>}
      {loaded.value && curves.length === 0 && <p class="note">No study of such a name has a value yet.</p>}
      {groups.length > 0 && (
        <>
          <Chart groups={groups} log={positive && log === "log"} />
          <p class="legend">
            {groups.map((each, i) => (
              <span key={each.name} class="key line" style={{ color: `var(--${series[i % series.length]})` }}>
                {each.name}
                {each.studies > 1 ? ` (${plural(each.studies, "study").replace("studys", "studies")})` : ""}
              </span>
            ))}
          </p>
        </>
      )}
    </section>
  );
}
