// Why a webhook was refused: found on the page, in a real Chromium on the real app.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { createScriptedDriver } from "../../../../src/kernel/drivers/scripted.ts";
import { webhooks } from "../../../../src/plugins/webhooks/mod.ts";
import { holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { violations } from "../axe.ts";
import { closeBrowser, looksOf, lowContrast, openSite, overflow, picture, visit } from "../site.ts";
import { SENDERS } from "../../../triggers/_senders.ts";

const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

const SECRET = "0123456789abcdef";

for (const [width, colorScheme] of looksOf([[1440, "light"], [390, "dark"]] as const)) {
  needsBrowser(`V2: the page says why webhooks were refused and what to do, at ${width} px`, async () => {
    const agent = defineAgent({
      name: "triage",
      driver: "scripted",
      webhooks: [{ trigger: "github", event: ["issues.opened"], input: "{/issue/title}" }],
    });
    await using site = openSite({
      agents: [agent],
      drivers: [createScriptedDriver([{ says: "Labelled." }])],
      plugins: [webhooks()],
      env: { GITHUB_WEBHOOK_SECRET: SECRET },
    });
    const url = `${site.url}webhooks/github/triage`;
    const github = SENDERS.find(({ name }) => name === "github");
    assert.ok(github);
    const body = '{"action":"closed","issue":{"title":"It burns"}}';
    const message = { id: "evt_1", body, at: Date.now(), url };
    for (const secret of ["another-secret-0123", SECRET]) {
      const signed: Record<string, string> = { ...await github.sign(message, secret) };
      const headers = { ...signed, "x-github-event": "issues" };
      const { status, body: answer } = await fetch(url, { method: "POST", body, headers });
      await answer?.cancel();
      assert.equal(status, secret === SECRET ? 204 : 401);
    }
    const opened = '{"action":"opened","issue":{"title":"It is hot"}}';
    const signed: Record<string, string> = {
      ...await github.sign({ id: "evt_2", body: opened, at: Date.now(), url }, SECRET),
    };
    const taken = await fetch(url, {
      method: "POST",
      body: opened,
      headers: { ...signed, "x-github-event": "issues" },
    });
    assert.ok(taken.ok, await taken.text());
    await using tab = await visit(`${site.url}#/webhooks`, { width, colorScheme });
    const { page } = tab;
    await page.getByRole("link", { name: "1 thread", exact: true }).waitFor();
    const rows = page.getByRole("region", { name: "Refused deliveries" }).getByRole("row");
    const forged = rows.filter({ hasText: "signature_wrong" });
    await forged.getByText("Compare the secret of the sender", { exact: false }).waitFor();
    await holds(async () =>
      assert.match(await forged.innerText(), /github\s+401\s+signature_wrong\s*not verified/)
    );
    const unmatched = rows.filter({ hasText: "no_template" });
    await holds(async () =>
      assert.match(
        await unmatched.innerText(),
        /204[^]*No template of the agent takes the event[^]*issues\.closed/,
      )
    );
    await holds(async () => assert.equal(await overflow(page), 0));
    await holds(async () => assert.deepEqual(await violations(page), []));
    await holds(async () => assert.deepEqual(await lowContrast(page), []));
    await picture(page, `webhooks_refused_${width}_${colorScheme}`);
    assert.deepEqual(tab.complaints, []);
  }, shared);
}
