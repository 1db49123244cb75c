// A tool that is run alone on the page: typed, refused beside its fields, approved, run; in a real Chromium on the real app.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { AgentError } from "../../../../src/core/error.ts";
import { createScriptedDriver } from "../../../../src/kernel/drivers/scripted.ts";
import { evaluations } from "../../../../src/evaluation/mod.ts";
import { toolSelection } from "../../../../src/plugins/selection/mod.ts";
import { holds } from "../../../support/eventually.ts";
import { needsBrowser } from "../../../support/requires.ts";
import { violations } from "../axe.ts";
import { closeBrowser, looksOf, lowContrast, openSite, overflow, picture, visit } from "../site.ts";

const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

const refunds: unknown[] = [];

const agent = defineAgent({
  name: "shop",
  driver: "scripted",
  tools: [
    defineTool({
      name: "refund_order",
      description: "Pays an order back.",
      effect: "once",
      needsApproval: true,
      parameters: {
        type: "object",
        properties: {
          order: { type: "string", description: "Its number.", pattern: "^[0-9]+$" },
          amount: { type: "number" },
          reason: { enum: ["broken", "late"] },
          lines: { type: "array", items: { type: "integer" } },
        },
        required: ["order", "amount"],
      },
      run: (args) => ({ refunded: refunds.push(args) }),
    }),
    defineTool({ name: "pick_color", description: "At the client.", parameters: [] }),
  ],
});
const drivers = [createScriptedDriver([{ says: "Hello." }])];

for (const [width, colorScheme] of looksOf([[1440, "light"], [390, "dark"]] as const)) {
  needsBrowser(`V2: a tool is run alone with a form from its schema, at ${width} px`, async () => {
    refunds.length = 0;
    await using site = openSite({ agents: [agent], drivers, plugins: [evaluations()] });
    await using tab = await visit(`${site.url}#/agents/shop`, { width, colorScheme });
    const { page } = tab;
    const tools = page.getByRole("region", { name: "Run a tool alone" });
    await tools.getByText("Run pick_color").click();
    await tools.getByText("The app runs this tool", { exact: false }).waitFor();
    await tools.getByText("Run refund_order").first().click();
    await tools.getByText("It runs for real, and its effect happens once more", { exact: false }).waitFor();
    const run = tools.getByRole("button", { name: "Run refund_order" });
    await tools.getByLabel("order", { exact: false }).first().fill("A7");
    await run.click();
    await tools.getByText("is required", { exact: true }).waitFor();
    await tools.getByLabel("amount", { exact: false }).fill("12.5");
    await run.click();
    await tools.getByText("String does not match pattern.").waitFor();
    await tools.getByLabel("order", { exact: false }).first().fill("1002");
    await tools.getByLabel("reason", { exact: false }).selectOption('"late"');
    await tools.getByLabel("lines", { exact: false }).fill("[1, 2]");
    await run.click();
    await tools.getByText("needs an approval", { exact: false }).waitFor();
    assert.deepEqual(refunds, []);
    await holds(async () => assert.equal(await overflow(page), 0));
    await holds(async () => assert.deepEqual(await violations(page), []));
    await holds(async () => assert.deepEqual(await lowContrast(page), []));
    await tools.getByLabel("I approve this call").check();
    await run.click();
    const result = tools.getByRole("status");
    await result.getByText("Done").waitFor();
    await holds(async () => assert.match(await result.innerText(), /Done\s+\d+ ms[^]*refunded[^]*1/));
    assert.deepEqual(refunds, [{ order: "1002", amount: 12.5, reason: "late", lines: [1, 2] }]);
    await picture(page, `tool_run_${width}_${colorScheme}`);
    await holds(async () => assert.deepEqual(await violations(page), []));
    await holds(async () => assert.deepEqual(await lowContrast(page), []));
    // The console has the two refusals of the server, and nothing else.
    assert.ok(tab.complaints.every((line) => /status of (409|422)/.test(line)), tab.complaints.join("\n"));
  }, shared);
}

needsBrowser("V2: a deployment without the plugin says what to add to run a tool alone", async () => {
  await using site = openSite({ agents: [agent], drivers });
  await using tab = await visit(`${site.url}#/agents/shop`, { width: 1280 });
  await tab.page.getByRole("heading", { name: "Tools run in threads only" }).waitFor();
  assert.deepEqual(tab.complaints, []);
}, shared);

needsBrowser(
  "V2: tools of servers and of the catalogue are listed, searched and run, and one that defers says so",
  async () => {
    const draw = defineTool({
      name: "desk.draw",
      description: "Draws.",
      effect: "once",
      run: (_, context) => context.defer({ ref: "drawing 7", expiresInMs: 60_000 }),
    });
    const count = (name: string) =>
      defineTool({ name, description: "Counts.", effect: "pure", run: () => ({ counted: name }) });
    const stock = defineAgent({
      name: "stock",
      driver: "scripted",
      tools: [count("own")],
      toolSources: [
        {
          name: "desk",
          prefix: "desk.",
          settings: {},
          env: [],
          tools: () => ({ tools: [draw], warnings: [] }),
        },
        {
          name: "away",
          prefix: "away.",
          settings: {},
          env: [],
          tools: () => Promise.reject(new AgentError("tools_unavailable", "It does not answer.")),
        },
      ],
      selection: toolSelection({ tools: Array.from({ length: 12 }, (_, index) => count(`shelf_${index}`)) }),
    });
    await using site = openSite({ agents: [stock], drivers, plugins: [evaluations()] });
    await using tab = await visit(`${site.url}#/agents/stock`, { width: 390 });
    const tools = tab.page.getByRole("region", { name: "Run a tool alone" });
    await tools.getByText("The server away has no list now (tools_unavailable)", { exact: false }).waitFor();
    await tools.getByText("Run own").waitFor();
    await tools.getByRole("searchbox").fill("shelf_7");
    await tools.getByText("Run desk.draw").waitFor({ state: "detached" });
    await tools.getByText("Run shelf_7").click();
    await holds(async () => assert.deepEqual(await violations(tab.page), []));
    await holds(async () => assert.deepEqual(await lowContrast(tab.page), []));
    await holds(async () => assert.equal(await overflow(tab.page), 0));
    await picture(tab.page, "tool_run_further");
    await tools.getByRole("searchbox").fill("draw");
    await tools.getByText("Run desk.draw").click();
    await tools.getByText("It runs for real", { exact: false }).waitFor();
    await tools.getByRole("button", { name: "Run desk.draw" }).click();
    await tools.getByText("its result comes later", { exact: false }).waitFor();
    await tools.getByRole("region", { name: "Result" }).getByText('"drawing 7"').waitFor();
    assert.deepEqual(tab.complaints, []);
  },
  shared,
);
