// The report: one file, without a network, with every view.
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { folder, openPage, run, screenshot, show, store, withBrowser } from "./browser.mjs";
import { checkAxe, checkBrushing, checkEscaping, checkTable, checkTrial, checkViews } from "./views.mjs";

const file = join(folder, "report.html");
const url = `file://${file}`;

before(() => run("report", "wing", "--store", store, "--out", file, "--quiet"));

test("a report shows every view, offline", () =>
  withBrowser(async (context) => {
    await context.setOffline(true);
    const page = await openPage(context, url);
    await checkViews(page, "report");
    await checkBrushing(page);
    await checkTable(page);
    await checkTrial(page, "report");
    await checkEscaping(page);
    assert.deepEqual(page.troubles, []);
  }));

test("a report has contours of many pairs, and says of how many", () =>
  withBrowser(async (context) => {
    const page = await openPage(context, url);
    await show(page, "belief");
    const pairs = await page.locator("#belief .contour select option").count();
    assert.ok(pairs >= 6, `${pairs} pairs`);
    if (pairs < 66) await page.getByText(`This report has ${pairs} of 66 pairs`).waitFor();
    await page.locator("#belief .contour select").selectOption({ index: pairs - 1 });
    await page.waitForFunction(
      () => document.querySelectorAll("#belief .contour .contours path, #belief .map rect").length > 5,
    );
    assert.deepEqual(page.troubles, []);
  }));

test("a report has no way out: a script in its data stays text", () => {
  const html = readFileSync(file, "utf8");
  assert.equal(html.match(/<script/g).length, 2); // the data and ours
  assert.ok(!html.includes("alert('angle')"));
  assert.match(html, /default-src 'none'; script-src 'sha256-/);
});

for (const [name, scheme, width] of [
  ["dark", "dark", 1280],
  ["narrow", "light", 360],
  ["narrow-dark", "dark", 360],
])
  test(`a report is readable: ${name}`, () =>
    withBrowser(async (context) => {
      const page = await openPage(context, url);
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      for (const id of ["history", "belief", "importance", "relations", "scatter", "health", "timeline", "trials"]) {
        await show(page, id);
        await page.locator(`#${id}`).screenshot({ path: join(folder, "screenshots", `report-${name}-${id}.png`) });
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `the page is ${wide} wide`);
    }));

test("what is drawn takes the colours that were chosen", () =>
  withBrowser(async (context) => {
    const page = await openPage(context, url);
    await show(page, "history");
    for (const scheme of ["Dark", "Light"]) {
      await page.getByRole("button", { name: `${scheme} colours` }).click();
      await page.waitForFunction(() => {
        const pixels = (each) =>
          new Uint32Array(each.getImageData(0, 0, each.canvas.width, each.canvas.height).data.buffer);
        const ink = document.createElement("canvas").getContext("2d");
        ink.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--grid");
        ink.fillRect(0, 0, 1, 1);
        const grid = pixels(ink)[0];
        const drawn = pixels(document.querySelector("#history canvas").getContext("2d"));
        return drawn.filter((each) => each === grid).length > 200;
      });
    }
    assert.deepEqual(page.troubles, []);
  }));

test("a report prints", () =>
  withBrowser(async (context) => {
    const page = await openPage(context, url);
    await page.pdf({ path: join(folder, "screenshots", "report.pdf"), format: "A4" });
    assert.ok(statSync(join(folder, "screenshots", "report.pdf")).size > 50_000);
    await page.emulateMedia({ media: "print" });
    await screenshot(page, "report-print", { fullPage: true });
  }));

for (const scheme of ["light", "dark"])
  test(`axe finds nothing serious in ${scheme}`, () =>
    withBrowser(async (context) => {
      const page = await openPage(context, url);
      await page.emulateMedia({ colorScheme: scheme });
      for (const id of ["history", "belief", "importance", "relations", "scatter", "health", "timeline", "trials"])
        await show(page, id);
      await checkAxe(context, page);
    }));
