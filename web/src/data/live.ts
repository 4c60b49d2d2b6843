// Documents from the server, and its stream of events. All addresses are relative, so that a prefix is kept.
import type { Source } from "./source";
import type { Params } from "./types";

async function answer(response: Response): Promise<unknown> {
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body;
  const told = body && typeof body === "object" && "error" in body ? String(body.error) : "";
  throw new Error(told || `The server answered ${response.status}.`);
}

async function get<T>(path: string): Promise<T> {
  return (await answer(await fetch(`api/${path}`, { cache: "no-cache" }))) as T;
}

async function post(path: string, body: unknown): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  await answer(await fetch(`api/${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
}

const of = (study: string) => `studies/${encodeURIComponent(study)}`;

export function liveSource(version: string): Source {
  const model = (study: string, name: string) => `${of(study)}/models/${encodeURIComponent(name)}`;
  return {
    live: true,
    version,
    made: "",
    editable: async () => (await get<{ editable: boolean }>("server")).editable,
    studies: () => get("studies"),
    page: (study) => get(of(study)),
    changes: (study, since) => get(`${of(study)}/changes?since=${since}`),
    trial: (study, trial) => get(`${of(study)}/trials/${trial}`),
    overview: (study, name) => get(model(study, name)),
    next: (study) => get(`${of(study)}/next`),
    slices: (study, name, through) => get(`${model(study, name)}/slices?${new URLSearchParams({ through })}`),
    grid: (study, name, row, column, through) =>
      get(`${model(study, name)}/grid?${new URLSearchParams({ row, column, through })}`),
    curves: (match) => get(`curves?${new URLSearchParams({ match })}`),
    has: () => true,
    pairs: () => null,
    enqueue: (study, params: Params) => post(`${of(study)}/enqueue`, { params }),
    fail: (study, trial, message) => post(`${of(study)}/trials/${trial}/fail`, { message }),
    remark: (study, text) => post(`${of(study)}/remarks`, { text }),
    watch(changed, connected) {
      let events: EventSource | null = null;
      const open = () => {
        events = new EventSource("api/events");
        events.onopen = () => connected(true);
        events.onerror = () => connected(false); // it tries again by itself
        events.addEventListener("change", (event) => {
          const { study, revision } = JSON.parse(event.data) as { study: string; revision: number };
          changed(study, revision);
        });
      };
      // A browser has six connections to a server: tabs that nobody looks at keep none of them. Whoever comes back is
      // told what has changed when the stream is open again.
      const follow = () => {
        events?.close();
        events = null;
        if (document.visibilityState === "visible") open();
      };
      document.addEventListener("visibilitychange", follow);
      follow();
      return () => {
        document.removeEventListener("visibilitychange", follow);
        events?.close();
      };
    },
  };
}
