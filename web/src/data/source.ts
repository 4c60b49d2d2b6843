// Where the pages get their documents from: a server that follows the store, or the report's own data.
import type { Changes, Curve, Grid, Next, Overview, Page, Params, Slices, Summary, TrialView } from "./types";

export interface Source {
  readonly live: boolean;
  readonly version: string;
  readonly made: string; // when a report was made
  editable(): Promise<boolean>;
  studies(): Promise<Summary[]>;
  page(study: string): Promise<Page>;
  changes(study: string, since: number): Promise<Changes>;
  trial(study: string, trial: number): Promise<TrialView>;
  overview(study: string, model: string): Promise<Overview>;
  /// What would be suggested next; null where that is not known.
  next(study: string): Promise<Next | null>;
  /// Through "best", the point of a trial, or the "next" suggestion.
  slices(study: string, model: string, through: string): Promise<Slices>;
  grid(study: string, model: string, row: string, column: string, through: string): Promise<Grid>;
  curves(match: string): Promise<Curve[]>;
  /// Whether it can show this model: a report may have been made without.
  has(model: string): boolean;
  /// The pairs that there is a grid of; nothing: all.
  pairs(model: string): [string, string][] | null;
  enqueue(study: string, params: Params): Promise<void>;
  fail(study: string, trial: number, message: string): Promise<void>;
  remark(study: string, text: string): Promise<void>;
  /// Calls back when a study has changed, and when the connection comes and goes. Gives a function that ends it.
  watch(changed: (study: string, revision: number) => void, connected: (up: boolean) => void): () => void;
}
