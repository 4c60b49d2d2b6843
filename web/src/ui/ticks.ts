// Round numbers for axes.

export function ticks(low: number, high: number, count: number): number[] {
  if (!(high > low) || !Number.isFinite(high - low)) return [low];
  const raw = (high - low) / Math.max(1, count);
  const power = 10 ** Math.floor(Math.log10(raw));
  const factor = [1, 2, 5, 10].find((each) => each * power >= raw * 0.999) ?? 10;
  const step = factor * power;
  const found: number[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i)
    found.push(Number((i * step).toPrecision(12)));
  return found;
}

/// Powers of ten; over less than two of them also twice and five times such a power.
export function logTicks(low: number, high: number, count: number): number[] {
  const decades = Math.log10(high / low);
  const every = Math.max(1, Math.ceil(decades / Math.max(1, count)));
  const found: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); ++power)
    for (const factor of [1, 2, 5]) {
      if (factor > 1 ? decades >= 2 : power % every !== 0) continue;
      const value = Number(`${factor}e${power}`);
      if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) found.push(value);
    }
  return found.length > 0 ? found : [low, high];
}
