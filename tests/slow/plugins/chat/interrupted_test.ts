// Rows E5, V5: inputs that come while an answer runs are taken once, and the chat has them in the order of its thread.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { ScriptedPlan } from "../../../../src/kernel/drivers/scripted.ts";
import { type ChatApp, chunksOf, createChatApp, said } from "./_app.ts";
import { atRest, MAJORS, type Message, shortOf } from "./_clients.ts";
import { createHaltingDriver } from "../_halting.ts";
import { eventually } from "../../../support/eventually.ts";

async function textsOf(app: ChatApp): Promise<string[]> {
  const { messages } = await (await app.send("GET", "/api/chat/tester/c1/messages")).json();
  return messages.map((message: Message) => message.parts.at(-1)?.text);
}

for (const major of MAJORS) {
  Deno.test(`V5: E5: ${major.name}: a message of one tab interrupts the answer that another one shows, and both keep it`, async () => {
    const app = createChatApp({ driver: createHaltingDriver().driver });
    const first = app.open(major);
    const sending = first.chat.sendMessage({ text: "halt" });
    await eventually(() => first.chat.messages[1]?.parts.at(-1)?.text === "Half", () => first.chat.messages);
    const other = app.open(major, {
      messages: first.chat.messages.slice(0, 1),
      body: { busy: "interrupt" },
    });
    await other.chat.sendMessage({ text: "more" });
    await sending;
    await atRest(other.chat, () => other.finished.length === 1);
    assert.deepEqual([first.chat.status, first.chat.error], ["ready", undefined]);
    // The empty step keeps the client from going on.
    const shown = ["step-start", "text:Half", "step-start"];
    assert.deepEqual(shortOf(first.chat.messages[1] ?? assert.fail()), shown);
    assert.deepEqual(await textsOf(app), ["halt", "Half", "more", "Half of more."]);
  });
}

Deno.test("V5: E5: an input of another door that steers has an answer of its own, behind the message that runs", async () => {
  const gate = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const wait = defineTool({
    name: "wait",
    description: "Waits.",
    effect: "pure",
    run: async () => {
      started.resolve();
      await gate.promise;
      return "waited";
    },
  });
  const slow = defineAgent({ name: "slow", driver: "scripted", tools: [wait] });
  const scenario: readonly ScriptedPlan[] = [
    { says: "I wait.", calls: [{ tool: "wait" }] },
    { says: "Once more.", calls: [{ tool: "wait" }] },
    { says: "To the second." },
  ];
  const app = createChatApp({ scenario, agents: [slow] });
  const response = app.chat({ id: "c1", message: said("first") }, "?mode=full", "slow");
  await started.promise;
  const queued = await app.send("POST", "/v1/threads/c1/steps", { input: "second", busy: "steer" });
  assert.equal(queued.status, 202);
  gate.resolve();
  const chunks = await chunksOf(await response);
  await app.idle();
  const starts = chunks.filter(({ type }) => type === "start");
  assert.deepEqual([starts.length, chunks.at(-1)?.type], [1, "finish"]);
  const { entries } = await (await app.send("GET", "/v1/threads/c1/history")).json();
  const inputs = entries.filter(({ type }: { type: string }) => type === "user");
  assert.deepEqual(inputs.map(({ text }: { text: string }) => text), ["first", "second"]);
  const { messages } = await (await app.send("GET", "/api/chat/slow/c1/messages")).json();
  assert.deepEqual(messages.map(({ role }: Message) => role), ["user", "assistant", "user", "assistant"]);
  assert.equal(messages[1].id, starts[0]?.messageId);
  const texts = chunks.flatMap(({ type, delta }) => type === "text-delta" ? [delta] : []);
  assert.deepEqual(texts, messages[1].parts.flatMap(({ text }: { text?: string }) => text ?? []));
  const outputs = chunks.filter(({ type }) => type === "tool-output-available");
  assert.equal(outputs.length, 2, "the calls of the first answer are in it");
  assert.equal(messages[1].parts.filter(({ output }: { output?: unknown }) => output === "waited").length, 2);
});

Deno.test("E5: a message that comes twice while its answer runs is taken once", async () => {
  const { driver, release } = createHaltingDriver();
  const app = createChatApp({ driver });
  const first = app.chat({ id: "c1", message: said("halt") });
  await eventually(async () => (await app.send("GET", "/v1/threads/c1")).status === 200, () => "no thread");
  const again = await app.chat({ id: "c1", message: said("halt") });
  assert.deepEqual([again.status, (await again.json()).code], [409, "idempotency_in_flight"]);
  release();
  await (await first).text();
  assert.deepEqual(await textsOf(app), ["halt", "Half of halt."]);
});
