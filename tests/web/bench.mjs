// How soon large studies are on the screen, how large reports are, and what ten who watch cost a worker. Prints JSON.
// tests/web/run.sh says which variables it needs; `sh tests/web/run.sh CHECKOUT CRAGGY FOLDER bench` runs it.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { craggy, folder, openPage, serve, show, withBrowser } from "./browser.mjs";

const place = join(folder, "bench");
const store = `sqlite:///${join(place, "large.db")}`;
const here = dirname(fileURLToPath(import.meta.url));
mkdirSync(place, { recursive: true });

function run(...words) {
  const done = spawnSync(craggy, words, { encoding: "utf8" });
  if (done.status !== 0) throw new Error(`${words.join(" ")}: ${done.stderr}`);
}

// Random points: nothing would be fitted to so many.
if (!existsSync(join(place, "large.db"))) {
  const python = `
import sys, make_study
from pathlib import Path
make_study.write_rows(Path(sys.argv[1]), int(sys.argv[2]))
print("\\n".join(make_study.PARAMETERS))`;
  for (const count of [100, 5000, 10000]) {
    const rows = join(place, `rows-${count}.csv`);
    const made = spawnSync("python3", ["-c", python, rows, String(count)], { cwd: here, encoding: "utf8" });
    if (made.status !== 0) throw new Error(made.stderr);
    const parameters = made.stdout
      .trim()
      .split("\n")
      .flatMap((each) => ["--param", each]);
    // A hundred trials are what models are for; more are not.
    const surrogate = count === 100 ? [] : ["--surrogate", "random"];
    run("create", `of-${count}`, "--store", store, ...parameters, ...surrogate);
    run("import", `of-${count}`, rows, "--store", store);
  }
}

const results = {};
for (const count of [100, 5000]) {
  const report = join(place, `report-${count}.html`);
  run("report", `of-${count}`, "--store", store, "--out", report, "--quiet");
  results[`report_of_${count}_bytes`] = statSync(report).size;
  results[`report_of_${count}_opens_ms`] = await withBrowser(async (context) => {
    const page = await context.newPage();
    const begin = Date.now();
    await page.goto(`file://${report}`);
    await page.waitForSelector("#history canvas");
    return Date.now() - begin;
  });
}

const server = await serve("--store", store);
try {
  await withBrowser(async (context) => {
    for (const which of ["first", "again"]) {
      const page = await context.newPage();
      const begin = Date.now();
      await page.goto(`${server.url}#/of-10000`);
      await page.waitForSelector("#history canvas");
      results[`dashboard_of_10000_opens_ms_${which}`] = Date.now() - begin;
      await page.close();
    }
    const page = await openPage(context, `${server.url}#/of-10000`, server.url);
    await show(page, "trials");
    const begin = Date.now();
    for (let i = 1; i <= 20; ++i) {
      await page
        .locator("#trials .table")
        .evaluate((element, share) => (element.scrollTop = share * element.scrollHeight), i / 21);
      await page.waitForTimeout(0);
    }
    results.table_of_10000_20_jumps_ms = Date.now() - begin;
  });
} finally {
  await server.stop();
}

// A worker whose evaluations cost nothing tells as many trials as it can.
function trialsPerSecond(name) {
  const begin = Date.now();
  const words = ["run", "--study", name, "--store", store, "--param", "x=float(0,1)", "--surrogate", "random"];
  const child = spawn(craggy, [...words, "--trials", "400", "--quiet", "--", "echo", "{x}"], { stdio: "ignore" });
  return new Promise((resolve) => child.once("close", () => resolve((1000 * 400) / (Date.now() - begin))));
}

// What a browser asks for while it follows a study; the drawing is done on the machines of those who look.
async function follow(url, study, ended) {
  let page = await (await fetch(`${url}api/studies/${study}`)).json();
  const stream = await fetch(`${url}api/events`, { signal: ended });
  let restUntil = 0;
  for await (const _ of stream.body) {
    if (Date.now() < restUntil) continue;
    const begin = Date.now();
    page = await (await fetch(`${url}api/studies/${study}/changes?since=${page.revision}`)).json();
    restUntil = Date.now() + Math.max(300, 2 * (Date.now() - begin));
  }
}

const rounds = { alone: [], watched: [] };
for (let i = 0; i < 5; ++i) {
  for (const kind of ["alone", "watched"]) {
    const name = `${kind}-${i}`;
    spawnSync(craggy, ["delete", name, "--store", store, "--yes"]);
    run("create", name, "--store", store, "--param", "x=float(0,1)", "--surrogate", "random");
    const watching = kind === "watched" ? await serve("--store", store) : null;
    const end = new AbortController();
    const clients = watching
      ? Array.from({ length: 10 }, () => follow(watching.url, name, end.signal).catch(() => 0))
      : [];
    await new Promise((resolve) => setTimeout(resolve, 500));
    rounds[kind].push(await trialsPerSecond(name));
    end.abort();
    await Promise.all(clients);
    await watching?.stop();
    run("delete", name, "--store", store, "--yes");
  }
}
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
results.trials_per_second_alone = median(rounds.alone);
results.trials_per_second_with_ten_watching = median(rounds.watched);
console.log(JSON.stringify(results, null, 2));
