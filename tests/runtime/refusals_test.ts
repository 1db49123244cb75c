// Row C4 with every dialect there is: the real refusal of its simulated server, met by a model that the agent trusts too much.

import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { providerOf } from "../wire/ask.ts";
import type { RefusedFeature, WireCase } from "../wire/case.ts";
import { CASES } from "../wire/cases.ts";
import { createLab } from "../support/lab.ts";

const getWeather = defineTool({
  name: "get_weather",
  description: "The weather in a city.",
  parameters: ["city"],
  effect: "pure",
  run: () => "sunny",
});

for (const wire of CASES) {
  for (const refused of wire.refuses) {
    const what = `${refused.feature} of ${refused.model}`;
    if (refused.unlearnable !== undefined) {
      Deno.test.ignore(`C4: ${wire.name} refuses ${what} [skipped: ${refused.unlearnable}]`, () => {});
      continue;
    }
    Deno.test(`C4: ${wire.name} refuses ${what}: one request more in that step, none in the next`, async () => {
      await using server = await wire.start({ reply: () => ({ text: "Hello." }) });
      const provider = providerOf(wire, server);
      const lab = createLab({
        agents: [trusting(wire, refused)],
        deps: {
          model: (ref = "") => ({ provider, model: refused.model, ref }),
          ...(wire.fetch ? { fetch: wire.fetch(server) } : {}),
        },
      });
      const { events, answer } = await lab.run({ input: "Hi." });
      assert.equal(answer.error, undefined);
      const restarts = events.flatMap((event) => event.type === "plan.restarted" ? [event.reason] : []);
      assert.deepEqual([restarts, server.requests.length], [["capability"], 2]);
      assert.ok(answer.warnings.some(({ code }) => code === "capability_learned"));
      const next = await lab.run({ input: "And?" });
      assert.deepEqual([next.answer.error, server.requests.length], [undefined, 3]);
      assert.deepEqual(server.complaints, []);
    });
  }
}

/** An agent that says its model has what it lacks, and asks for it. */
function trusting(wire: WireCase, { feature, model, settings, choice, parallel }: RefusedFeature) {
  return defineAgent({
    name: "trusting",
    model: `${wire.provider}/${model}`,
    capabilities: { [feature]: true },
    tools: [getWeather],
    settings: { ...wire.settings, ...settings },
    ...(choice ? { toolChoice: choice } : {}),
    ...(parallel === false ? { limits: { parallelCalls: 1 } } : {}),
  });
}
