// The menu of a thread: its link, its last message as code, its case for an evaluation and its export, in a real Chromium on the real app.

import assert from "node:assert/strict";
import { holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { violations } from "../axe.ts";
import { closeBrowser, idle, openSite, picture, say, visit } from "../site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

needsBrowser("V2: a thread is exported, kept as a case, and copied as a link and as code", async () => {
  await using site = openSite();
  await using tab = await visit(site.url, {
    width: 1280,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const { page } = tab;
  await holds(async () =>
    assert.equal(await page.getByRole("button", { name: "Thread menu" }).count(), 0, "a new thread has none")
  );
  await say(page, `What's the weather in Paris?`);
  await page.getByText("clear", { exact: false }).last().waitFor();
  await idle(page);
  const thread = new URL(page.url()).hash.slice(1);
  const choose = async (title: string) => {
    await page.getByRole("button", { name: "Thread menu" }).click();
    await page.locator("#thread-menu-list").getByRole("button", { name: title }).click();
  };
  const copied = async (title: string, what: string) => {
    await choose(title);
    await page.getByText(`Copied ${what}.`).waitFor({ state: "attached" });
    return String(await page.evaluate("navigator.clipboard.readText()"));
  };
  const saved = async (title: string) => {
    const download = page.waitForEvent("download");
    await choose(title);
    const file = await download;
    return [file.suggestedFilename(), await Deno.readTextFile(await file.path())] as const;
  };

  assert.equal(await copied("Copy the link", "the link"), `${site.url}#${thread}`);
  const curl = await copied("Copy as curl", "a command line");
  assert.match(curl, /^curl -N -X POST 'http:\/\/127\.0\.0\.1:\d+\/v1\/threads\/new-thread\/steps'/);
  assert.ok(
    curl.includes(String.raw`-d '{"agent":"demo","input":"What'\''s the weather in Paris?","until":"done"}'`),
    curl,
  );
  const program = await copied("Copy as TypeScript", "a program");
  assert.match(
    program,
    /client\.thread\("new-thread"\)\.stream\("What's the weather in Paris\?", \{ agent: "demo" \}\)/,
  );

  const [caseName, caseText] = await saved("Save as an evaluation case");
  assert.equal(caseName, `${thread}.eval.json`);
  const { cases } = JSON.parse(caseText);
  assert.match(JSON.stringify(cases), /What's the weather in Paris\?[^]*get_weather/);
  const [exportName, exported] = await saved("Export");
  assert.equal(exportName, `${thread}.jsonl`);
  const lines = exported.trimEnd().split("\n").map((line) => JSON.parse(line));
  const direct = await (await fetch(`${site.url}v1/threads/${thread}/export`)).text();
  assert.deepEqual(lines, direct.trimEnd().split("\n").map((line) => JSON.parse(line)));

  await page.getByRole("button", { name: "Thread menu" }).click();
  await picture(page, "thread_menu");
  await holds(async () => assert.deepEqual(await violations(page), []));
  await page.keyboard.press("Escape");
  assert.deepEqual(tab.complaints, []);
}, shared);
