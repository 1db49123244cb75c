// Agents in YAML and in TypeScript against a real server of the OpenAI dialect: three steps of tools over HTTP, streamed and
// not, on Chat Completions and on Responses, in both runtimes.

import assert from "node:assert/strict";
import type { Entry } from "../../../src/core/entry.ts";
import { bootDeno, type Booted } from "../../support/boot_deno.ts";
import { bootWorker } from "../support/boot_worker.ts";
import { jsonStep, streamStep, textOfEvents } from "../support/client.ts";
import { validator } from "../../support/conformance.ts";
import { assertHistory } from "../../support/invariants.ts";
import { serveOpenAI, simulatedKey, toolRun } from "../../wire/openai/server.ts";

const INPUT = "Paris or Oslo? I think in Fahrenheit.";
const FINAL = "Go to Paris: 64.4 °F and clear.";
const loose = { sanitizeOps: false, sanitizeResources: false };

/** A model that looks up two cities and converts, one call a step. */
const model = toolRun([
  { name: "get_weather", arguments: '{"city":"Paris"}' },
  { name: "get_weather", arguments: '{ "city": "Oslo" }' },
  { name: "convert_units", arguments: '{"value":18,"from":"C","to":"F"}' },
], { final: FINAL, reasoning: "They want it warm." });

for (const api of ["chat", "responses"] as const) {
  for (const boot of [bootDeno, bootWorker]) {
    const name = boot === bootDeno ? "deno" : "workerd";
    Deno.test({
      name: `P1: agents in YAML and TypeScript run three tool steps on ${api} in ${name}`,
      ...loose,
      fn: async (test) => {
        await using openai = await serveOpenAI({ reply: model });
        await using runtime = await boot({
          TREADLE_OPEN: "1",
          TREADLE_STORE: "memory",
          TREADLE_MODEL: api === "chat" ? "openai/gpt-4.1" : "openai/gpt-5.1",
          OPENAI_API_KEY: simulatedKey,
          OPENAI_BASE_URL: openai.url,
          OPENAI_API: api,
        });
        for (const agent of ["travel", "demo"]) {
          await test.step(`${agent}, streamed`, async () => {
            const events = await streamStep(runtime.fetch, `s-${agent}`, {
              agent,
              input: INPUT,
              until: "done",
            });
            assert.equal(textOfEvents(events), FINAL);
            const outputs = events.flatMap((event) => event.type === "tool.finished" ? [event.output] : []);
            assert.deepEqual(outputs.at(-1), { value: 64.4, unit: "F" });
            await assertThread(runtime, `s-${agent}`);
          });
          await test.step(`${agent}, as JSON, one request a step`, async () => {
            const thread = `j-${agent}`;
            let { answer } = await jsonStep(runtime.fetch, thread, { agent, input: INPUT });
            while (answer.thread.status === "open") {
              answer = (await jsonStep(runtime.fetch, thread, {})).answer;
            }
            assert.equal(answer.output, FINAL, JSON.stringify(answer));
            assert.equal(answer.step, 4);
            assert.ok(answer.usage.inputTokens > 0);
            await assertThread(runtime, thread);
          });
        }
        await test.step("a forced tool goes out natively, and is reported", async () => {
          const { answer } = await jsonStep(runtime.fetch, "forced", {
            agent: "travel",
            input: INPUT,
            toolChoice: { type: "tool", name: "convert_units" },
          });
          assert.deepEqual(answer.calls.map((call) => call.name), ["convert_units"]);
          assert.deepEqual(
            answer.choice?.sent,
            api === "chat"
              ? { type: "function", function: { name: "convert_units" } }
              : { type: "function", name: "convert_units" },
          );
        });
        await test.step("every request was legal, by the server and by the published schema", async () => {
          assert.deepEqual(openai.complaints, []);
          const validate = await validator();
          for (const request of openai.requests) {
            assert.ok(request.status === undefined || request.status < 400, request.text);
            assert.ok(request.path.endsWith(api === "chat" ? "/chat/completions" : "/responses"));
            const kind = api === "chat" ? "openai.chat.request" : "openai.responses.request";
            const result = validate?.(kind, request.body, { strict: true });
            assert.deepEqual(result?.errors ?? [], []);
          }
          assert.ok(openai.requests.length >= 17);
        });
      },
    });
  }
}

async function assertThread(runtime: Booted, thread: string): Promise<void> {
  const response = await runtime.fetch(`/v1/threads/${thread}/history?limit=100`);
  const page: { entries: Entry[] } = await response.json();
  assertHistory(page.entries);
  assert.equal(page.entries.filter((entry) => entry.type === "tool").length, 3);
}
