// The documents that a report carries: packed with gzip, in base64.
import type { Source } from "./source";
import type { Grid, PackedGrid, Report } from "./types";

async function unpacked(text: string): Promise<Report> {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(stream).json()) as Report;
}

function unstepped(grid: PackedGrid): Grid {
  const { mean, sd, acquisition, ...rest } = grid;
  const numbers = (steps: typeof mean) =>
    steps?.cells.map((row) =>
      row.map((cell) =>
        cell === null || steps.low === null || steps.high === null
          ? null
          : steps.low + (cell / 255) * (steps.high - steps.low),
      ),
    );
  const whole: Grid = { ...rest };
  for (const [key, steps] of Object.entries({ mean, sd, acquisition })) {
    const rows = numbers(steps);
    if (rows) whole[key as "mean" | "sd" | "acquisition"] = rows;
  }
  return whole;
}

const refused = () => Promise.reject(new Error("A report cannot be changed."));

export async function embeddedSource(text: string): Promise<Source> {
  const report = await unpacked(text.trim());
  const trials = new Map(report.page.trials.map((each) => [each.trial, each]));
  const details = new Map(report.details.map((each) => [each.trial, { ...trials.get(each.trial), ...each }]));
  const find = (name: string) => {
    const found = report.models.find((each) => each.model.name === name);
    if (!found) throw new Error(`The report was made without the ${name} model.`);
    return found;
  };
  return {
    live: false,
    version: report.version,
    made: report.made,
    editable: async () => false,
    studies: async () => [report.page],
    page: async () => report.page,
    changes: async () => report.page,
    trial: async (_, trial) => {
      const found = details.get(trial);
      if (!found) throw new Error(`The report has no trial ${trial}.`);
      return found;
    },
    overview: async (_, name) => find(name),
    next: async () => report.next ?? null,
    slices: async (_, name) => find(name),
    grid: async (_, name, row, column) => {
      const found = find(name).grids.find((each) => each.parameters[0] === row && each.parameters[1] === column);
      if (!found) throw new Error(`The report has no contour of ${row} and ${column}; craggy dashboard draws it.`);
      return unstepped(found);
    },
    curves: async () => [],
    has: (name) => report.models.some((each) => each.model.name === name),
    pairs: (name) => report.models.find((each) => each.model.name === name)?.grids.map((each) => each.parameters) ?? [],
    enqueue: refused,
    fail: refused,
    remark: refused,
    watch: () => () => undefined,
  };
}
