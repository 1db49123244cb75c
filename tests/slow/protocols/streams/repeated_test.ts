// Rows E4 to E7: what a client reads of a run that is repeated is what it read when the run was live. The runs are those of the
// runtime, on the memory store, with plans of any kind.

import assert from "node:assert/strict";
import fc from "fast-check";
import { livesOf, seedOf } from "../../../support/lives.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { StepEvent } from "../../../../src/core/event.ts";
import type { ScriptedCall, ScriptedPlan } from "../../../../src/kernel/drivers/scripted.ts";
import { chat } from "../../../../src/plugins/chat/mod.ts";
import { createTestApp } from "../../../http/_app.ts";
import { createAgUiApp } from "../../plugins/ag_ui/_app.ts";
import { type Client, ran, say, VERSIONS } from "../../plugins/ag_ui/_clients.ts";
import { type ChatClient, type Major, MAJORS } from "../../plugins/chat/_clients.ts";
import type { AnyRun } from "../../../support/events/any_run.ts";
import { createLab } from "../../../support/lab.ts";
import { native } from "./_native.ts";
import { openaiChat, openaiResponses } from "./_openai.ts";
import { type Reading, serve, type StreamProtocol, write } from "./_stream.ts";
import { uiMessages } from "./_ui_messages.ts";

const PROTOCOLS = [native, uiMessages, openaiChat, openaiResponses];
const SEED = seedOf(12);
const PARAMETERS = {
  numRuns: livesOf(25),
  seed: SEED,
  endOnFailure: true,
};

/** Tools that work, that fail, that people approve, and that the caller runs. */
const TOOLS = [
  defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => ({ seen: "données" }) }),
  defineTool({
    name: "break",
    description: "Fails.",
    run: () => {
      throw new Error("It broke.");
    },
  }),
  defineTool({ name: "pay", description: "Pays.", needsApproval: true, run: () => "paid" }),
  defineTool({ name: "pick", description: "The user picks." }),
];
const agent = defineAgent({
  name: "any",
  driver: "scripted",
  instructions: "",
  tools: TOOLS,
  limits: { repeatedCalls: 100 }, // plans of which every call is refused do not end the run
});

const call = fc.record<ScriptedCall>({
  tool: fc.constantFrom("look", "look", "break", "pay", "pick", "missing"),
  args: fc.oneof(fc.record({ n: fc.nat() }), fc.constantFrom("{", "[]")),
});
const plan: fc.Arbitrary<ScriptedPlan> = fc.oneof(
  fc.record({
    says: fc.constantFrom("Let me see.", "données 🌦\n\n", 'data: "x"'),
    calls: fc.array(call, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ calls: fc.array(call, { minLength: 1, maxLength: 3 }) }),
);
const script = fc.array(plan, { maxLength: 3 }).map((plans): ScriptedPlan[] => [...plans, { says: "Done." }]);

async function readingsOf(protocol: StreamProtocol, events: readonly StepEvent[]): Promise<Reading[]> {
  const run: AnyRun = { events, execution: "loop" };
  const { bytes } = write(protocol, run);
  const readings = await Promise.all(protocol.clients.map(({ read }) => read(serve(bytes, 97, "closed"))));
  // A call that was held back is shown with its result, and results of one plan come as they are ready.
  return readings.map((reading) => ({ ...reading, calls: reading.calls.toSorted() }));
}

for (const protocol of PROTOCOLS) {
  Deno.test(`E4: ${protocol.name}: a repeated run is read as the live one (seed ${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(script, async (scenario) => {
        const lab = createLab({ agents: [agent], scenario });
        const asked = { input: "go", until: "done", idempotency: { key: "k", bodyHash: "h" } } as const;
        const live = await lab.run(asked);
        const again = await lab.run(asked);
        assert.ok(again.replayed);
        const [first, second] = await Promise.all(
          [live, again].map(({ events }) => readingsOf(protocol, events)),
        );
        assert.deepEqual(second, first);
      }),
      PARAMETERS,
    );
  });
}

for (const major of MAJORS) {
  Deno.test(`E5: ${major.name} reloads a run that waits as the message that it was (seed ${SEED})`, async () => {
    let waited = 0;
    await fc.assert(
      fc.asyncProperty(script, async (scenario) => {
        const { send } = createTestApp({ agents: [agent], scenario, plugins: [chat()] });
        const message = { id: "m1", role: "user", parts: [{ type: "text", text: "go" }] };
        const live = await send("POST", "/api/chat/any?mode=full", { id: "c1", message });
        const first = await messageOf(major, await live.text(), (chat) => chat.sendMessage({ text: "go" }));
        const again = await send("GET", "/api/chat/any/c1/stream");
        if (again.status === 204) return await again.body?.cancel();
        waited++;
        const reloaded = await messageOf(major, await again.text(), (chat) => chat.resumeStream());
        assert.deepEqual(reloaded, first);
      }),
      PARAMETERS,
    );
    assert.ok(waited > 0, "no run waited");
  });
}

for (const version of VERSIONS) {
  Deno.test(`E7: ${version.name} reloads any run as it was live (seed ${SEED})`, async () => {
    await fc.assert(
      fc.asyncProperty(script, async (scenario) => {
        const app = createAgUiApp({ agents: [agent], scenario });
        const [live, reloaded] = [app.open(version, { agent: "any" }), app.open(version, { agent: "any" })];
        const { error } = await say(live, "go", "m1");
        assert.equal(error, undefined);
        const again = await ran(reloaded);
        assert.equal(again.error, undefined);
        assert.deepEqual(shownBy(reloaded), shownBy(live));
        assert.deepEqual(reloaded.state.thread, live.state.thread);
        assert.deepEqual(reloaded.pendingInterrupts, live.pendingInterrupts);
      }),
      PARAMETERS,
    );
  });
}

/** Messages without what no event has, an empty content and the failure of a call beside its text. Results come as they are ready. */
function shownBy({ messages }: Client) {
  return messages.map(({ id, role, content, toolCalls, toolCallId }) => {
    return { id, role, content: content ?? "", toolCalls, toolCallId };
  }).toSorted((a, b) => a.id.localeCompare(b.id));
}

/** The assistant's message that a chat makes of a response. */
async function messageOf(major: Major, text: string, begin: (chat: ChatClient) => Promise<void>) {
  const fetch = serve(new TextEncoder().encode(text), 97, "closed");
  const { chat } = major.open({ id: "c1", api: "http://treadle.test/", fetch, isManual: true });
  await begin(chat);
  assert.equal(chat.error, undefined);
  const { id, parts, metadata } = chat.messages.at(-1) ?? assert.fail("no message");
  // Results of one plan come as they are ready. Which field has the input of a failed call depends on the card before it in ai 6.
  const cards = parts.flatMap(({ toolCallId, input, rawInput, ...part }) =>
    toolCallId === undefined ? [] : [{ ...part, toolCallId, input: input ?? rawInput }]
  );
  return {
    id,
    metadata,
    others: parts.filter(({ type, toolCallId }) => type !== "step-start" && !toolCallId),
    cards: cards.toSorted((a, b) => a.toolCallId.localeCompare(b.toolCallId)),
  };
}
