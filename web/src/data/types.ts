// The documents of docs/json.md, as far as the pages use them.

export type Value = number | string | boolean;
export type Params = Record<string, Value>;
export type Direction = "minimize" | "maximize";

export interface Parameter {
  name: string;
  kind: "float" | "log" | "int" | "logint" | "step" | "categorical" | "bool";
  low?: number;
  high?: number;
  log?: boolean;
  step?: number;
  choices?: (string | boolean)[];
  parent?: string;
  condition?: string;
  text: string;
}

export interface Counts {
  finished: number;
  failed: number;
  infeasible: number;
  running: number;
  waiting: number;
}

export interface Expected {
  model: string;
  mean: number | null;
  sd: number | null;
  acquisition: number | null;
  success: number | null;
  feasible: number | null;
  improvement: number | null;
}

export interface Trial {
  trial: number;
  state: "waiting" | "running" | "finished" | "failed";
  params: Params;
  value?: number | null;
  constraints?: (number | null)[];
  noise?: number | null;
  feasible?: boolean;
  message?: string;
  attempts: number;
  created: string;
  started?: string;
  ended?: string;
  seconds?: number | null;
  worker?: string;
  host?: string;
  model?: string;
  initial?: boolean;
  suggest_seconds?: number | null;
  expected?: Expected;
}

export interface Attempt {
  attempt: number;
  outcome: string;
  worker: string;
  host: string;
  started: string;
  ended?: string;
  seconds?: number | null;
  value?: number | null;
  exit_code?: number;
  message?: string;
  output?: string;
  errors?: string;
}

export interface TrialView extends Trial {
  seed: number;
  sigma_h?: number[];
  fit_seconds?: number | null;
  acquisition_seconds?: number | null;
  reason: { sentence: string } & Partial<Expected>;
  all_attempts: Attempt[];
}

export interface Best {
  trial: number;
  params: Params;
  value: number | null;
}

export interface Verdict {
  id: string;
  severity: "note" | "warning" | "severe";
  sentence: string;
  advice: string;
  evidence: Record<string, unknown>;
}

export interface Summary {
  study: string;
  created: string;
  problem?: string;
  direction?: Direction;
  counts?: Counts;
  best?: Best | null;
}

export interface ModelName {
  name: string;
  summary: string;
}

export interface Changes {
  study: string;
  revision: number;
  counts: Counts;
  best: Best | null;
  verdicts: Verdict[];
  trials: Trial[];
  remarks?: string;
}

export interface Page extends Changes {
  schema: number;
  created: string;
  direction: Direction;
  parameters: Parameter[];
  surrogate: string;
  seed: number;
  settings: Record<string, unknown>;
  models: ModelName[];
}

export interface Interval {
  median?: number | null;
  mean?: number | null;
  lower: number | null;
  upper: number | null;
}

export interface Ignored {
  trial: number;
  observed: number;
  believed: number;
  sd: number;
  ignored: number;
  score: number;
  stands_out: boolean;
  latent: Interval | null;
}

export interface LeftOut {
  trial: number;
  observed: number;
  mean: number;
  sd: number;
  lower: number;
  upper: number;
  probability: number;
}

export interface Importance {
  parameter: string;
  alone: Interval;
  total: Interval;
}

export interface Calibration {
  observations: number;
  covered: number;
  covered_half: number;
  rank_correlation: number;
}

export interface Fit {
  name: string;
  summary: string;
  sigma_h: number[];
  log_transformed: boolean;
  trials: number[];
  diagnostics: { rhat_max: number | null; ess_min: number | null; draws: number; chains: number; seconds: number };
}

export interface Overview {
  study: string;
  revision?: number;
  model: Fit;
  importance: Importance[];
  ignored: Ignored[];
  leave_one_out: LeftOut[];
  calibration: Calibration;
}

type Numbers = (number | null)[];

export interface Slice {
  parameter: string;
  inactive?: string;
  values?: Value[];
  mean?: Numbers;
  sd?: Numbers;
  lower?: Numbers;
  median?: Numbers;
  upper?: Numbers;
  acquisition?: Numbers;
}

export interface Slices {
  slices: Slice[];
  through: Params;
}

export interface Grid {
  parameters: [string, string];
  inactive?: string;
  rows?: Value[];
  columns?: Value[];
  mean?: Numbers[];
  sd?: Numbers[];
  acquisition?: Numbers[];
}

/// What would be suggested next; nobody has asked for it.
export interface Next {
  preview: true;
  none?: string; // why there is nothing
  trial?: number;
  params?: Params;
  initial?: boolean;
  expected?: Expected;
}

/// A grid as a report has it: numbers in steps from 0 to 255.
interface Steps {
  low: number | null;
  high: number | null;
  cells: Numbers[];
}

export type PackedGrid = Omit<Grid, "mean" | "sd" | "acquisition"> & {
  mean?: Steps;
  sd?: Steps;
  acquisition?: Steps;
};

export interface Curve {
  study: string;
  direction: Direction;
  best: (number | null)[];
}

/// What a report carries.
export interface Report {
  version: string;
  made: string;
  page: Page;
  details: TrialView[];
  models: (Overview & Slices & { grids: PackedGrid[] })[];
  next?: Next;
}
