// All trials: sorted by any column, filtered by state and text, exported as CSV. Only the rows in sight are made.
import { useEffect, useMemo, useState } from "preact/hooks";
import { evaluationSeconds } from "../data/trials";
import type { Page, Trial, Value } from "../data/types";
import { duration, number, plural } from "../ui/format";
import { Section, Select } from "../ui/section";
import { useStudy } from "./context";

interface Column {
  name: string;
  of(trial: Trial): Value | null | undefined;
  text(trial: Trial): string;
  wide?: boolean;
  numeric?: boolean;
  screen?: boolean; // not on paper
}

function columnsOf(page: Page): Column[] {
  const state = (trial: Trial) => (trial.feasible === false ? "infeasible" : trial.state);
  return [
    { name: "trial", of: (each) => each.trial, text: (each) => String(each.trial) },
    { name: "state", of: state, text: state },
    {
      name: "value",
      numeric: true,
      of: (each) => each.value,
      text: (each) => (each.value === undefined ? "" : number(each.value, 6)),
    },
    ...page.parameters.map(({ name, choices }) => ({
      name,
      numeric: !choices,
      of: (each: Trial) => each.params[name],
      text: (each: Trial) => {
        const value = each.params[name];
        return typeof value === "number" ? number(value, 5) : value === undefined ? "" : String(value);
      },
    })),
    { name: "model", of: (each) => each.model, text: (each) => each.model ?? "" },
    {
      name: "time",
      numeric: true,
      of: (each) => evaluationSeconds(each),
      text: (each) => (each.seconds == null ? "" : duration(evaluationSeconds(each)!)),
    },
    { name: "worker", screen: true, of: (each) => each.worker, text: (each) => each.worker ?? "" },
    {
      name: "message",
      of: (each) => each.message,
      text: (each) => (each.message ?? "").trim().split("\n").at(-1) ?? "",
      wide: true,
      screen: true,
    },
  ];
}

function classesOf(column: Column, trial: Trial): string {
  const classes = [typeof column.of(trial) === "number" && "number", column.wide && "wide", column.screen && "screen"];
  if (column.name === "state") classes.push("state", column.text(trial));
  return classes.filter(Boolean).join(" ");
}

function compare(a: Value | null | undefined, b: Value | null | undefined): number {
  const missing = Number(a === null || a === undefined) - Number(b === null || b === undefined);
  if (missing !== 0 || a === null || a === undefined || b === null || b === undefined) return missing;
  return typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b));
}

const quoted = (value: Value | null | undefined) => {
  let text = value === null || value === undefined ? "" : String(value);
  // A spreadsheet would take such a text for a formula.
  if (typeof value === "string" && /^[=+\-@\t\r]/.test(text)) text = `'${text}`;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

function exportCsv(study: string, columns: Column[], trials: Trial[]) {
  const lines = [
    columns.map((each) => quoted(each.name)),
    ...trials.map((trial) => columns.map((each) => quoted(each.of(trial)))),
  ];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(
    new Blob([lines.map((each) => `${each.join(",")}\n`).join("")], { type: "text/csv" }),
  );
  link.download = `${study.replace(/[^\w.-]+/g, "_")}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const rowHeight = 28;
const shownRows = 16;
const mostPrinted = 1000;

function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => setPrinting(true);
    const end = () => setPrinting(false);
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, []);
  return printing;
}

function Rows({ trials, columns, head }: { trials: Trial[]; columns: Column[]; head: preact.JSX.Element }) {
  const { open, opened, page } = useStudy();
  const [top, setTop] = useState(0);
  const printing = usePrinting();
  const first = printing ? 0 : Math.max(0, Math.min(Math.floor(top / rowHeight) - 4, trials.length - shownRows));
  const shown = printing ? trials.slice(0, mostPrinted) : trials.slice(first, first + shownRows + 8);
  const after = trials.length - first - shown.length;
  return (
    <div
      class="table"
      style={{ maxHeight: printing ? "none" : `${(shownRows + 1) * rowHeight}px` }}
      tabIndex={0}
      role="region"
      aria-label="All trials"
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <table aria-rowcount={trials.length + 1}>
        {head}
        <tbody>
          {first > 0 && <tr aria-hidden="true" style={{ height: `${first * rowHeight}px` }} />}
          {shown.map((trial, i) => (
            <tr
              key={trial.trial}
              aria-rowindex={first + i + 2}
              class={`${trial.trial === opened ? "opened " : ""}${trial.trial === page.best?.trial ? "best" : ""}`}
              onClick={() => open(trial.trial)}
            >
              {columns.map((column, k) =>
                k === 0 ? (
                  <th key={column.name} scope="row">
                    <button
                      type="button"
                      class="link"
                      onClick={(event) => (event.stopPropagation(), open(trial.trial))}
                    >
                      {trial.trial}
                    </button>
                  </th>
                ) : (
                  <td key={column.name} class={classesOf(column, trial)}>
                    {column.text(trial)}
                  </td>
                ),
              )}
            </tr>
          ))}
          {after > 0 && !printing && <tr aria-hidden="true" style={{ height: `${after * rowHeight}px` }} />}
        </tbody>
      </table>
    </div>
  );
}

type States = "all" | "finished" | "infeasible" | "failed" | "running" | "waiting";

function Trials() {
  const { page, selected } = useStudy();
  const columns = useMemo(() => columnsOf(page), [page.parameters]);
  const [order, setOrder] = useState<[string, boolean]>(["trial", true]);
  const [states, setStates] = useState<States>("all");
  const [text, setText] = useState("");
  const found = useMemo(() => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    const column = columns.find((each) => each.name === order[0]) ?? columns[0]!;
    const fits = (trial: Trial) => {
      if (selected && !selected.has(trial.trial)) return false;
      if (
        states !== "all" &&
        columns[1]!.text(trial) !== states &&
        !(states === "finished" && trial.state === "finished")
      )
        return false;
      if (words.length === 0) return true;
      const all =
        `${columns.map((each) => `${each.name}=${each.text(trial)}`).join(" ")} ${trial.message ?? ""}`.toLowerCase();
      return words.every((each) => all.includes(each));
    };
    const way = order[1] ? 1 : -1;
    return page.trials.filter(fits).sort((a, b) => {
      const [x, y] = [column.of(a), column.of(b)];
      const gone = x === null || x === undefined || y === null || y === undefined;
      return (gone ? 1 : way) * compare(x, y) || a.trial - b.trial;
    });
  }, [page.trials, columns, order, states, text, selected]);
  const head = (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((each) => (
          <th
            key={each.name}
            scope="col"
            class={`${each.numeric ? "number" : ""}${each.screen ? " screen" : ""}`}
            aria-sort={order[0] === each.name ? (order[1] ? "ascending" : "descending") : "none"}
          >
            <button type="button" onClick={() => setOrder([each.name, order[0] === each.name ? !order[1] : true])}>
              {each.name}
              <span aria-hidden="true">{order[0] === each.name ? (order[1] ? " ▲" : " ▼") : ""}</span>
            </button>
          </th>
        ))}
      </tr>
    </thead>
  );
  const options: [States, string][] = [
    ["all", "all states"],
    ["finished", "finished"],
    ["infeasible", "infeasible"],
    ["failed", "failed"],
    ["running", "running"],
    ["waiting", "waiting"],
  ];
  return (
    <>
      <div class="tools filters">
        <Select label="show" value={states} options={options} onChange={setStates} />
        <label class="select grow">
          <span>search</span>
          <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <button type="button" onClick={() => exportCsv(page.study, columns, found)}>
          Export CSV
        </button>
      </div>
      <Rows trials={found} columns={columns} head={head} />
      <p class="readout" role="status">
        {found.length === page.trials.length
          ? plural(found.length, "trial")
          : `${found.length} of ${plural(page.trials.length, "trial")}`}
      </p>
    </>
  );
}

export function Table() {
  return (
    <Section id="trials" title="Trials">
      {() => <Trials />}
    </Section>
  );
}
