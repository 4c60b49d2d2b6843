// What the browser tests share: Debian's Chromium through playwright-core, a page that collects whatever goes wrong,
// screenshots that are kept, and craggy itself.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequire } from "node:module";

const env = (name) => {
  if (!process.env[name]) throw new Error(`${name} is not set; tests/web/run.sh sets it`);
  return process.env[name];
};

export const craggy = env("CRAGGY_BINARY");
export const folder = env("CRAGGY_WEB_TEST_FOLDER"); // studies and screenshots
export const store = `sqlite:///${join(folder, "studies", "studies.db")}`;
const packages = createRequire(join(env("CRAGGY_WEB_PACKAGES"), "package.json"));
export const axePath = packages.resolve("axe-core/axe.min.js");
const { chromium } = packages("playwright-core");

const flags = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
]; // prettier-ignore

export async function withBrowser(use) {
  const profile = mkdtempSync(join(tmpdir(), "craggy-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    headless: true,
    args: flags,
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
  });
  try {
    return await use(context);
  } finally {
    await context.close();
  }
}

/// A page whose errors, and requests to anywhere but `allowed`, are found in `page.troubles`.
export async function openPage(context, url, allowed = "") {
  const page = await context.newPage();
  page.troubles = [];
  page.on("console", (message) => message.type() === "error" && page.troubles.push(message.text()));
  page.on("pageerror", (error) => page.troubles.push(String(error)));
  page.on("request", (request) => {
    const to = request.url();
    const fine = to === url || to.startsWith("data:") || to.startsWith("blob:") || (allowed && to.startsWith(allowed));
    if (!fine) page.troubles.push(`a request left the page: ${to}`);
  });
  await page.goto(url);
  await page.waitForSelector("html[data-ready]");
  return page;
}

mkdirSync(join(folder, "screenshots"), { recursive: true });
export const screenshot = (page, name, options = {}) =>
  page.screenshot({ path: join(folder, "screenshots", `${name}.png`), ...options });

/// Shows a part of the page and waits until what it has to load is there.
export async function show(page, id) {
  await page.locator(`#${id}`).scrollIntoViewIfNeeded();
  await page.waitForFunction((part) => !document.querySelector(`#${part} .later, #${part} .busy`), id, {
    timeout: 600_000,
  });
  await page.waitForTimeout(150); // canvases are drawn after the layout
}

/// How many pixels of a picture are not of its background, and how many colours it has.
export async function ink(page, locator) {
  const png = await locator.screenshot();
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext("2d");
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const seen = new Map();
    for (let i = 0; i < data.length; i += 4) {
      const colour = (data[i] >> 3) * 1024 + (data[i + 1] >> 3) * 32 + (data[i + 2] >> 3);
      seen.set(colour, (seen.get(colour) ?? 0) + 1);
    }
    const back = Math.max(...seen.values());
    return { share: 1 - back / (data.length / 4), colours: seen.size };
  }, png.toString("base64"));
}

/// Runs craggy to its end; gives its output.
export function run(...words) {
  return new Promise((resolve, reject) => {
    const child = spawn(craggy, words, { stdio: ["ignore", "pipe", "pipe"] });
    let out = "";
    let err = "";
    child.stdout.on("data", (part) => (out += part));
    child.stderr.on("data", (part) => (err += part));
    child.on("close", (code) => (code === 0 ? resolve(out) : reject(new Error(`${words.join(" ")}: ${err}`))));
  });
}

/// A dashboard on a free port: its address, and a function that ends it.
export function serve(...options) {
  const place = options.includes("--store") ? [] : ["--store", store];
  const child = spawn(craggy, ["dashboard", ...place, "--port", "0", ...options], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  return new Promise((resolve, reject) => {
    let err = "";
    child.stderr.on("data", (part) => (err += part));
    child.stdout.once("data", (line) =>
      resolve({
        url: String(line).trim(),
        process: child.pid,
        stop: () => new Promise((ended) => (child.once("close", ended), child.kill("SIGINT"))),
      }),
    );
    child.once("close", (code) => reject(new Error(`the dashboard ended with ${code}: ${err}`)));
  });
}

export const wing = encodeURIComponent("wing");
