// What every page has to show of the study "wing", live or in a report.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { axePath, folder, ink, screenshot, show } from "./browser.mjs";

const drawn = async (page, locator, what, least = 0.005, colours = 4) => {
  const found = await ink(page, locator);
  assert.ok(found.share > least, `${what} is empty: ${found.share}`);
  assert.ok(found.colours >= colours, `${what} has only ${found.colours} colours`);
};

export async function checkViews(page, name) {
  await show(page, "history");
  await drawn(page, page.locator("#history canvas"), "the history", 0.01);
  assert.match(await page.locator(".tiles").innerText(), /300/);
  await screenshot(page, `${name}-top`);

  await show(page, "belief");
  assert.equal(await page.locator("#belief .slices .card").count(), 12);
  await drawn(page, page.locator("#belief .slices .card svg").first(), "a slice", 0.02, 8);
  await drawn(page, page.locator("#belief .contour svg").first(), "the contour", 0.3, 12);
  await drawn(page, page.locator("#belief .ignored svg").first(), "what is ignored", 0.02);
  await page.locator("#belief .ignored .catch").nth(40).hover();
  assert.match(await page.locator("#belief .ignored .readout").innerText(), /is ignored; score/);
  await page.locator("#belief").screenshot({ path: join(folder, "screenshots", `${name}-belief.png`) });

  await show(page, "importance");
  await drawn(page, page.locator("#importance svg"), "the importance", 0.02);
  await show(page, "relations");
  await drawn(page, page.locator("#relations canvas"), "parallel coordinates", 0.1, 12);
  await show(page, "scatter");
  assert.equal(await page.locator("#scatter canvas").count(), 12);
  await drawn(page, page.locator("#scatter canvas").nth(6), "a scatter plot");
  await show(page, "health");
  assert.ok((await page.locator("#health .findings li").count()) >= 8);
  await drawn(page, page.locator("#health .calibration svg"), "the calibration", 0.02);
  await show(page, "timeline");
  await drawn(page, page.locator("#timeline canvas"), "the timeline", 0.005, 3);
  await show(page, "trials");
  assert.ok((await page.locator("#trials tbody tr[aria-rowindex]").count()) > 10);
}

export async function checkBrushing(page) {
  await show(page, "relations");
  const axis = page.locator('#relations [data-axis="angle"] .catch');
  const box = await axis.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, box.y + 120, { steps: 4 });
  await page.mouse.up();
  const said = await page.locator("#relations .readout").innerText();
  const count = Number(/(\d+) trials? selected/.exec(said)?.[1]);
  assert.ok(count > 5 && count < 290, said);
  assert.match(await page.locator("#trials .readout").innerText(), new RegExp(`^${count} of 300`));
  await page.getByRole("button", { name: "Select all again" }).click();
  // The same from the keyboard.
  await page.locator('#relations [data-axis="angle"]').focus();
  for (let i = 0; i < 6; ++i) await page.keyboard.press("ArrowUp");
  assert.match(await page.locator("#relations .readout").innerText(), /trials selected/);
  await page.keyboard.press("Escape");
}

const cells = (page, column) => page.locator(`#trials tbody tr[aria-rowindex] > :nth-child(${column})`).allInnerTexts();

export async function checkTable(page) {
  await show(page, "trials");
  await page.locator("#trials thead").getByRole("button", { name: "value" }).click();
  const values = (await cells(page, 3)).filter(Boolean).map(Number);
  assert.deepEqual(
    values,
    [...values].sort((a, b) => a - b),
  );
  await page.locator("#trials select").selectOption("failed");
  const states = await cells(page, 2);
  assert.ok(states.length > 2 && states.every((each) => each === "failed"), states.join());
  await page.locator("#trials select").selectOption("all");
  await page.locator("#trials input[type=search]").fill("solver=sgd");
  assert.match(await page.locator("#trials .readout").innerText(), /of 300 trials/);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "wing.csv");
  await page.locator("#trials input[type=search]").fill("");
  await page.locator("#trials thead").getByRole("button", { name: "trial" }).click();
}

export async function checkTrial(page, name) {
  await show(page, "trials");
  await page.locator("#trials .table").evaluate((element) => (element.scrollTop = element.scrollHeight));
  await page.getByRole("button", { name: "299", exact: true }).click();
  const panel = page.locator("dialog.trial");
  await panel.locator(".reason").waitFor();
  assert.match(await panel.innerText(), /Why trial 299\?/);
  assert.match(await panel.locator(".reason").innerText(), /model expected/);
  assert.match(await panel.innerText(), /probability of being feasible/i);
  assert.ok((await panel.locator(".came svg").count()) === 1);
  await screenshot(page, `${name}-trial`);
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "hidden" });
}

/// A message with a script in it is text.
export async function checkEscaping(page) {
  await show(page, "trials");
  await page.locator("#trials select").selectOption("failed");
  await page.locator("#trials tbody tr[aria-rowindex] button").first().click();
  await page.locator("dialog.trial pre").first().waitFor();
  assert.match(await page.locator("dialog.trial pre").first().innerText(), /<script>alert/);
  assert.equal(await page.evaluate(() => document.querySelectorAll("dialog script, main script").length), 0);
  await page.keyboard.press("Escape");
  await page.locator("#trials select").selectOption("all");
}

/// No finding of axe-core that is serious.
export async function checkAxe(context, page) {
  // The page's policy lets nothing in but its own script, so the checker comes in past it.
  const session = await context.newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: readFileSync(axePath, "utf8") });
  const result = await page.evaluate(() => globalThis.axe.run(document));
  const serious = result.violations.filter((each) => each.impact === "serious" || each.impact === "critical");
  const places = (each) => each.nodes.map((node) => node.target).slice(0, 3).join(" | "); // prettier-ignore
  assert.deepEqual(
    serious.map((each) => `${each.id}: ${places(each)}`),
    [],
  );
}
