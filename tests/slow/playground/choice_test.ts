/** A choice that the model cannot be held to, on the page: how it is held, what was asked again, and what came of it. */
import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { getWeather } from "../../../functions/agents/tools.ts";
import { holds } from "../../support/eventually.ts";
import { needsBrowser } from "../../support/requires.ts";
import { toolRun } from "../../wire/openai/script.ts";
import type { ParsedRequest, Reply } from "../../wire/openai/reply.ts";
import { compatibleCases } from "../../wire/compatible/case.ts";
import {
  closeBrowser,
  idle,
  lowContrast,
  openOptions,
  openSite,
  overflow,
  picture,
  say,
  stepRow,
  visit,
} from "./site.ts";

// The browser outlives the test that happens to start it.
const shared = { sanitizeOps: false, sanitizeResources: false };
Deno.test.afterAll(closeBrowser);

/** Calls, unless it is told not to. */
function model(request: ParsedRequest): Reply {
  if (JSON.stringify(request.history).includes("No tools.")) return { text: "Let us talk." };
  return toolRun([{ name: "get_weather", arguments: '{"city":"Paris"}' }], { final: "It is clear." })(
    request,
  );
}

needsBrowser(
  "E15, C4, C6: a choice that was refused, degraded and violated is told with its reasons",
  async () => {
    const wire = compatibleCases.find(({ name }) => name === "compatible") ?? assert.fail();
    await using server = await wire.start({ reply: model });
    const agent = defineAgent({
      name: "demo",
      instructions: "You help.",
      tools: [getWeather],
      onViolation: "retry",
      model: "compatible/a-thinking-model", // no row of the table knows that it refuses forced choices
    });
    await using site = openSite({ agents: [agent], env: { COMPATIBLE_BASE_URL: `${server.url}/v1` } });
    await using tab = await visit(site.url, { width: 1280 });
    const { page } = tab;
    const [first, third] = [0, 2].map((index) => page.locator(".step").nth(index));
    await openOptions(page);
    await page.getByLabel("Tool choice").selectOption("required");

    await say(page, "The weather?");
    await page.getByText("It is clear.", { exact: true }).waitFor();
    await idle(page);
    await holds(async () =>
      assert.match(
        await first?.innerText() ?? "",
        /capability_learned\s+asked again\s+without what was refused/,
      )
    );
    await holds(async () =>
      assert.match(
        await first?.innerText() ?? "",
        /Had to call a tool, as the request says\. This model cannot be forced to, so its answer is checked\.$/,
      )
    );
    await stepRow(page, 1).click();
    for (
      const reason of [
        /behind the conversation: the provider refused it before$/,
        /^capability: /,
      ]
    ) {
      await page.getByRole("definition").filter({ hasText: reason }).waitFor();
    }

    await say(page, "No tools.");
    await page.getByText("Let us talk.", { exact: true }).waitFor();
    await idle(page);
    await holds(async () =>
      assert.match(
        await third?.innerText() ?? "",
        /choice_degraded[\s\S]*asked again\s+because it did not keep to the tool choice/,
      )
    );
    await holds(async () =>
      assert.match(
        await third?.innerText() ?? "",
        /violates the tool choice: missing\.[\s\S]*asked a second time for required, and called no tool[\s\S]*Had to call a tool, as the request says/,
      )
    );
    await holds(async () =>
      assert.match(await stepRow(page, 3).innerText(), /choice_unsupported .* had to call a tool/)
    );
    await holds(async () => assert.deepEqual(await lowContrast(page), []));
    await picture(page, "degraded");

    // What is stored tells it too.
    await page.reload();
    await page.getByText("Let us talk.", { exact: true }).waitFor();
    await holds(async () => assert.match(await first?.innerText() ?? "", /so its answer is checked\.$/));
    await holds(async () =>
      assert.match(await third?.innerText() ?? "", /asked again\s+because it called no tool/)
    );
    await holds(async () =>
      assert.match(await third?.innerText() ?? "", /The model did not keep to it: it called no tool\.$/)
    );

    await page.setViewportSize({ width: 380, height: 760 });
    await holds(async () => assert.equal(await overflow(page), 0));
    assert.deepEqual(tab.complaints, []);
    assert.deepEqual(server.complaints, []);
  },
  shared,
);
