// Numbers, durations and times as people read them.

export function number(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e6 || size < 1e-4)) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
    return `${String(Number(mantissa))}e${Number(exponent)}`;
  }
  return String(Number(value.toPrecision(digits)));
}

export const percent = (share: number | null | undefined) =>
  share === null || share === undefined ? "–" : `${Math.round(100 * share)} %`;

export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return "–";
  if (seconds < 1e-3) return `${number(seconds * 1e6, 2)} µs`;
  if (seconds < 1) return `${number(seconds * 1e3, 2)} ms`;
  if (seconds < 59.95) return `${number(seconds, 3)} s`;
  const parts = (unit: number, large: string, part: number, small: string) => {
    const whole = Math.round(seconds / part);
    const [much, rest] = [Math.floor((whole * part) / unit), whole % (unit / part)];
    return rest === 0 ? `${much} ${large}` : `${much} ${large} ${rest} ${small}`;
  };
  if (seconds < 3599.5) return parts(60, "min", 1, "s");
  if (seconds < 86370) return parts(3600, "h", 60, "min");
  return parts(86400, "d", 3600, "h");
}

export function clock(text: string | undefined): string {
  if (!text) return "–";
  const time = new Date(text);
  return Number.isNaN(time.getTime())
    ? text
    : time.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
}

export const plural = (count: number, what: string) => `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
