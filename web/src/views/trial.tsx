// Why this point: one trial with what was expected, what came, its attempts and the end of its output.
import { useEffect, useRef, useState } from "preact/hooks";
import { evaluationSeconds } from "../data/trials";
import type { Attempt, TrialView } from "../data/types";
import { clock, duration, number, percent } from "../ui/format";
import { useAsync } from "../ui/hooks";
import { Waiting } from "../ui/section";
import { useStudy } from "./context";

/// The expected value with two standard deviations on either side, and the value that came.
function Came({ trial }: { trial: TrialView }) {
  const { mean, sd } = trial.reason;
  const value = trial.value;
  if (typeof mean !== "number" || typeof sd !== "number") return null;
  const ends = [mean - 3 * sd, mean + 3 * sd, ...(typeof value === "number" ? [value] : [])];
  const low = Math.min(...ends);
  const high = Math.max(...ends);
  const x = (at: number) => 10 + (300 * (at - low)) / (high - low || 1);
  const away = typeof value === "number" && sd > 0 ? (value - mean) / sd : null;
  return (
    <figure class="came">
      <svg class="chart" viewBox="0 0 320 56" role="img" aria-label="What was expected, and what came">
        <line class="axis" x1={10} x2={310} y1={30} y2={30} />
        <rect
          class="band"
          x={x(mean - 2 * sd)}
          width={Math.max(1, x(mean + 2 * sd) - x(mean - 2 * sd))}
          y={20}
          height={20}
          rx={4}
        />
        <line class="mean" x1={x(mean)} x2={x(mean)} y1={16} y2={44} />
        {typeof value === "number" && <path class="jag" d={`M${x(value)} 23l7 7l-7 7l-7 -7Z`} />}
        <text class="tick" x={Math.min(Math.max(x(mean), 45), 275)} y={12} text-anchor="middle">
          expected {number(mean)} ± {number(sd, 2)}
        </text>
        {typeof value === "number" && (
          <text class="tick" x={Math.min(Math.max(x(value), 30), 290)} y={54} text-anchor="middle">
            came {number(value)}
          </text>
        )}
      </svg>
      {away !== null && (
        <figcaption>
          {Math.abs(away) < 2 ? "As expected: " : "A surprise: "}
          {Math.abs(away).toFixed(1)} standard deviations {away > 0 ? "above" : "below"} the mean.
        </figcaption>
      )}
    </figure>
  );
}

const Printed = ({ title, text }: { title: string; text: string }) => (
  <details>
    <summary>the end of its {title}</summary>
    <pre>{text}</pre>
  </details>
);

function AttemptLine({ attempt }: { attempt: Attempt }) {
  return (
    <li>
      <b>{attempt.outcome}</b> by {attempt.worker || "an unnamed worker"}
      {attempt.host && attempt.host !== attempt.worker ? ` on ${attempt.host}` : ""}, {clock(attempt.started)}
      {attempt.seconds != null && `, ${duration(attempt.seconds)}`}
      {attempt.exit_code !== undefined && `, exit status ${attempt.exit_code}`}
      {attempt.message && <pre>{attempt.message}</pre>}
      {attempt.output && <Printed title="standard output" text={attempt.output} />}
      {attempt.errors && <Printed title="standard error" text={attempt.errors} />}
    </li>
  );
}

function Fail({ trial }: { trial: TrialView }) {
  const { source, page } = useStudy();
  const [message, setMessage] = useState("");
  const [said, setSaid] = useState("");
  const send = (event: Event) => {
    event.preventDefault();
    source.fail(page.study, trial.trial, message).then(
      () => setSaid("It is marked as failed."),
      (error: Error) => setSaid(error.message),
    );
  };
  return (
    <form class="edit" onSubmit={send}>
      <label>
        <span>Give it up, because</span>
        <input value={message} onInput={(event) => setMessage(event.currentTarget.value)} />
      </label>
      <button type="submit">Mark as failed</button>
      <p role="status">{said}</p>
    </form>
  );
}

function Details({ trial }: { trial: TrialView }) {
  const { page, axes, editable } = useStudy();
  const rows: [string, string][] = [["state", trial.state + (trial.feasible === false ? ", infeasible" : "")]];
  if (trial.value !== undefined) rows.push(["value", number(trial.value, 8)]);
  if (trial.noise != null) rows.push(["noise (sd)", number(trial.noise)]);
  if (trial.constraints) rows.push(["constraints", trial.constraints.map((each) => number(each)).join(", ")]);
  const { reason } = trial;
  if (reason.acquisition != null) rows.push(["acquisition", number(reason.acquisition)]);
  if (reason.success != null) rows.push(["probability of success", percent(reason.success)]);
  if (reason.feasible != null) rows.push(["probability of being feasible", percent(reason.feasible)]);
  if (reason.improvement != null) rows.push(["expected improvement", number(reason.improvement, 3)]);
  rows.push(["chosen by", reason.model ?? trial.model ?? "nobody: it was given"]);
  if (trial.sigma_h && trial.sigma_h.length > 0)
    rows.push(["σ_h", trial.sigma_h.map((each) => number(each, 3)).join(", ")]);
  const choosing = (trial.fit_seconds ?? 0) + (trial.acquisition_seconds ?? 0);
  if (trial.fit_seconds != null) rows.push(["time to choose", duration(choosing)]);
  const evaluating = evaluationSeconds(trial, choosing);
  if (evaluating !== null) rows.push(["time to evaluate", duration(evaluating)]);
  rows.push(["created", clock(trial.created)], ["seed", String(trial.seed)]);
  return (
    <>
      <p class="reason">{reason.sentence}</p>
      <Came trial={trial} />
      <h3>Parameters</h3>
      <dl>
        {page.parameters.map((parameter, i) => {
          const value = trial.params[parameter.name];
          return (
            <div key={parameter.name} class={value === undefined ? "inactive" : ""}>
              <dt>{parameter.name}</dt>
              <dd>{value === undefined ? "inactive" : axes[i]!.choices ? String(value) : String(value)}</dd>
            </div>
          );
        })}
      </dl>
      <h3>Outcome</h3>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {trial.message && (
        <>
          <h3>Message</h3>
          <pre>{trial.message}</pre>
        </>
      )}
      <h3>Attempts</h3>
      {trial.all_attempts.length === 0 ? (
        <p class="note">Nobody has evaluated it.</p>
      ) : (
        <ul class="attempts">
          {trial.all_attempts.map((each) => (
            <AttemptLine key={each.attempt} attempt={each} />
          ))}
        </ul>
      )}
      {editable && (trial.state === "running" || trial.state === "waiting") && <Fail trial={trial} />}
    </>
  );
}

export function TrialPanel() {
  const { source, page, opened, open } = useStudy();
  const dialog = useRef<HTMLDialogElement>(null);
  const known = page.trials.find((each) => each.trial === opened);
  const loaded = useAsync(opened === null ? null : () => source.trial(page.study, opened), [page.study, opened, known]);
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (opened !== null && !element.open) element.showModal();
    if (opened === null && element.open) element.close();
  }, [opened]);
  const step = (by: number) => {
    const at = page.trials.findIndex((each) => each.trial === opened);
    const next = page.trials[at + by];
    if (next) open(next.trial);
  };
  const trial = loaded.value && loaded.value.trial === opened ? loaded.value : null;
  return (
    <dialog
      ref={dialog}
      class="trial"
      aria-labelledby="trial-title"
      onClose={() => open(null)}
      onClick={(event) => event.target === dialog.current && open(null)}
    >
      <div class="sheet">
        <header>
          <h2 id="trial-title">Why trial {opened}?</h2>
          <div class="tools">
            <button type="button" onClick={() => step(-1)} aria-label="the trial before">
              ‹
            </button>
            <button type="button" onClick={() => step(1)} aria-label="the next trial">
              ›
            </button>
            <button type="button" onClick={() => open(null)} aria-label="close">
              ×
            </button>
          </div>
        </header>
        <Waiting {...loaded} loading={!trial} what="Reading the trial…" />
        {trial && <Details trial={trial} />}
      </div>
    </dialog>
  );
}
