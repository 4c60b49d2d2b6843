// The page: which study, its parts one below the other, light or dark.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { axisOf } from "./data/space";
import type { Source } from "./data/source";
import { merged } from "./data/trials";
import type { Page } from "./data/types";
import { clock, number, plural } from "./ui/format";
import { ThemeContext, useAsync, useSettled } from "./ui/hooks";
import { Waiting } from "./ui/section";
import { Belief } from "./views/belief";
import { StudyContext, type StudyState } from "./views/context";
import { Edit } from "./views/edit";
import { Health } from "./views/health";
import { History } from "./views/history";
import { ImportanceView } from "./views/importance";
import { Parallel } from "./views/parallel";
import { Scatter } from "./views/scatter";
import { linkTo, Studies } from "./views/studies";
import { Table } from "./views/table";
import { Timeline } from "./views/timeline";
import { TrialPanel } from "./views/trial";

type Theme = "light" | "dark";

function useThemeChoice(): [Theme, () => void] {
  const query = useMemo(() => matchMedia("(prefers-color-scheme: dark)"), []);
  const [theme, setTheme] = useState<Theme>(query.matches ? "dark" : "light");
  useEffect(() => {
    const follow = () => setTheme(query.matches ? "dark" : "light");
    query.addEventListener("change", follow);
    return () => query.removeEventListener("change", follow);
  }, [query]);
  // Paper is white. Before the effects of what is inside, which draw with the colours that are set here.
  useLayoutEffect(() => {
    const begin = () => (document.documentElement.dataset["theme"] = "light");
    const end = () => (document.documentElement.dataset["theme"] = theme);
    end();
    addEventListener("beforeprint", begin);
    addEventListener("afterprint", end);
    return () => {
      removeEventListener("beforeprint", begin);
      removeEventListener("afterprint", end);
    };
  }, [theme]);
  return [theme, () => setTheme(theme === "dark" ? "light" : "dark")];
}

/// "#/study/section".
function usePlace(): [string, string] {
  const read = (): [string, string] => {
    const [study = "", section = ""] = location.hash.replace(/^#\/?/, "").split("/");
    try {
      return [decodeURIComponent(study), section];
    } catch {
      return ["", ""];
    }
  };
  const [place, setPlace] = useState(read);
  useEffect(() => {
    const follow = () => setPlace(read());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return place;
}

// Between two requests for changes, in milliseconds; longer where they take longer.
const leastRest = 300;

/// A page that follows its study: first whole, then what has changed.
/// `connections` grows when the server is back: then something may have been missed. `deletions` grows when the study
/// is deleted: another one may take its name.
function usePage(
  source: Source,
  study: string,
  revision: number,
  connections: number,
  deletions: number,
): { page: Page | null; error: string } {
  const [page, setPage] = useState<Page | null>(null);
  const [error, setError] = useState("");
  const asked = useRef(0);
  const current = useRef("");
  const busy = useRef("");
  const restUntil = useRef(0);
  const deleted = useRef(0);
  const failed = useRef(false);
  useEffect(() => {
    current.current = study;
    setPage(null);
    setError("");
  }, [study]);
  // One request at a time; what has changed meanwhile is asked for when its answer is there.
  useEffect(() => {
    const isNew = !page || page.study !== study || deleted.current !== deletions || failed.current;
    if (study === "" || busy.current === study) return;
    if (!isNew && page.revision >= revision && asked.current === connections) return;
    asked.current = connections;
    deleted.current = deletions;
    busy.current = study;
    const rest = isNew ? 0 : Math.max(0, restUntil.current - Date.now());
    const next = new Promise((go) => setTimeout(go, rest)).then(async () => {
      const begin = Date.now();
      const value = isNew ? await source.page(study) : merged(page, await source.changes(study, page.revision));
      restUntil.current = Date.now() + Math.max(leastRest, 2 * (Date.now() - begin));
      return value;
    });
    const end = (take: () => void) => {
      if (busy.current === study) busy.current = "";
      if (current.current === study) take();
    };
    next.then(
      (value) => end(() => ((failed.current = false), setPage(value), setError(""))),
      (reason: Error) => end(() => ((failed.current = true), setError(reason.message))),
    );
  }, [study, revision, connections, deletions, page]);
  return { page: page && page.study === study ? page : null, error };
}

function Facts({ page }: { page: Page }) {
  const { counts } = page;
  const all = counts.finished + counts.failed + counts.running + counts.waiting;
  return (
    <dl class="tiles">
      <div>
        <dt>best value</dt>
        <dd class="large">{page.best ? number(page.best.value, 6) : "–"}</dd>
        <dd>{page.best ? `in trial ${page.best.trial}` : "none yet"}</dd>
      </div>
      <div>
        <dt>trials</dt>
        <dd class="large">{all.toLocaleString("en")}</dd>
        <dd>
          {counts.failed > 0 ? `${counts.failed} failed, ` : ""}
          {counts.infeasible > 0 ? `${counts.infeasible} infeasible, ` : ""}
          {counts.running} running
        </dd>
      </div>
      <div>
        <dt>parameters</dt>
        <dd class="large">{page.parameters.length}</dd>
        <dd>{page.direction}</dd>
      </div>
      <div>
        <dt>surrogate</dt>
        <dd class="large">{page.surrogate}</dd>
        <dd>since {clock(page.created)}</dd>
      </div>
    </dl>
  );
}

const sections = [
  ["history", "History"],
  ["belief", "Belief"],
  ["importance", "Importance"],
  ["relations", "Relations"],
  ["scatter", "Scatter"],
  ["health", "Health"],
  ["timeline", "Timeline"],
  ["trials", "Trials"],
] as const;

function StudyPage({
  source,
  page,
  editable,
  section,
}: {
  source: Source;
  page: Page;
  editable: boolean;
  section: string;
}) {
  const [opened, open] = useState<number | null>(null);
  const [selected, select] = useState<Set<number> | null>(null);
  const [picked, setModel] = useState("");
  const models = page.models.filter((each) => source.has(each.name));
  const model = picked || (models.find((each) => each.name === "latent") ?? models[0])?.name || "";
  const axes = useMemo(() => page.parameters.map(axisOf), [page.parameters]);
  const [needed, need] = useState(false);
  const busy = useRef(false);
  const finished = useSettled(source.live ? page.counts.finished : 0, busy.current, 3);
  const wanted = needed && model !== "" && page.counts.finished > 0;
  const overview = useAsync(wanted ? () => source.overview(page.study, model) : null, [model, wanted, finished]);
  busy.current = overview.loading;
  const shownOnce = wanted && overview.value !== null;
  const next = useAsync(shownOnce ? () => source.next(page.study) : null, [shownOnce, overview.value]);
  const shown = overview.value && overview.value.model.name !== model ? { ...overview, value: null } : overview;
  const state: StudyState = {
    source,
    page,
    axes,
    editable,
    open,
    opened,
    selected,
    select,
    model,
    setModel,
    overview: shown,
    needOverview: () => need(true),
    next,
  };
  useEffect(() => {
    document.title = `${page.study} · craggy`;
    if (section) document.getElementById(section)?.scrollIntoView();
  }, [page.study, section]);
  return (
    <StudyContext.Provider value={state}>
      <nav aria-label="Parts of this page">
        {[...sections, ...(editable ? [["edit", "Change"] as const] : [])].map(([id, title]) => (
          <a
            key={id}
            href={linkTo(page.study, id)}
            aria-current={id === section ? "location" : undefined}
            onClick={() => document.getElementById(id)?.scrollIntoView()}
          >
            {title}
          </a>
        ))}
      </nav>
      <main>
        <h1>{page.study}</h1>
        <Facts page={page} />
        {page.remarks && <p class="remarks">{page.remarks}</p>}
        <History />
        <Belief />
        <ImportanceView />
        <Parallel />
        <Scatter />
        <Health />
        <Timeline />
        <Table />
        {editable && <Edit />}
      </main>
      <TrialPanel />
    </StudyContext.Provider>
  );
}

export function App({ source, only }: { source: Source; only: string }) {
  const [theme, toggle] = useThemeChoice();
  const [place, section] = usePlace();
  const study = only || place;
  const [revisions, setRevisions] = useState(new Map<string, number>());
  const [deletions, setDeletions] = useState(new Map<string, number>());
  const [changes, setChanges] = useState(0);
  const [connections, setConnections] = useState(0);
  const [up, setUp] = useState(true);
  const [editable, setEditable] = useState(false);
  const noticed = useCallback((name: string, revision: number) => {
    setRevisions((before) => new Map(before).set(name, revision));
    if (revision === 0) setDeletions((before) => new Map(before).set(name, (before.get(name) ?? 0) + 1));
    setChanges((before) => before + 1);
  }, []);
  const connected = useCallback((now: boolean) => {
    setUp(now);
    if (now) setConnections((before) => before + 1);
  }, []);
  useEffect(() => source.watch(noticed, connected), [source]);
  useEffect(() => void source.editable().then(setEditable, () => undefined), [source]);
  const { page, error } = usePage(source, study, revisions.get(study) ?? 0, connections, deletions.get(study) ?? 0);
  return (
    <ThemeContext.Provider value={theme}>
      <header class="bar">
        <a class="brand" href={only ? "#/" : "#/"}>
          <svg viewBox="0 0 32 20" width="32" height="20" aria-hidden="true">
            <path d="M1 18L8 7l3 4l5-9l4 7l3-3l8 12" />
          </svg>
          craggy
        </a>
        {source.live && study !== "" && <a href="#/">all studies</a>}
        <span class="grow" />
        {source.live ? (
          <span class={up ? "live" : "live down"} role="status">
            {up ? "live" : "not connected"}
          </span>
        ) : (
          <span class="muted">made {clock(source.made)}</span>
        )}
        <button type="button" onClick={toggle} aria-label={theme === "dark" ? "Light colours" : "Dark colours"}>
          {theme === "dark" ? "☀" : "☾"}
        </button>
      </header>
      {study === "" ? (
        <Studies source={source} changes={changes + connections} />
      ) : page ? (
        <>
          {error && <Waiting error={error} loading={false} what="" />}
          <StudyPage key={study} source={source} page={page} editable={editable} section={section} />
        </>
      ) : (
        <main>
          <Waiting error={error} loading what={`Reading ${study}…`} />
        </main>
      )}
      <footer>
        craggy {source.version}
        {page ? `, ${plural(page.trials.length, "trial")}` : ""}
      </footer>
    </ThemeContext.Provider>
  );
}
