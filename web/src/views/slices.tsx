// A card per parameter: the belief along it through one point, the observations, the acquisition below.
import { axisOf, type Axis } from "../data/space";
import { hasValue, valueRange } from "../data/trials";
import type { Ignored, Overview, Params, Slice, Slices, Trial } from "../data/types";
import { seriesColour } from "../ui/colour";
import { number } from "../ui/format";
import { Frame, path, type Area } from "../ui/frame";
import { useAsync, useWidth } from "../ui/hooks";
import { Waiting } from "../ui/section";
import { ticks } from "../ui/ticks";
import { useStudy } from "./context";
import { Observations } from "./observations";

const below = 34; // the strip of the acquisition

export interface Layer {
  model: string;
  slice: Slice;
  colour: string;
}

const finite = (numbers: (number | null)[] | undefined) =>
  (numbers ?? []).filter((each): each is number => each !== null);

/// One range for all cards, so that they can be compared.
function sharedRange(layers: Slices[], trials: Trial[], direction: "minimize" | "maximize"): [number, number] {
  const observed = valueRange(
    trials.filter(hasValue).map((each) => each.value),
    direction,
  );
  const believed = layers.flatMap((each) => each.slices.flatMap((slice) => finite(slice.mean)));
  const low = Math.min(observed[0], ...believed);
  const high = Math.max(observed[1], ...believed);
  const reach = observed[1] - observed[0];
  return [Math.max(low, observed[0] - reach), Math.min(high, observed[1] + reach)];
}

function Curve({
  layer,
  axis,
  area,
  y,
  band,
}: {
  layer: Layer;
  axis: Axis;
  area: Area;
  y: (v: number) => number;
  band: boolean;
}) {
  const { values = [], mean = [], lower = [], upper = [] } = layer.slice;
  const at = (i: number) => area.x(axis.at(values[i]!));
  const line = mean.map((each, i): [number, number] | null => (each === null ? null : [at(i), y(each)]));
  if (axis.choices)
    return (
      <g style={{ color: layer.colour }}>
        {line.map((point, i) =>
          point ? (
            <g key={i}>
              {band && lower[i] != null && upper[i] != null && (
                <rect
                  class="band"
                  x={point[0] - 14}
                  width={28}
                  y={y(upper[i]!)}
                  height={Math.max(0, y(lower[i]!) - y(upper[i]!))}
                  rx={3}
                />
              )}
              <line class="mean" x1={point[0] - 14} x2={point[0] + 14} y1={point[1]} y2={point[1]} />
            </g>
          ) : null,
        )}
      </g>
    );
  const up = upper.map((each, i): [number, number] | null => (each === null ? null : [at(i), y(each)]));
  const down = lower.map((each, i): [number, number] | null => (each === null ? null : [at(i), y(each)])).reverse();
  return (
    <g style={{ color: layer.colour }}>
      {band && <path class="band" d={`${path([...up, ...down].filter((each) => each !== null))}Z`} />}
      <path class="mean" d={path(line)} />
    </g>
  );
}

function Worth({ slice, axis, area }: { slice: Slice; axis: Axis; area: Area }) {
  const { values = [], acquisition = [] } = slice;
  const known = finite(acquisition);
  if (known.length === 0) return null;
  // Logarithms span far more than what is worth seeing: the best part of it.
  const high = Math.max(...known);
  const low = Math.max(Math.min(...known), high - 12);
  const floor = area.bottom + below;
  const share = (each: number | null) => (each === null || high === low ? 0 : Math.max(0, (each - low) / (high - low)));
  const top = (each: number | null) => floor - (below - 10) * share(each);
  const best = acquisition.indexOf(high);
  const label = (
    <text class="tick" x={area.left - 5} y={floor - 8} text-anchor="end">
      worth
    </text>
  );
  const x = (i: number) => area.x(axis.at(values[i]!));
  if (axis.choices)
    return (
      <g class="worth">
        {label}
        {acquisition.map((each, i) => (
          <rect
            key={i}
            x={x(i) - 10}
            width={20}
            y={top(each)}
            height={floor - top(each)}
            class={i === best ? "top" : ""}
          />
        ))}
      </g>
    );
  const line = acquisition.map((each, i): [number, number] => [x(i), top(each)]);
  return (
    <g class="worth">
      {label}
      <path d={`${path([[x(0), floor], ...line, [x(values.length - 1), floor]])}Z`} />
      <line class="top" x1={x(best)} x2={x(best)} y1={top(high)} y2={floor} />
    </g>
  );
}

interface CardProps {
  layers: Layer[];
  axis: Axis;
  through: Params;
  range: [number, number];
  ignored: Map<number, Ignored>;
}

function Card({ layers, axis, through, range, ignored }: CardProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const inactive = layers[0]?.slice.inactive;
  const [low, high] = range;
  const share = (value: number) => (value - low) / (high - low);
  const here = through[axis.name];
  return (
    <figure class="card" ref={box} data-parameter={axis.name}>
      <figcaption>
        <b>{axis.name}</b>
        {here !== undefined && <span> at {axis.text(here)}</span>}
      </figcaption>
      {inactive ? (
        <p class="note inactive">inactive here: it needs {inactive}</p>
      ) : (
        <Frame
          width={width}
          height={210}
          below={below}
          label={`Belief along ${axis.name}`}
          xTicks={axis.ticks(4)}
          yTicks={ticks(low, high, 5).map((value) => ({ at: share(value), label: number(value) }))}
        >
          {(area) => {
            const y = (value: number) => Math.min(Math.max(area.y(share(value)), area.top - 4), area.bottom + 4);
            return (
              <>
                {here !== undefined && (
                  <line
                    class="here"
                    x1={area.x(axis.at(here))}
                    x2={area.x(axis.at(here))}
                    y1={area.top}
                    y2={area.bottom + below}
                  />
                )}
                {layers.map((layer, i) => (
                  <Curve
                    key={layer.model}
                    layer={layer}
                    axis={axis}
                    area={area}
                    y={y}
                    band={i === 0 || layers.length < 3}
                  />
                ))}
                <Observations axis={axis} area={area} y={y} through={through} ignored={ignored} />
                {layers[0] && <Worth slice={layers[0].slice} axis={axis} area={area} />}
              </>
            );
          }}
        </Frame>
      )}
    </figure>
  );
}

export function SliceCards({ overview, all, through }: { overview: Overview; all: boolean; through: string }) {
  const { source, page, model } = useStudy();
  const names = all
    ? [model, ...page.models.map((each) => each.name).filter((name) => name !== model && source.has(name))]
    : [model];
  const loaded = useAsync(
    () => Promise.all(names.map((name) => source.slices(page.study, name, through))),
    [page.study, names.join(), through, overview],
  );
  if (!loaded.value) return <Waiting {...loaded} what="Reading the slices…" />;
  const slices = loaded.value;
  const range = sharedRange(slices, page.trials, page.direction);
  const ignored = new Map(overview.ignored.map((each) => [each.trial, each]));
  const share = new Map(overview.importance.map((each) => [each.parameter, each.total.mean ?? 0]));
  const order = [...page.parameters].sort((a, b) => (share.get(b.name) ?? 0) - (share.get(a.name) ?? 0));
  const colourOf = (name: string) => seriesColour(page.models.findIndex((each) => each.name === name));
  return (
    <>
      {slices.length > 1 && (
        <p class="legend">
          {names.map((name) => (
            <span key={name} class="key line" style={{ color: colourOf(name) }}>
              {name}
            </span>
          ))}
        </p>
      )}
      <div class="cards slices">
        {order.map((parameter) => (
          <Card
            key={parameter.name}
            axis={axisOf(parameter)}
            through={slices[0]!.through}
            range={range}
            ignored={ignored}
            layers={slices.flatMap((each, i) => {
              const slice = each.slices.find((one) => one.parameter === parameter.name);
              return slice && names[i]
                ? [{ model: names[i], slice, colour: slices.length > 1 ? colourOf(names[i]) : "var(--blue)" }]
                : [];
            })}
          />
        ))}
      </div>
    </>
  );
}
