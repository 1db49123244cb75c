// Evaluations on the page: nothing yet, a run with its scores, and the thread of a case that failed, in a real Chromium on the real app.

import assert from "node:assert/strict";
import { demo } from "../../../../functions/agents/demo.ts";
import { evaluations } from "../../../../src/evaluation/mod.ts";
import { eventually, holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { violations } from "../axe.ts";
import {
  closeBrowser,
  idle,
  looksOf,
  lowContrast,
  openSite,
  overflow,
  picture,
  say,
  visit,
} from "../site.ts";

const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

for (const [width, colorScheme] of looksOf([[1440, "light"], [390, "dark"]] as const)) {
  needsBrowser(
    `V2: an evaluation is read with the case that failed and its thread, at ${width} px`,
    async () => {
      await using site = openSite({ agents: [demo], plugins: [evaluations()] });
      await using tab = await visit(site.url, { width, colorScheme, clock: true });
      const { page } = tab;
      await say(page, "What is the weather in Paris?");
      await idle(page);
      const thread = decodeURIComponent(new URL(page.url()).hash.slice(1));
      await page.evaluate(`location.hash = "#/evaluations"`);
      await page.getByRole("heading", { name: "No evaluation" }).waitFor();
      await page.getByText("/v1/evaluations", { exact: false }).first().waitFor();
      const response = await fetch(`${site.url}v1/evaluations`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          schema: 1,
          kind: "agent",
          name: "weather",
          agent: "demo",
          cases: [thread, "greeting"].map((id) => ({
            id,
            input: "Hello",
            gates: [{
              type: "trajectory",
              match: "exact",
              calls: id === thread ? [{ name: "get_weather" }] : [],
            }],
          })),
        }),
      });
      const { id } = await response.json();
      assert.equal(response.status, 202);
      await page.reload();
      const list = page.getByRole("table", { name: "Evaluations" });
      await list.getByRole("link", { name: "weather" }).click();
      assert.equal(new URL(page.url()).hash, `#/evaluations/${id}`);
      const failed = page.getByRole("region", { name: "Cases that failed" }).getByRole("table");
      await failed.getByRole("link", { name: thread }).waitFor();
      await holds(async () => assert.match(await failed.innerText(), /0 of 1/));
      await holds(async () =>
        assert.match(await page.getByRole("region", { name: "Scores" }).innerText(), /pass rate\s+0\.5\s/)
      );
      await list.getByText("Failed").waitFor();
      await holds(async () => assert.match(await list.innerText(), /2 of 2/));
      await holds(async () => assert.equal(await overflow(page), 0));
      await holds(async () => assert.deepEqual(await violations(page), []));
      await holds(async () => assert.deepEqual(await lowContrast(page), []));
      await picture(page, `evaluations_${width}_${colorScheme}`);

      const reads: string[] = [];
      page.on("request", (request) => reads.push(new URL(request.url()).pathname));
      await page.reload();
      await failed.getByRole("link", { name: thread }).waitFor();
      // The list is read by itself, from the time on at which it was drawn.
      await eventually(async () => {
        await page.clock.runFor(12_000);
        return reads.filter((path) => path === "/v1/evaluations").length > 1;
      }, () => reads);
      const own = reads.filter((path) => path === `/v1/evaluations/${id}`);
      assert.equal(own.length, 1, "one that is over is read once");
      await failed.getByRole("link", { name: thread }).click();
      await page.getByRole("log").getByText("What is the weather in Paris?").waitFor();
      assert.deepEqual(tab.complaints, []);
    },
    shared,
  );
}
