// Agents on Workers AI in workerd, through workerd's own AI binding: only the service behind it is simulated.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/mod.ts";
import { bootWorker } from "../support/boot_worker.ts";
import { jsonStep, streamStep, textOfEvents } from "../support/client.ts";
import { toolRun } from "../../wire/openai/server.ts";
import { serveRemoteAi } from "../../wire/workers_ai/remote.ts";
import { workersAIBinding } from "../../wire/workers_ai/case.ts";

const INPUT = "Paris or Oslo?";
const FINAL = "Go to Paris.";
/** Miniflare keeps a child process and timers beyond a test's own scope. */
const loose = { sanitizeOps: false, sanitizeResources: false };

const reply = toolRun([
  { name: "get_weather", arguments: '{"city":"Paris"}' },
  { name: "get_weather", arguments: '{"city":"Oslo"}' },
], { final: FINAL });

for (const model of ["@cf/meta/llama-3.3-70b-instruct-fp8-fast", "@cf/zai-org/glm-4.7-flash"]) {
  Deno.test({
    name: `P5: an agent runs its tools on workers_ai/${model} through the AI binding of workerd`,
    ...loose,
    fn: async (test) => {
      await using service = await workersAIBinding.start({ reply });
      await using remote = await serveRemoteAi(service.url);
      await using worker = await bootWorker({
        TREADLE_OPEN: "1",
        TREADLE_STORE: "memory",
        TREADLE_MODEL: `workers_ai/${model}`,
      }, { ai: remote.url });
      const asked = { agent: "demo", input: INPUT, until: "done" } as const;

      await test.step("streamed", async () => {
        const events = await streamStep(worker.fetch, "streamed", asked);
        assert.equal(textOfEvents(events), FINAL);
        assert.equal(events.filter(({ type }) => type === "tool.finished").length, 2);
      });

      await test.step("as JSON, under a named choice", async () => {
        const toolChoice = { type: "tool", name: "get_weather" };
        const { status, answer } = await jsonStep(worker.fetch, "json", {
          ...asked,
          until: "step",
          toolChoice,
        });
        assert.equal(status, 200, JSON.stringify(answer));
        assert.deepEqual(answer.calls.map(({ name }) => name), ["get_weather"]);
        assert.deepEqual(answer.choice?.sent, { type: "function", function: { name: "get_weather" } });
        assert.ok(answer.usage.inputTokens > 0);
      });

      await test.step("what was sent is what workerd's binding sends", () => {
        assert.deepEqual(service.complaints, []);
        for (const { path, headers, body, status } of service.requests) {
          assert.deepEqual([path, status], ["/run?version=3", 200]);
          assert.equal(headers.get("cf-consn-model-id"), model);
          assert.match(headers.get("x-session-affinity") ?? "", /^[0-9a-f]{16}$/);
          assert.deepEqual(Reflect.get(Object(body), "options"), { returnRawResponse: true });
        }
      });
    },
  });
}

Deno.test({
  name: "P9: a model that Workers AI does not have is refused by its code, through the AI binding of workerd",
  ...loose,
  fn: async () => {
    await using service = await workersAIBinding.start();
    await using remote = await serveRemoteAi(service.url);
    await using worker = await bootWorker({
      TREADLE_OPEN: "1",
      TREADLE_STORE: "memory",
      TREADLE_MODEL: "workers_ai/@cf/nobody/nothing",
    }, { ai: remote.url });
    const { answer } = await jsonStep(worker.fetch, "t", { agent: "demo", input: INPUT });
    assert.equal(answer.code, "model_invalid_request");
    assert.match(answer.detail ?? "", /@cf\/nobody\/nothing \(HTTP 400, 5007\): No such model/);
  },
});

Deno.test("P5: names of models with slashes and @ are models of agents", () => {
  const model = "workers_ai/@cf/zai-org/glm-4.7-flash";
  const fallbackModel = "workers_ai/@cf/meta/llama-3.3-70b-instruct-fp8-fast";
  const agent = defineAgent({ name: "a", model, fallbackModel });
  assert.deepEqual([agent.model, agent.fallbackModel], [model, fallbackModel]);
});
