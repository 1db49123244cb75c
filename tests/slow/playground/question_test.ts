/** A tool's question to the user on the page, in a real Chromium on the real app. */
import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { ToolError } from "../../../src/core/tool/tool_error.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { holds } from "../../support/eventually.ts";
import { needsBrowser } from "../../support/requires.ts";
import { closeBrowser, idle, looksOf, openSite, overflow, picture, say, visit } from "./site.ts";

const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

needsBrowser(
  "E15: X7: a tool's question stands on the page, also when it is opened again, and an input answers it",
  async () => {
    const search = defineTool({
      name: "search",
      description: "Searches.",
      effect: "pure",
      parameters: ["city"],
      run: ({ city }) => {
        if (city === "") throw new ToolError("context_required", "Which city is it, and in which country?");
        return "18 degrees";
      },
    });
    const agent = defineAgent({
      name: "asks",
      instructions: "",
      driver: "scripted",
      tools: [search],
      onContextRequired: "ask",
    });
    const drivers = [createScriptedDriver([
      { says: "Let me look.", calls: [{ tool: "search", args: { city: "" } }] },
      { says: "It has 18 degrees." },
    ])];
    for (const width of looksOf([320, 1280])) {
      await using site = openSite({ agents: [agent], drivers });
      await using tab = await visit(site.url, { width });
      const { page } = tab;
      await say(page, "How is the weather?");
      await idle(page);
      const question = page.getByText("Which city is it, and in which country?", { exact: true });
      const asks = page.locator(".notice", { has: question });
      await asks.waitFor();
      await holds(async () => assert.match(await asks.innerText(), /A tool asks you/));
      await holds(async () => assert.equal(await overflow(page), 0));
      await picture(page, `question_${width}`);
      await page.reload();
      await asks.waitFor();
      await say(page, "Oslo, in Norway.");
      await idle(page);
      await page.getByText("It has 18 degrees.", { exact: true }).waitFor();
      await holds(async () => assert.equal(await asks.count(), 0, "an answered question leaves the page"));
      assert.deepEqual(tab.complaints, []);
    }
  },
  shared,
);
