// Colours for pictures: told apart by eyes of every kind, on light and dark.

/// The value of a colour of style.css, for canvases.
export const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

// From deep blue by grey to yellow: rising lightness, so that the order survives without colour.
const anchors = [
  [8, 29, 88],
  [33, 64, 128],
  [71, 98, 138],
  [120, 131, 134],
  [172, 163, 110],
  [222, 198, 78],
  [254, 232, 90],
] as const;

/// Of a share of 0 (dark) to 1 (light).
export function ramp(share: number, alpha = 1): string {
  const place = Math.min(Math.max(share, 0), 1) * (anchors.length - 1);
  const i = Math.min(Math.floor(place), anchors.length - 2);
  const part = place - i;
  const mixed = [0, 1, 2].map((k) => Math.round((1 - part) * anchors[i]![k]! + part * anchors[i + 1]![k]!));
  return alpha < 1 ? `rgba(${mixed.join(",")},${alpha})` : `rgb(${mixed.join(",")})`;
}

/// For several models, or studies, in one picture.
export const series = ["blue", "orange", "green", "purple", "sky", "vermilion"] as const;
export const seriesColour = (i: number) => `var(--${series[i % series.length]})`;
