// Health, in words: the verdicts with what to do about them, how well the model predicts, where the time went.
import type { LeftOut, Overview, Page, Trial, Verdict } from "../data/types";
import { counts, evaluationSeconds, hasValue, valueRange } from "../data/trials";
import { duration, number, percent } from "../ui/format";
import { Frame } from "../ui/frame";
import { useWidth } from "../ui/hooks";
import { Section, Waiting } from "../ui/section";
import { ticks } from "../ui/ticks";
import { useOverview, withoutModel } from "./belief";
import { useStudy } from "./context";

// What a verdict would have said if it had been made.
const questions: [string, string, string][] = [
  ["nothing_feasible", "Is there anything that counts?", "Yes: there are feasible values."],
  ["failing_region", "Do evaluations fail somewhere?", "No part of the space fails more than the rest."],
  ["noisy", "Are values noisier than told?", "There is no sign of noise that nobody spoke of."],
  ["not_predictive", "Does the model predict?", "Nothing speaks against it."],
  ["at_bound", "Is the best point at a bound?", "The best values do not press against one."],
  ["chains_disagree", "Did the chains agree?", "Those of the last fits did."],
  ["converged", "Is further improvement unlikely?", "There may be more to gain."],
  ["optimiser_is_the_cost", "Who needs the time?", "Mostly the evaluations, not craggy."],
];

// So many finished trials it takes to tell.
const fewest: Record<string, number> = {
  noisy: 10,
  not_predictive: 20,
  chains_disagree: 20,
  converged: 15,
  optimiser_is_the_cost: 20,
};
const ofModels = new Set(["not_predictive", "chains_disagree", "converged"]);

/// What is said without a verdict, and whether that is good news.
function otherwise(page: Page, id: string, fine: string): [string, boolean] {
  if (ofModels.has(id) && page.models.length === 0) return ["No model is asked in this study.", false];
  return page.counts.finished < (fewest[id] ?? 1) ? ["It takes more trials to tell.", false] : [fine, true];
}

const titles = { severe: "severe", warning: "warning", note: "note" };

function Finding({
  question,
  verdict,
  fine: [text, good],
}: {
  question: string;
  verdict: Verdict | undefined;
  fine: [string, boolean];
}) {
  return (
    <li class={verdict ? verdict.severity : good ? "fine" : "open"} data-verdict={verdict?.id}>
      <span class="badge">{verdict ? titles[verdict.severity] : good ? "fine" : "open"}</span>
      <div>
        <h3>{question}</h3>
        <p>{verdict ? verdict.sentence : text}</p>
        {verdict && <p class="advice">{verdict.advice}</p>}
      </div>
    </li>
  );
}

const told = (each: LeftOut) =>
  `trial ${each.trial}: ${number(each.observed)} observed, ${number(each.mean)} ± ${number(each.sd, 2)} predicted`;

/// Each value beside what the others predict of it; the diagonal is where they agree.
function CalibrationPlot({ left }: { left: LeftOut[] }) {
  const { page, open } = useStudy();
  const [box, width] = useWidth<HTMLDivElement>();
  const [low, high] = valueRange(
    left.flatMap((each) => [each.observed, each.mean]),
    page.direction,
  );
  const share = (value: number) => (value - low) / (high - low);
  const marks = ticks(low, high, 5).map((value) => ({ at: share(value), label: number(value) }));
  return (
    <div ref={box} class="calibration">
      <Frame
        width={Math.min(width, 460)}
        height={Math.min(width, 460) * 0.82}
        label="Predicted and observed values"
        xTicks={marks}
        yTicks={marks}
        xTitle="predicted by the others"
        yTitle="observed"
        left={64}
      >
        {(area) => {
          const clip = (value: number) => Math.min(Math.max(share(value), 0), 1);
          return (
            <>
              <line class="diagonal" x1={area.x(0)} y1={area.y(0)} x2={area.x(1)} y2={area.y(1)} />
              {left.slice(-1200).map((each) => {
                const out = each.probability < 0.025 || each.probability > 0.975;
                const y = area.y(clip(each.observed));
                return (
                  <g key={each.trial} class={out ? "out" : "within"} onClick={() => open(each.trial)}>
                    <title>{told(each)}</title>
                    <line x1={area.x(clip(each.lower))} x2={area.x(clip(each.upper))} y1={y} y2={y} />
                    {out ? (
                      <path d={`M${area.x(clip(each.mean))} ${y - 4.5}l4 4.5l-4 4.5l-4 -4.5Z`} />
                    ) : (
                      <circle cx={area.x(clip(each.mean))} cy={y} r={2.6} />
                    )}
                  </g>
                );
              })}
            </>
          );
        }}
      </Frame>
    </div>
  );
}

function Predicts({ overview }: { overview: Overview }) {
  const { calibration: all, model } = overview;
  if (all.observations < 2) return <p class="note">A single value has no others that could predict it.</p>;
  return (
    <div class="predicts">
      <h3>How well the {model.name} model predicts what it has not seen</h3>
      <p>
        Each of {all.observations} values as the others predict it: {percent(all.covered)} lie within the band that
        should have 95 %, {percent(all.covered_half)} within the one that should have half; the rank correlation is{" "}
        {number(all.rank_correlation, 2)}.
      </p>
      <CalibrationPlot left={overview.leave_one_out} />
      <p class="legend">
        <span class="key disc">within its band of 95 %</span>
        <span class="key diamond">outside</span>
      </p>
    </div>
  );
}

const sum = (numbers: (number | null | undefined)[]) => numbers.reduce<number>((all, each) => all + (each ?? 0), 0);

/// How the last suggestions paid, and where the time went.
function Shares({ trials }: { trials: Trial[] }) {
  const { page } = useStudy();
  const suggesting = sum(trials.map((each) => each.suggest_seconds));
  const evaluating = sum(trials.map((each) => evaluationSeconds(each)));
  const whole = suggesting + evaluating;
  const sign = page.direction === "minimize" ? -1 : 1;
  let best = -Infinity;
  const paid: boolean[] = [];
  for (const each of trials.filter(hasValue)) {
    const gained = counts(each) && sign * each.value > best;
    if (gained) best = sign * each.value;
    if (each.expected) paid.push(gained);
  }
  const last = paid.slice(-20);
  const left = trials
    .filter((each) => each.expected?.improvement != null)
    .slice(-8)
    .map((each) => each.expected!.improvement!);
  return (
    <ul class="shares">
      {whole > 0 && (
        <li>
          <div
            class="split"
            role="img"
            aria-label={`craggy ${percent(suggesting / whole)}, evaluations ${percent(evaluating / whole)}`}
          >
            <span class="ours" style={{ flexGrow: String((100 * suggesting) / whole) }} />
            <span style={{ flexGrow: String((100 * evaluating) / whole) }} />
          </div>
          craggy has taken {percent(suggesting / whole)} of the time: {duration(suggesting)} to choose points,{" "}
          {duration(evaluating)} to evaluate them.
        </li>
      )}
      {last.length > 0 && (
        <li>
          {last.filter(Boolean).length} of the last {last.length} suggestions gave a new best value.
        </li>
      )}
      {left.length > 0 && (
        <li>
          The last {left.length} of them expected to improve on it by {number(sum(left) / left.length, 2)} each.
        </li>
      )}
    </ul>
  );
}

function Predictions() {
  const overview = useOverview();
  const { page } = useStudy();
  if (withoutModel(page.models.length, page.counts.finished)) return null;
  return (
    <>
      <Waiting {...overview} loading={overview.loading && !overview.value} what="Fitting the model…" />
      {overview.value && <Predicts overview={overview.value} />}
    </>
  );
}

export function Health() {
  const { page } = useStudy();
  const found = new Map(page.verdicts.map((each) => [each.id, each]));
  const order = { severe: 0, warning: 1, note: 2, fine: 3 };
  const weight = (id: string) => order[found.get(id)?.severity ?? "fine"];
  const known = new Set(questions.map(([id]) => id));
  const others: [string, string, string][] = page.verdicts
    .filter((each) => !known.has(each.id))
    .map((each) => [each.id, each.id.replaceAll("_", " "), ""]);
  return (
    <Section id="health" title="Health">
      {() =>
        page.trials.length === 0 ? (
          <p class="note">Nothing can be said before the first trial.</p>
        ) : (
          <div class="health">
            <div>
              <ul class="findings">
                {[...questions, ...others]
                  .sort((a, b) => weight(a[0]) - weight(b[0]))
                  .map(([id, question, fine]) => (
                    <Finding key={id} question={question} verdict={found.get(id)} fine={otherwise(page, id, fine)} />
                  ))}
              </ul>
              <Shares trials={page.trials} />
            </div>
            <Predictions />
          </div>
        )
      }
    </Section>
  );
}
