// The dashboard: every view live, trials that another process tells, a prefix behind nginx, and what must not work.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { folder, openPage, run, screenshot, serve, show, store, withBrowser, wing } from "./browser.mjs";
import { checkAxe, checkBrushing, checkEscaping, checkTable, checkTrial, checkViews } from "./views.mjs";

const withDashboard = async (options, use) => {
  const server = await serve(...options);
  try {
    return await withBrowser((context) => use(context, server));
  } finally {
    await server.stop();
  }
};

test("the dashboard shows every view", () =>
  withDashboard([], async (context, { url }) => {
    const page = await openPage(context, `${url}#/${wing}`, url);
    await checkViews(page, "live");
    await checkBrushing(page);
    await checkTable(page);
    await checkTrial(page, "live");
    await checkEscaping(page);
    assert.deepEqual(page.troubles, []);
  }));

test("another model, and all of them at once", () =>
  withDashboard([], async (context, { url }) => {
    const page = await openPage(context, `${url}#/${wing}`, url);
    await show(page, "belief");
    const choice = page.locator("#belief").getByRole("group", { name: "Model" });
    await choice.getByRole("button", { name: "smooth" }).click();
    await page.waitForFunction(() => document.querySelector("#belief .facts b")?.textContent === "smooth", null, {
      timeout: 600_000,
    });
    await page.locator("#belief .contour select").selectOption({ index: 3 });
    await page.locator("#belief .contour").getByRole("button", { name: "uncertainty" }).click();
    await page.waitForFunction(() => !document.querySelector("#belief .busy"), null, { timeout: 600_000 });
    assert.deepEqual(page.troubles, []);
  }));

test("what the model ignores is marked", () =>
  withDashboard([], async (context, { url }) => {
    const page = await openPage(context, `${url}#/blade`, url);
    await show(page, "belief");
    assert.ok((await page.locator("#belief .ignored .jagged .jag").count()) > 0, "no value stands out");
    assert.ok((await page.locator("#belief .slices .whisker").count()) > 0);
    await page.locator("#belief p.next .ring").waitFor({ timeout: 600_000 });
    assert.match(
      await page.locator("#belief p.next").innerText(),
      /preview: nobody has asked for it yet.*trial 50 at angle/s,
    );
    assert.equal(await page.locator("#belief .slices .next circle").count(), 2);
    assert.equal(await page.locator("#belief .map .next").count(), 1);
    await page.locator("#belief").screenshot({ path: join(folder, "screenshots", "ignored.png") });
    await page.locator("#belief").getByLabel("through").selectOption("next");
    await page.waitForFunction(() => !document.querySelector("#belief .busy"), null, { timeout: 600_000 });
    assert.equal(await page.locator("#belief .slices .card").count(), 2);
    await page.locator("#belief .ignored .jagged .catch").first().click();
    await page.locator("dialog.trial .came figcaption").waitFor();
    await screenshot(page, "why");
    assert.deepEqual(page.troubles, []);
  }));

test("studies are listed and compared", () =>
  withDashboard([], async (context, { url }) => {
    const page = await openPage(context, url, url);
    await page.locator("table.studies tbody tr").nth(6).waitFor();
    assert.match(await page.locator("table.studies").innerText(), /one <b>trial<\/b>/);
    await page.locator("#compare input").fill("bowl-*");
    await page.locator("#compare .legend").getByText("bowl-* (3 studies)").waitFor();
    await page.locator("#compare canvas").waitFor();
    await page.waitForTimeout(300);
    await screenshot(page, "studies", { fullPage: true });
    assert.deepEqual(page.troubles, []);
  }));

for (const study of ["empty", "one <b>trial</b>", "broken", "bowl-1"])
  test(`a study that is ${study} looks right`, () =>
    withDashboard([], async (context, { url }) => {
      const page = await openPage(context, `${url}#/${encodeURIComponent(study)}`, url);
      await page.locator("h1").getByText(study, { exact: true }).waitFor();
      for (const id of ["history", "belief", "importance", "relations", "scatter", "health", "timeline", "trials"])
        await show(page, id);
      await page.evaluate(() => scrollTo(0, 0)); // else the bar at the top lies over the middle of the picture
      await screenshot(page, `study-${study.replace(/\W+/g, "-")}`, { fullPage: true });
      assert.deepEqual(page.troubles, []);
    }));

test("a trial that another process tells appears within a second", () =>
  withDashboard([], async (context, { url }) => {
    await run("create", "fresh", "--store", store, "--param", "x=float(0,1)", "--surrogate", "random");
    try {
      const page = await openPage(context, `${url}#/fresh`, url);
      await show(page, "trials");
      await page.locator(".live").getByText("live", { exact: true }).waitFor();
      await run("ask", "fresh", "--store", store);
      await page.locator("#trials tbody td.running").waitFor();
      // The time between the end of the other process and what the page shows.
      await page.evaluate(() => {
        const watch = () => {
          if (document.querySelector("#trials tbody td.finished")) globalThis.shownAt = Date.now();
          else setTimeout(watch, 5);
        };
        watch();
      });
      await run("tell", "fresh", "0", "0.25", "--store", store);
      const told = Date.now();
      await page.waitForFunction(() => globalThis.shownAt);
      const late = (await page.evaluate(() => globalThis.shownAt)) - told;
      console.log(`shown ${late} ms after it was told`);
      assert.ok(late < 1000, `${late} ms`);
      assert.match(await page.locator(".tiles").innerText(), /0\.25/);
      assert.deepEqual(page.troubles, []);
    } finally {
      await run("delete", "fresh", "--store", store, "--yes");
    }
  }));

test("a dashboard that may change enqueues, fails and keeps remarks", () =>
  withDashboard(["--allow-edit"], async (context, { url }) => {
    await run(
      "create",
      "edited",
      "--store",
      store,
      "--param",
      "x=float(0,1)",
      "--param",
      "k=categorical(a,b)",
      "--surrogate",
      "random",
    );
    try {
      const page = await openPage(context, `${url}#/edited`, url);
      await show(page, "edit");
      await page.locator("#edit").getByLabel("x").fill("0.75");
      await page.getByRole("button", { name: "Enqueue" }).click();
      await page.getByText("It will be evaluated next.").waitFor();
      await page.locator("#edit").getByLabel("x").fill("7");
      await page.getByRole("button", { name: "Enqueue" }).click();
      await page
        .locator("#edit")
        .getByText(/is 7, but it has to lie in/)
        .waitFor();
      await page.getByLabel("Remarks on this study").fill("<b>bold</b> claims");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved.").waitFor();
      await page.locator("#trials tbody button").first().click();
      await page.getByLabel("Give it up, because").fill("no mesh");
      await page.getByRole("button", { name: "Mark as failed" }).click();
      await page.getByText("It is marked as failed.").waitFor();
      assert.match(await run("show", "edited", "0", "--store", store), /no mesh/);
      await page.reload();
      await page.getByText("<b>bold</b> claims").first().waitFor();
    } finally {
      await run("delete", "edited", "--store", store, "--yes");
    }
  }));

test("what must not work does not", async () => {
  const server = await serve("--token", "0123456789abcdef");
  try {
    const answer = (path, options) => fetch(server.url + path, options).then((each) => each.status);
    const token = { Authorization: "Bearer 0123456789abcdef" };
    assert.equal(await answer("api/studies"), 401);
    assert.equal(await answer("api/studies", { headers: { Authorization: "Bearer no" } }), 401);
    assert.equal(await answer("api/studies", { headers: token }), 200);
    const post = { method: "POST", headers: { ...token, "Content-Type": "application/json" }, body: "{}" };
    assert.equal(await answer(`api/studies/${wing}/enqueue`, post), 403);
    assert.equal(await answer("api/studies/nobody", { headers: token }), 404);
    assert.equal(await answer(`api/studies/${wing}/trials/4000`, { headers: token }), 404);
    assert.equal(await answer("../../etc/passwd", { headers: token }), 404);
    const page = await fetch(`${server.url}api/studies/${wing}`, { headers: token });
    const again = await fetch(`${server.url}api/studies/${wing}`, {
      headers: { ...token, "If-None-Match": page.headers.get("etag") },
    });
    assert.equal(again.status, 304);
    assert.match(page.headers.get("content-security-policy"), /default-src 'none'/);
  } finally {
    await server.stop();
  }
});

test("a token opens it in a browser", async () => {
  const server = await serve("--token", "0123456789abcdef");
  try {
    await withBrowser(async (context) => {
      const page = await context.newPage();
      await page.goto(server.url);
      await page.getByLabel("Token").fill("0123456789abcdef");
      await page.getByRole("button", { name: "Open" }).click();
      await page.locator("table.studies").waitFor();
    });
  } finally {
    await server.stop();
  }
});

for (const scheme of ["light", "dark"])
  test(`axe finds nothing serious on the dashboard in ${scheme}`, () =>
    withDashboard(["--allow-edit"], async (context, { url }) => {
      const page = await openPage(context, url, url);
      await page.emulateMedia({ colorScheme: scheme });
      await page.locator("table.studies tbody tr").nth(6).waitFor();
      await page.locator("#compare input").fill("bowl-*");
      await page.locator("#compare canvas").waitFor();
      await checkAxe(context, page);
      await page.goto(`${url}#/blade`);
      for (const id of [
        "history",
        "belief",
        "importance",
        "relations",
        "scatter",
        "health",
        "timeline",
        "edit",
        "trials",
      ])
        await show(page, id);
      await checkAxe(context, page);
      await page.locator("#trials tbody button").first().click();
      await page.locator("dialog.trial pre, dialog.trial dl, dialog.trial table").first().waitFor();
      await checkAxe(context, page);
      assert.deepEqual(page.troubles, []);
    }));

test("axe finds nothing serious where a token is asked for", async () => {
  const server = await serve("--token", "0123456789abcdef");
  try {
    await withBrowser(async (context) => {
      const page = await context.newPage();
      await page.goto(server.url);
      await checkAxe(context, page);
    });
  } finally {
    await server.stop();
  }
});

const hostile = `</script><script>document.title="run"</script><!-- "'&\u2028`;

test("a study with markup in its name, categories and output is text, and may be deleted while it is watched", () =>
  withDashboard(["--allow-edit"], async (context, { url }) => {
    const category = JSON.stringify(hostile);
    await run("create", hostile, "--store", store, "--param", `k=categorical(${category},b)`, "--param", "x=float(0,1)",
      "--surrogate", "random"); // prettier-ignore
    try {
      for (let i = 0; i < 3; ++i) {
        await run("ask", hostile, "--store", store);
        if (i === 0) await run("fail", hostile, "0", "--message", hostile, "--store", store);
        else await run("tell", hostile, String(i), String(i), "--store", store);
      }
      const file = join(folder, "hostile.html");
      await run("report", hostile, "--store", store, "--out", file, "--quiet");
      for (const place of [`${url}#/${encodeURIComponent(hostile)}`, `file://${file}`]) {
        const page = await openPage(context, place, url);
        for (const id of ["history", "relations", "scatter", "health", "timeline", "trials"]) await show(page, id);
        assert.ok((await page.locator("h1").textContent()).includes("</script><script>"));
        await page.locator("#trials tbody button").first().click();
        await page.locator("dialog.trial").getByText("document.title").first().waitFor();
        await page.keyboard.press("Escape");
        assert.notEqual(await page.title(), "run");
        assert.equal(await page.evaluate(() => document.querySelectorAll("main script, dialog script").length), 0);
        assert.deepEqual(page.troubles, []);
      }
      const page = await openPage(context, `${url}#/${encodeURIComponent(hostile)}`, url);
      await page.locator(".live").getByText("live", { exact: true }).waitFor();
      await run("delete", hostile, "--store", store, "--yes");
      await page
        .getByText(/but it has to be one of/)
        .first()
        .waitFor();
      await page.locator("footer").getByText("3 trials").waitFor(); // what was there can still be read
      await run("create", hostile, "--store", store, "--param", "y=float(0,1)", "--surrogate", "random");
      await page.locator("footer").getByText("0 trials").waitFor();
      assert.equal(await page.getByText(/but it has to be one of/).count(), 0);
    } finally {
      await run("delete", hostile, "--store", store, "--yes").catch(() => {});
    }
  }));

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

test(
  "behind nginx with a prefix it works",
  { skip: process.env.NGINX ? false : "nginx is not installed" },
  async () => {
    const server = await serve("--base-path", "/tools/craggy");
    const port = await freePort();
    const place = join(folder, "nginx");
    mkdirSync(place, { recursive: true });
    const { port: behind } = new URL(server.url);
    writeFileSync(
      join(place, "nginx.conf"),
      `daemon off; pid ${place}/pid; error_log ${place}/error.log; worker_processes 1;
     events {}
     http { access_log off; client_body_temp_path ${place}/a; proxy_temp_path ${place}/b; fastcgi_temp_path ${place}/c;
       uwsgi_temp_path ${place}/d; scgi_temp_path ${place}/e;
       server { listen 127.0.0.1:${port}; location /tools/craggy/ { proxy_pass http://127.0.0.1:${behind}; proxy_http_version 1.1; } } }`,
    );
    const nginx = spawn(process.env.NGINX, [
      "-p",
      place,
      "-c",
      join(place, "nginx.conf"),
      "-e",
      join(place, "error.log"),
    ]);
    try {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await withBrowser(async (context) => {
        const url = `http://127.0.0.1:${port}/tools/craggy/`;
        const page = await openPage(context, `${url}#/${wing}`, url);
        await show(page, "history");
        await page.locator(".live").getByText("live", { exact: true }).waitFor();
        assert.deepEqual(page.troubles, []);
      });
    } finally {
      nginx.kill();
      await server.stop();
    }
  },
);
