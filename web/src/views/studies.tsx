// The studies of a store, and several of them compared.
import { useState } from "preact/hooks";
import type { Source } from "../data/source";
import type { Summary } from "../data/types";
import { clock, number, plural } from "../ui/format";
import { useAsync } from "../ui/hooks";
import { Waiting } from "../ui/section";
import { Compare } from "./compare";

export const linkTo = (study: string, section = "") => `#/${encodeURIComponent(study)}${section ? `/${section}` : ""}`;

function Progress({ summary }: { summary: Summary }) {
  const { counts } = summary;
  if (!counts) return null;
  const all = counts.finished + counts.failed + counts.running + counts.waiting;
  if (all === 0) return <span class="muted">none yet</span>;
  const good = counts.finished - counts.infeasible;
  const parts: [string, number][] = [
    ["good", good],
    ["infeasible", counts.infeasible],
    ["failed", counts.failed],
    ["running", counts.running],
    ["waiting", counts.waiting],
  ];
  const text = parts
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name === "good" ? "finished" : name}`)
    .join(", ");
  return (
    <span class="progress">
      <span class="split" aria-hidden="true">
        {parts.map(
          ([name, count]) => count > 0 && <span key={name} class={name} style={{ flexGrow: String(count) }} />,
        )}
      </span>
      <span>{text}</span>
    </span>
  );
}

function Row({ summary }: { summary: Summary }) {
  return (
    <tr>
      <th scope="row">{summary.problem ? summary.study : <a href={linkTo(summary.study)}>{summary.study}</a>}</th>
      {summary.problem ? (
        <td colSpan={3}>{summary.problem}</td>
      ) : (
        <>
          <td class="number">{summary.best ? number(summary.best.value, 6) : "–"}</td>
          <td>{summary.direction}</td>
          <td>
            <Progress summary={summary} />
          </td>
        </>
      )}
      <td>{clock(summary.created)}</td>
    </tr>
  );
}

export function Studies({ source, changes }: { source: Source; changes: number }) {
  const loaded = useAsync(() => source.studies(), [changes]);
  const [text, setText] = useState("");
  const shown = (loaded.value ?? []).filter((each) => each.study.toLowerCase().includes(text.toLowerCase()));
  return (
    <main>
      <section aria-labelledby="studies-title">
        <header>
          <h1 id="studies-title">Studies</h1>
          <div class="tools">
            <label class="select">
              <span>find</span>
              <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
            </label>
          </div>
        </header>
        <Waiting {...loaded} loading={loaded.loading && !loaded.value} what="Reading the store…" />
        {loaded.value && loaded.value.length === 0 && (
          <p class="note">This store has no studies yet. “craggy run” makes one; it will appear here.</p>
        )}
        {shown.length > 0 && (
          <div class="scrolls" tabIndex={0} role="region" aria-label="Studies">
            <table class="studies">
              <thead>
                <tr>
                  <th scope="col">study</th>
                  <th scope="col" class="number">
                    best
                  </th>
                  <th scope="col">direction</th>
                  <th scope="col">trials</th>
                  <th scope="col">created</th>
                </tr>
              </thead>
              <tbody>
                {shown.map((each) => (
                  <Row key={each.study} summary={each} />
                ))}
              </tbody>
            </table>
          </div>
        )}
        {loaded.value && loaded.value.length > 0 && (
          <p class="readout">{plural(shown.length, "study").replace("studys", "studies")}</p>
        )}
      </section>
      {loaded.value && loaded.value.length > 1 && <Compare source={source} studies={loaded.value} changes={changes} />}
    </main>
  );
}
