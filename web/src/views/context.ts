// What all views of one study share.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Axis } from "../data/space";
import type { Source } from "../data/source";
import type { Next, Overview, Page } from "../data/types";
import type { Loaded } from "../ui/hooks";

export interface StudyState {
  source: Source;
  page: Page;
  axes: Axis[];
  editable: boolean;
  open(trial: number | null): void; // shows one trial
  opened: number | null;
  selected: Set<number> | null; // by brushing; null: all
  select(trials: Set<number> | null): void;
  model: string;
  setModel(name: string): void;
  overview: Loaded<Overview>; // of that model; not asked for before a view needs it
  needOverview(): void;
  next: Loaded<Next | null>; // after the overview: it takes another fit
}

export const StudyContext = createContext<StudyState | null>(null);

export function useStudy(): StudyState {
  const state = useContext(StudyContext);
  if (!state) throw new Error("a view outside of a study");
  return state;
}
