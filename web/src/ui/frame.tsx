// A chart in SVG: a panel with ticks and labels, and what its children draw between them.
import type { ComponentChildren } from "preact";
import type { Tick } from "../data/space";

export interface Area {
  left: number;
  right: number;
  top: number;
  bottom: number;
  x(share: number): number; // 0 is left, 1 right
  y(share: number): number; // 0 is at the bottom, 1 at the top
}

export interface FrameProps {
  width: number;
  height: number;
  label: string; // for who cannot see it
  xTicks: Tick[];
  yTicks: Tick[];
  xTitle?: string;
  yTitle?: string;
  left?: number;
  below?: number; // room for something under the panel, between it and the ticks
  children: (area: Area) => ComponentChildren;
}

export function areaOf(width: number, height: number, left: number, below: number, xTitle: boolean): Area {
  const right = width - 10;
  const bottom = height - (xTitle ? 36 : 20) - below;
  const top = 8;
  return {
    left,
    right,
    top,
    bottom,
    x: (share) => left + share * (right - left),
    y: (share) => bottom - share * (bottom - top),
  };
}

const anchorOf = (at: number) => (at < 0.04 ? "start" : at > 0.96 ? "end" : "middle");

/// Ticks whose labels do not touch.
function apart(ticks: Tick[], area: Area): Tick[] {
  let end = -Infinity;
  return ticks.filter((tick) => {
    const length = 6.6 * tick.label.length;
    const before = { start: 0, middle: length / 2, end: length }[anchorOf(tick.at)];
    const left = area.x(tick.at) - before;
    if (left < end + 5) return false;
    end = left + length;
    return true;
  });
}

export function Frame({
  width,
  height,
  label,
  xTicks,
  yTicks,
  xTitle,
  yTitle,
  left = 46,
  below = 0,
  children,
}: FrameProps) {
  if (width < 40) return null;
  const area = areaOf(width, height, left, below, !!xTitle);
  const floor = area.bottom + below;
  return (
    <svg class="chart" role="img" aria-label={label} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
      {yTicks.map((tick) => (
        <g key={`y${tick.at}`}>
          <line class="grid" x1={area.left} x2={area.right} y1={area.y(tick.at)} y2={area.y(tick.at)} />
          <text class="tick" x={area.left - 5} y={area.y(tick.at) + 3.5} text-anchor="end">
            {tick.label}
          </text>
        </g>
      ))}
      {children(area)}
      <line class="axis" x1={area.left} x2={area.right} y1={floor} y2={floor} />
      {apart(xTicks, area).map((tick) => (
        <g key={`x${tick.at}`}>
          <line class="axis" x1={area.x(tick.at)} x2={area.x(tick.at)} y1={floor} y2={floor + 3} />
          <text class="tick" x={area.x(tick.at)} y={floor + 14} text-anchor={anchorOf(tick.at)}>
            {tick.label}
          </text>
        </g>
      ))}
      {xTitle && (
        <text class="title" x={(area.left + area.right) / 2} y={height - 4} text-anchor="middle">
          {xTitle}
        </text>
      )}
      {yTitle && (
        <text
          class="title"
          transform={`translate(11 ${(area.top + area.bottom) / 2}) rotate(-90)`}
          text-anchor="middle"
        >
          {yTitle}
        </text>
      )}
    </svg>
  );
}

/// "M x y L x y …" through points; a gap where one is missing.
export function path(points: ([number, number] | null)[]): string {
  let pen = "M";
  let text = "";
  for (const point of points) {
    if (point) text += `${pen}${point[0].toFixed(1)} ${point[1].toFixed(1)}`;
    pen = point ? "L" : "M";
  }
  return text;
}
