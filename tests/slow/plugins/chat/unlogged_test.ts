// Row E5: a message that a step without a log has taken is answered by what that step has committed.

import assert from "node:assert/strict";
import { threadBegins, waitingIs } from "../_conversation.ts";
import { createHaltingDriver } from "../_halting.ts";
import { createAgUiApp, eventsOf, input, said as agUiSaid } from "../ag_ui/_app.ts";
import { chunksOf, createChatApp, said } from "./_app.ts";

Deno.test("V5: E5: a message that steers a run without a log has its answer", async () => {
  const { driver, release } = createHaltingDriver();
  const app = createChatApp({ driver });
  const run = app.send("POST", "/v1/threads/c1/steps", { agent: "tester", input: "halt", until: "done" });
  await threadBegins(app);
  const message = app.chat({ id: "c1", message: said("more", "m2") }, "?mode=full").then(chunksOf);
  await waitingIs(app, 1);
  release();
  await (await run).body?.cancel();
  const chunks = await message;
  assert.equal(chunks[0]?.type, "start");
  assert.equal(chunks.map(({ delta = "" }) => delta).join(""), "Half of more.");
  assert.equal(chunks.at(-1)?.type, "finish");
  const { messages } = await (await app.send("GET", "/api/chat/tester/c1/messages")).json();
  assert.equal(messages.at(-1).id, chunks[0]?.messageId, "a page that is loaded has the same message");
});

Deno.test("V5: E7: AG-UI: a message that steers a run without a log has its answer", async () => {
  const { driver, release } = createHaltingDriver();
  const app = createAgUiApp({ driver });
  const run = app.send("POST", "/v1/threads/c1/steps", { agent: "tester", input: "halt", until: "done" });
  await threadBegins(app);
  const message = app.post(input({ messages: [agUiSaid("more")] })).then(eventsOf);
  await waitingIs(app, 1);
  release();
  await (await run).body?.cancel();
  const events = await message;
  const words = events.map(({ type, delta }) => type === "TEXT_MESSAGE_CONTENT" ? delta : "").join("");
  assert.equal(words, "Half of more.");
  assert.equal(events.at(-1)?.type, "RUN_FINISHED");
});
