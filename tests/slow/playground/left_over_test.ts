/** A thread that a vanished worker left with an input: the list and the page show it, and the page goes on. */
import assert from "node:assert/strict";
import { holds } from "../../support/eventually.ts";
import { needsBrowser } from "../../support/requires.ts";
import { closeBrowser, idle, openSite, visit } from "./site.ts";
import { SCHEMA } from "../../../src/core/state.ts";

needsBrowser("E15: an input that a vanished worker left is shown, and the page goes on with it", async () => {
  await using site = openSite();
  const steps = `${site.url}v1/threads/t1/steps`;
  const headers = { "content-type": "application/json" };
  const first = await fetch(steps, {
    method: "POST",
    headers,
    body: '{"agent":"demo","input":"hi","until":"done"}',
  });
  assert.equal((await first.json()).thread.status, "done");
  const text = "What is the weather in Paris?";
  const begun = await site.store.begin({
    ref: { tenant: "local", thread: "t1" },
    owner: "dead",
    leaseMs: 1,
    schema: SCHEMA,
    busy: "reject",
    window: { entries: 9, bytes: 9 },
    inputs: [JSON.stringify({ type: "user", id: "entry_1", at: 1, version: 0, text })],
  });
  assert.equal(begun.type, "begun");

  await using visitor = await visit(site.url);
  const { page } = visitor;
  const link = page.locator("#thread-list a");
  await holds(async () => assert.match(await link.innerText(), /hi\s+1 message waiting/));
  await link.click();
  await page.getByText("1 message waits for the agent.").waitFor();
  await page.getByRole("button", { name: "Answer it" }).click();
  await idle(page);
  await page.locator(".call").first().waitFor();
  assert.equal((await site.store.read({ tenant: "local", thread: "t1" }))?.waiting, 0);
  assert.deepEqual(visitor.complaints, []);
  await closeBrowser();
});
