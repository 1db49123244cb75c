// Rows E5, V5: a message behind an answer that was stopped.

import assert from "node:assert/strict";
import { chunksOf, createChatApp, said } from "./_app.ts";
import { atRest, MAJORS, type Message, shortOf } from "./_clients.ts";
import { createHaltingDriver } from "../_halting.ts";
import { eventually } from "../../../support/eventually.ts";

for (const major of MAJORS) {
  for (const single of [false, true]) {
    const which = `${major.name}, ${single ? "the last message alone" : "all messages"}`;

    Deno.test(`E5: ${which}: an answer behind a stopped one is a message of its own, below its question`, async () => {
      const { driver } = createHaltingDriver();
      const app = createChatApp({ driver });
      const { chat, finished } = app.open(major, { single, body: { busy: "interrupt" } });
      const first = chat.sendMessage({ text: "halt" });
      await eventually(() => chat.messages[1]?.parts.at(-1)?.text === "Half", () => chat.messages);
      await chat.stop();
      await first;
      await chat.sendMessage({ text: "more" });
      await atRest(chat, () => finished.length === 2);
      assert.equal(chat.error, undefined);
      assert.deepEqual(chat.messages.map((message) => [message.role, ...shortOf(message)]), [
        ["user", "text:halt"],
        ["assistant", "step-start", "text:Half"],
        ["user", "text:more"],
        ["assistant", "step-start", "text:Half of more."],
      ]);
      assert.equal(new Set(chat.messages.map(({ id }) => id)).size, 4);
      await app.idle();
      const { entries } = await (await app.send("GET", "/v1/threads/c1/history")).json();
      assert.deepEqual(
        entries.map(({ type, text, interrupted }: Record<string, unknown>) => [type, text ?? interrupted]),
        [
          ["user", "halt"],
          ["assistant", true],
          ["user", "more"],
          ["assistant", undefined],
        ],
      );
    });
  }
}

Deno.test("E5: a chat that was stopped while a call waited is loaded with a call that did not run", async () => {
  const app = createChatApp({
    scenario: [{ says: "I see.", calls: [{ tool: "remove", args: { id: "r1" } }] }],
  });
  await (await app.chat({ id: "c1", message: said("remove it") })).text();
  await app.send("POST", "/api/chat/tester/c1/stop", {});
  const { messages } = await (await app.send("GET", "/api/chat/tester/c1/messages")).json();
  const card = messages[1].parts.find(({ toolCallId }: { toolCallId?: string }) => toolCallId !== undefined);
  assert.deepEqual([card.state, card.errorText], ["output-error", "The run is over; this call did not run."]);
  const chunks = await chunksOf(await app.send("GET", "/api/chat/tester/c1/stream?version=0"));
  assert.ok(!chunks.some(({ type }) => type === "tool-approval-request"));
});

Deno.test("E5: a question that the route stopped is not taken again with the next message", async () => {
  const app = createChatApp({ driver: createHaltingDriver().driver });
  const first = app.chat({ id: "c1", message: said("halt") });
  await eventually(async () => (await app.send("GET", "/v1/threads/c1")).status === 200, () => "no thread");
  await app.send("POST", "/api/chat/tester/c1/stop", {});
  await (await app.chat({ id: "c1", message: said("more", "m2") })).text();
  assert.equal((await chunksOf(await first)).at(-1)?.type, "abort");
  const { messages } = await (await app.send("GET", "/api/chat/tester/c1/messages")).json();
  assert.deepEqual(messages.map(({ parts }: Message) => parts.at(-1)?.text), [
    "halt",
    "Half",
    "more",
    "Half of more.",
  ]);
});
