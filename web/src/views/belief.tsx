// What the model believes and what it ignores: slices, a contour, and each observation beside the belief.
import { useEffect, useState } from "preact/hooks";
import type { Overview } from "../data/types";
import { number, percent, plural } from "../ui/format";
import type { Loaded } from "../ui/hooks";
import { Choice, Section, Select, Waiting } from "../ui/section";
import { Contour } from "./contour";
import { useStudy } from "./context";
import { IgnoredDetail } from "./ignored";
import { SliceCards } from "./slices";

/// The overview of the chosen model: one for all views, fetched when the first of them is seen.
export function useOverview(): Loaded<Overview> {
  const { overview, needOverview } = useStudy();
  useEffect(needOverview, []);
  return overview;
}

export function withoutModel(models: number, finished: number): string {
  if (models === 0) return "This study takes random points: there is no model to look at.";
  return finished === 0 ? "There is nothing to believe before the first trial has finished." : "";
}

export function ModelChoice({
  all,
  value,
  onChange,
}: {
  all?: boolean;
  value: string;
  onChange: (name: string) => void;
}) {
  const { page, source } = useStudy();
  const models = page.models.filter((each) => source.has(each.name));
  if (models.length < 2 || page.counts.finished === 0) return null;
  const options = models.map((each) => [each.name, each.name] as const);
  return (
    <Choice
      label="Model"
      value={value}
      options={all ? [...options, ["all", "all"] as const] : options}
      onChange={onChange}
    />
  );
}

function useThrough(): [string, preact.JSX.Element | null] {
  const { source, page, opened, next } = useStudy();
  const [through, setThrough] = useState("best");
  if (!source.live || page.counts.finished === 0 || page.models.length === 0) return ["best", null];
  const options: [string, string][] = [["best", page.best ? `best (trial ${page.best.trial})` : "the middle"]];
  if (next.value?.params || through === "next") options.push(["next", "next suggestion"]);
  if (opened !== null) options.push([String(opened), `trial ${opened}`]);
  if (through !== "best" && through !== "next" && through !== String(opened))
    options.push([through, `trial ${through}`]);
  return [through, <Select label="through" value={through} options={options} onChange={setThrough} />];
}

function Fitted({ overview }: { overview: Overview }) {
  const { model, ignored, calibration } = overview;
  const standing = ignored.filter((each) => each.stands_out).length;
  return (
    <p class="facts">
      <b>{model.name}</b>: {model.summary} It has learned from {plural(ignored.length, "value")}
      {ignored.length > 1 &&
        ` and takes ${standing === 0 ? "none" : standing} of them for a jag; ${percent(calibration.covered)} of the ` +
          "values lie within the band of 95 % that the others predict"}
      . {model.diagnostics.rhat_max !== null && `R-hat ${number(model.diagnostics.rhat_max, 3)}.`}
    </p>
  );
}

/// What would come next, in words; marked as what it is.
function Preview() {
  const { next, axes, page } = useStudy();
  if (next.loading && !next.value) return <p class="facts next">Computing what would be suggested next…</p>;
  if (next.error) return <p class="facts next">What would be suggested next is not known: {next.error}</p>;
  if (!next.value) return null;
  const { none, trial, params, expected, initial } = next.value;
  if (!params) return <p class="facts next">No next suggestion: {none}.</p>;
  const waiting = page.counts.waiting;
  const here = axes
    .filter((axis) => params[axis.name] !== undefined)
    .map((axis) => `${axis.name} = ${axis.text(params[axis.name]!)}`);
  return (
    <p class="facts next">
      <span class="key ring">next suggestion</span> (a preview: nobody has asked for it yet
      {waiting > 0 ? `, and ${plural(waiting, "trial")} that ${waiting > 1 ? "wait go" : "waits goes"} first` : ""}
      ): trial {trial} at {here.join(", ")}
      {expected
        ? `. The ${expected.model} model expects ${number(expected.mean)} ± ${number(expected.sd, 2)}.`
        : initial
          ? ", of the initial design."
          : "."}
    </p>
  );
}

function Believed({ all, through }: { all: boolean; through: string }) {
  const overview = useOverview();
  const { page } = useStudy();
  const missing = withoutModel(page.models.length, page.counts.finished);
  if (missing) return <p class="note">{missing}</p>;
  return (
    <>
      <Waiting {...overview} loading={overview.loading && !overview.value} what="Fitting the model…" />
      {overview.value && (
        <div class={overview.loading ? "stale" : ""}>
          <Fitted overview={overview.value} />
          <Preview />
          <SliceCards overview={overview.value} all={all} through={through} />
          {page.parameters.length > 1 && <Contour overview={overview.value} through={through} />}
          <IgnoredDetail overview={overview.value} />
        </div>
      )}
    </>
  );
}

export function Belief() {
  const { model, setModel } = useStudy();
  const [all, setAll] = useState(false);
  const [through, picker] = useThrough();
  const choose = (name: string) => {
    setAll(name === "all");
    if (name !== "all") setModel(name);
  };
  return (
    <Section
      id="belief"
      title="What the model believes, and what it ignores"
      lead={
        <>
          Each panel goes through one point along one parameter: the mean, the band that should have the function with
          95 %, and below it what an evaluation is worth. A <span class="key diamond">diamond</span> is a value that the
          model takes for a jag; the line from it ends where the model believes the trend to be.
        </>
      }
      tools={
        <>
          <ModelChoice all value={all ? "all" : model} onChange={choose} />
          {picker}
        </>
      }
    >
      {() => <Believed all={all} through={through} />}
    </Section>
  );
}
