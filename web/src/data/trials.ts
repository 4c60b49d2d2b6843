// What is read off a study's trials: the best so far, ranks, ranges without the far outliers.
import type { Changes, Direction, Page, Trial } from "./types";

/// A page with what has changed since.
export function merged(page: Page, changes: Changes): Page {
  const byNumber = new Map(page.trials.map((each) => [each.trial, each]));
  for (const each of changes.trials) byNumber.set(each.trial, each);
  const trials = [...byNumber.values()].sort((a, b) => a.trial - b.trial);
  return { ...page, ...changes, trials };
}

export const hasValue = (trial: Trial): trial is Trial & { value: number } => typeof trial.value === "number";
export const counts = (trial: Trial): trial is Trial & { value: number } => hasValue(trial) && trial.feasible !== false;

export const better = (direction: Direction, a: number, b: number) => (direction === "minimize" ? a < b : a > b);

/// The best value after each of these trials; null before there is one.
export function bestSoFar(trials: Trial[], direction: Direction): (number | null)[] {
  let best: number | null = null;
  return trials.map((each) => {
    if (counts(each) && (best === null || better(direction, each.value, best))) best = each.value;
    return best;
  });
}

const quantile = (sorted: number[], share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;

/// A range for values of which some may be far worse than the rest: the worse half may reach as far from the median as
/// four times what the better half does.
export function valueRange(values: number[], direction: Direction): [number, number] {
  const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
  if (sorted.length === 0) return [0, 1];
  let low = quantile(sorted, 0);
  let high = quantile(sorted, 1);
  const median = quantile(sorted, 0.5);
  if (sorted.length > 2 && direction === "minimize")
    high = Math.min(high, median + 4 * Math.max(median - low, quantile(sorted, 0.75) - median));
  if (sorted.length > 2 && direction === "maximize")
    low = Math.max(low, median - 4 * Math.max(high - median, median - quantile(sorted, 0.25)));
  if (!(high - low > 1e-9 * Math.max(Math.abs(low), Math.abs(high)))) {
    const around = Math.max(0.5, 0.05 * Math.abs(low));
    return [low - around, high + around];
  }
  const room = 0.06 * (high - low);
  return [low - room, high + room];
}

/// The share of all values that are better, from 0 for the best, by number of trial.
export function ranks(trials: Trial[], direction: Direction): Map<number, number> {
  const order = trials
    .filter(counts)
    .sort((a, b) => (direction === "minimize" ? a.value - b.value : b.value - a.value));
  return new Map(order.map((each, i) => [each.trial, order.length > 1 ? i / (order.length - 1) : 0]));
}

/// What the evaluation took. A first attempt begins when its point begins to be chosen; a later one has it already.
export function evaluationSeconds(trial: Trial, choosing = trial.suggest_seconds ?? 0): number | null {
  if (trial.seconds == null) return null;
  return trial.attempts > 1 ? trial.seconds : Math.max(0, trial.seconds - choosing);
}

/// Milliseconds since 1970; NaN of nothing.
export const time = (text: string | undefined) => (text ? Date.parse(text) : NaN);
