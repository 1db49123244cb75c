// A step that acts costs the same at any length of the history.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Store } from "../../../src/core/store.ts";
import { ReadHistory } from "../../../src/kernel/history/read_history.ts";
import { createOpenAIProvider } from "../../../src/providers/openai/provider.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { type Asked, createLab, type Lab, type LabOptions } from "../../support/lab.ts";

Deno.test("E13: a step that acts opens the last answer, and not the entries before it", async () => {
  const look = defineTool({ name: "look", description: "Looks.", run: () => "seen" });
  const plan = { calls: [{ tool: "look" }] };
  const lab = createLab({
    agents: [defineAgent({ name: "a", driver: "scripted", tools: [look] })],
    scenario: [plan, plan, plan, { says: "Done." }],
  });
  const whole = Object.getOwnPropertyDescriptor(ReadHistory.prototype, "entries") ?? assert.fail();
  let opened = 0;
  Object.defineProperty(ReadHistory.prototype, "entries", {
    ...whole,
    get() {
      opened++;
      return whole.get?.call(this);
    },
  });
  try {
    const { answer } = await lab.run({ input: "Look three times.", until: "done" });
    assert.equal(answer.output, "Done.");
  } finally {
    Object.defineProperty(ReadHistory.prototype, "entries", whole);
  }
  assert.equal(opened, 4, "once a plan, by the scripted driver");
});

Deno.test("E2, E13: a step at 1,000 entries parses its last answer and what came behind it, and no other entry", async () => {
  const memory = createMemoryStore();
  let broken = 0;
  const begin: Store["begin"] = async (request) => {
    const begun = await memory.begin(request);
    if (begun.type !== "begun") return begun;
    const { start, entries } = begun.window;
    const last = entries.findLastIndex((text) => text.startsWith("a"));
    // The first line of an entry that is not to be read is no JSON: to parse it throws.
    const unread = entries.map((text, place) =>
      place < last && /^[uat]/.test(text) ? text.replace('["', '[broken"') : text
    );
    broken += unread.filter((text, place) => text !== entries[place]).length;
    return { ...begun, window: { start, entries: unread } };
  };
  const store = new Proxy(memory, {
    get: (target, name) => {
      const value = name === "begin" ? begin : Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const [grower, cold] = [memory, store].map((store) => createLab({ ...OF_CALLS, store }));
  assert.ok(grower && cold);
  const growing = await grower.start({ input: "Look.", until: "done" });
  if (growing.type === "queued") assert.fail("The request was queued.");
  await growing.run(undefined); // to the limit of its steps
  assert.equal(broken, 0);
  await complete(cold, { input: "Go on." });
  assert.ok(broken >= 998, `${broken} entries cannot be read`);
  await complete(cold); // warm: the isolate has them
  await complete(cold);
});

/** A step that nobody reads; it ends as one that goes on. */
async function complete(lab: Lab, asked: Asked = {}): Promise<void> {
  const started = await lab.start(asked);
  if (started.type === "queued") assert.fail("The request was queued.");
  const { error, thread } = await started.run(undefined);
  assert.deepEqual([error, thread.status], [undefined, "open"]);
}

let turns = 0;

/** An agent of OpenAI's whose model makes a call in each of its answers. */
const OF_CALLS: LabOptions = {
  agents: [defineAgent({
    name: "a",
    limits: { stepsPerRun: 500, historyEntries: 4_000, historyBytes: 16_777_216 },
    tools: [
      defineTool({
        name: "look",
        description: "Looks.",
        parameters: ["at"],
        effect: "pure",
        run: ({ at }) => at,
      }),
    ],
  })],
  unchecked: true,
  deps: {
    model: () => ({
      provider: createOpenAIProvider({ apiKey: "key", baseURL: "https://models.example/v1", api: "chat" }),
      model: "m",
      ref: "openai/m",
    }),
    fetch: () => {
      const call = {
        id: `call_${++turns}`,
        type: "function",
        function: { name: "look", arguments: `{"at":"${turns}"}` },
      };
      return Promise.resolve(Response.json({
        id: `answer-${turns}`,
        model: "m",
        choices: [{
          index: 0,
          message: { role: "assistant", tool_calls: [call] },
          finish_reason: "tool_calls",
        }],
        usage: { prompt_tokens: 9, completion_tokens: 3 },
      }));
    },
  },
};
