// The belief over two parameters, as a map: the mean in colours and lines, the trials on it, the point it goes through.
import { contours } from "d3-contour";
import { useState } from "preact/hooks";
import type { Axis } from "../data/space";
import { counts } from "../data/trials";
import type { Grid, Overview, Params } from "../data/types";
import { ramp } from "../ui/colour";
import { number } from "../ui/format";
import { Frame, path, type Area } from "../ui/frame";
import { useAsync, useWidth } from "../ui/hooks";
import { Choice, Select, Waiting } from "../ui/section";
import { ticks } from "../ui/ticks";
import { useStudy } from "./context";
import { clarity, distance } from "./observations";

type Shown = "mean" | "sd" | "acquisition";

interface Ranges {
  low: number;
  high: number;
}

function rangeOf(cells: (number | null)[], shown: Shown): Ranges {
  const sorted = cells.filter((each): each is number => each !== null).sort((a, b) => a - b);
  if (sorted.length === 0) return { low: 0, high: 1 };
  const high = sorted[sorted.length - 1]!;
  // Of a logarithm the best part says where the search would go.
  const low = shown === "acquisition" ? Math.max(sorted[0]!, high - 12) : sorted[0]!;
  return { low, high: high > low ? high : low + 1 };
}

/// Places between cells, from 0 to 1.
const edges = (places: number[]) => {
  const inner = places.slice(1).map((each, i) => (each + places[i]!) / 2);
  return [0, ...inner, 1];
};

function Cells({
  grid,
  cells,
  area,
  rows,
  columns,
  share,
}: {
  grid: Grid;
  cells: (number | null)[][];
  area: Area;
  rows: Axis;
  columns: Axis;
  share: (value: number) => number;
}) {
  const xs = grid.columns!.map(columns.at);
  const ys = grid.rows!.map(rows.at);
  if (rows.choices || columns.choices) {
    const xe = edges(xs);
    const ye = edges(ys);
    return (
      <g>
        {cells.flatMap((row, i) =>
          row.map((value, j) =>
            value === null ? null : (
              <rect
                key={`${i} ${j}`}
                x={area.x(xe[j]!)}
                width={Math.max(0, area.x(xe[j + 1]!) - area.x(xe[j]!) + 0.5)}
                y={area.y(ye[i + 1]!)}
                height={Math.max(0, area.y(ye[i]!) - area.y(ye[i + 1]!) + 0.5)}
                fill={ramp(share(value))}
              />
            ),
          ),
        )}
      </g>
    );
  }
  // Contours are found on the grid of cells; their corners are brought to where the cells' values stand.
  const height = cells.length;
  const width = cells[0]?.length ?? 0;
  const along = (places: number[], cell: number) => {
    const at = Math.min(Math.max(cell - 0.5, 0), places.length - 1);
    const i = Math.min(Math.floor(at), places.length - 2);
    return places[i]! + (at - i) * (places[i + 1]! - places[i]!);
  };
  const flat = cells.flat().map((each) => each ?? NaN);
  const levels = Array.from({ length: 15 }, (_, i) => (i + 0.0001) / 15);
  const shares = flat.map((each) => (Number.isFinite(each) ? share(each) : -1));
  const shapes = contours().size([width, height]).thresholds(levels)(shares);
  const d = (shape: (typeof shapes)[number]) =>
    shape.coordinates
      .flat()
      .map((ring) => `${path(ring.map(([x, y]) => [area.x(along(xs, x!)), area.y(along(ys, y!))]))}Z`)
      .join("");
  return (
    <g class="contours">
      {shapes.map((shape, i) => (
        <path key={i} d={d(shape)} fill={ramp((i + 0.5) / levels.length)} />
      ))}
    </g>
  );
}

/// Keeps trials of the same category from hiding each other; the same each time.
const aside = (trial: number, way: number, axis: Axis) =>
  (0.6 * (((trial * (way === 0 ? 0.6180339887 : 0.7548776662)) % 1) - 0.5)) / axis.ticks(0).length;

function Map2({
  grid,
  shown,
  rows,
  columns,
  jags,
  through,
}: {
  grid: Grid;
  shown: Shown;
  rows: Axis;
  columns: Axis;
  jags: Set<number>;
  through: Params;
}) {
  const { page, axes, open, next } = useStudy();
  const coming = next.value?.params;
  const [box, width] = useWidth<HTMLDivElement>();
  const cells = grid[shown] ?? [];
  const { low, high } = rangeOf(cells.flat(), shown);
  // The good end is the light one, on which the marks of trials stand out least by being many there.
  const turned = shown === "mean" && page.direction === "minimize";
  const share = (value: number) => {
    const part = Math.min(Math.max((value - low) / (high - low), 0), 1);
    return turned ? 1 - part : part;
  };
  const trials = page.trials.filter(
    (each) => each.params[rows.name] !== undefined && each.params[columns.name] !== undefined,
  );
  return (
    <div ref={box} class="map">
      <Frame
        width={width}
        height={380}
        label={`${shown} over ${columns.name} and ${rows.name}`}
        xTicks={columns.ticks(6)}
        yTicks={rows.ticks(6)}
        xTitle={columns.name}
        yTitle={rows.name}
        left={70}
      >
        {(area) => (
          <>
            <Cells grid={grid} cells={cells} area={area} rows={rows} columns={columns} share={share} />
            {trials.slice(-600).map((each) => {
              const x = area.x(
                columns.at(each.params[columns.name]!) + (columns.choices ? aside(each.trial, 0, columns) : 0),
              );
              const y = area.y(rows.at(each.params[rows.name]!) + (rows.choices ? aside(each.trial, 1, rows) : 0));
              const said = `trial ${each.trial}: ${each.state === "finished" ? number(each.value) : each.state}`;
              return (
                <g
                  key={each.trial}
                  class={`spot ${each.state}`}
                  opacity={clarity(distance(each, through, [rows.name, columns.name], axes))}
                  onClick={() => open(each.trial)}
                >
                  <title>{said}</title>
                  {jags.has(each.trial) ? (
                    <path class="jag" d={`M${x} ${y - 6}l5 6l-5 6l-5 -6Z`} />
                  ) : each.state === "failed" ? (
                    <path d={`M${x - 3} ${y - 3}l6 6m0 -6l-6 6`} />
                  ) : each.trial === page.best?.trial ? (
                    <path
                      class="star"
                      d={`M${x} ${y - 8}l2.3 5.2l5.7 .5l-4.3 3.8l1.3 5.5l-5 -3l-5 3l1.3 -5.5l-4.3 -3.8l5.7 -.5Z`}
                    />
                  ) : (
                    <circle cx={x} cy={y} r={each.state === "finished" ? 2.6 : 4} class={counts(each) ? "" : "bad"} />
                  )}
                </g>
              );
            })}
            {coming?.[rows.name] !== undefined && coming[columns.name] !== undefined && (
              <g class="next">
                <title>next suggestion, a preview</title>
                <circle
                  class="halo"
                  cx={area.x(columns.at(coming[columns.name]!))}
                  cy={area.y(rows.at(coming[rows.name]!))}
                  r={7}
                />
                <circle cx={area.x(columns.at(coming[columns.name]!))} cy={area.y(rows.at(coming[rows.name]!))} r={7} />
              </g>
            )}
          </>
        )}
      </Frame>
      <Scale low={low} high={high} share={share} />
    </div>
  );
}

function Scale({ low, high, share }: { low: number; high: number; share: (value: number) => number }) {
  const steps = 40;
  return (
    <svg class="chart colours" viewBox="0 0 320 30" width="320" height="30" aria-hidden="true">
      {Array.from({ length: steps }, (_, i) => (
        <rect
          key={i}
          x={20 + (280 * i) / steps}
          width={280 / steps + 0.5}
          y={0}
          height={10}
          fill={ramp(share(low + ((i + 0.5) / steps) * (high - low)))}
        />
      ))}
      {ticks(low, high, 5).map((value) => (
        <text key={value} class="tick" x={20 + (280 * (value - low)) / (high - low)} y={24} text-anchor="middle">
          {number(value, 3)}
        </text>
      ))}
    </svg>
  );
}

export function Contour({ overview, through }: { overview: Overview; through: string }) {
  const { source, page, model, axes, next } = useStudy();
  const [shown, setShown] = useState<Shown>("mean");
  const [pair, setPair] = useState<[string, string] | null>(null);
  const share = new Map(overview.importance.map((each) => [each.parameter, each.total.mean ?? 0]));
  const names = page.parameters.map((each) => each.name).sort((a, b) => (share.get(b) ?? 0) - (share.get(a) ?? 0));
  const all: [string, string][] =
    source.pairs(model) ??
    names.flatMap((row, i) => names.slice(i + 1).map((column): [string, string] => [row, column]));
  // Maps of categories are tables: the first pair of numbers says more.
  const axis = (name: string) => axes.find((each) => each.name === name)!;
  const first = all.find((each) => !each.some((name) => axis(name).choices)) ?? all[0];
  const wanted = pair && all.some((each) => each[0] === pair[0] && each[1] === pair[1]) ? pair : first;
  const loaded = useAsync(wanted ? () => source.grid(page.study, model, wanted[0], wanted[1], through) : null, [
    page.study,
    model,
    wanted?.join("\n"),
    through,
    overview,
  ]);
  if (!wanted) return null;
  const key = (each: [string, string]) => JSON.stringify(each);
  const centre =
    (through === "next" ? next.value?.params : page.trials.find((each) => String(each.trial) === through)?.params) ??
    page.best?.params ??
    {};
  const possible = (names.length * (names.length - 1)) / 2;
  const jags = new Set(overview.ignored.filter((each) => each.stands_out).map((each) => each.trial));
  const grid = loaded.value;
  return (
    <div class="contour">
      <h3>Two parameters at once</h3>
      <div class="tools">
        <Select
          label="over"
          value={key(wanted)}
          options={all.map((each) => [key(each), `${each[0]} × ${each[1]}`] as const)}
          onChange={(text) => setPair(JSON.parse(text) as [string, string])}
        />
        <Choice
          label="What is drawn"
          value={shown}
          options={[
            ["mean", "mean"],
            ["sd", "uncertainty"],
            ["acquisition", "worth"],
          ]}
          onChange={setShown}
        />
      </div>
      {all.length < possible && (
        <p class="note">
          This report has {all.length} of {possible} pairs, those of the most important parameters, to be small. All are
          in <code>craggy dashboard</code> and in <code>craggy report --all-contours</code>.
        </p>
      )}
      <Waiting {...loaded} loading={loaded.loading && !grid} what="Reading the contour…" />
      {grid?.inactive && <p class="note inactive">not both are active here: it needs {grid.inactive}</p>}
      {grid && !grid.inactive && (
        <Map2
          grid={grid}
          shown={shown}
          rows={axis(grid.parameters[0])}
          columns={axis(grid.parameters[1])}
          jags={jags}
          through={centre}
        />
      )}
    </div>
  );
}
