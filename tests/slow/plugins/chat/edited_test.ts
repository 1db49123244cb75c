// Row E5: a message that is edited, of several that one step takes or that wait together: the others stay.

import assert from "node:assert/strict";
import { eventually } from "../../../support/eventually.ts";
import { inputsOf, threadBegins, threadIs, waitingIs } from "../_conversation.ts";
import { createHaltingDriver } from "../_halting.ts";
import { type ChatApp, chunksOf, createChatApp, said } from "./_app.ts";

const send = (app: ChatApp, text: string, id: string, more: object = {}) =>
  app.chat({ id: "c1", message: said(text, id), ...more }).then(chunksOf);

/** A chat whose first answer has halted, and in which two messages wait. */
async function openWaiting(file: readonly object[] = []) {
  const { driver, release } = createHaltingDriver();
  const app = createChatApp({ driver });
  const streams = [send(app, "halt", "m1")];
  await threadBegins(app);
  const second = { ...said("two", "m2"), parts: [{ type: "text", text: "two" }, ...file] };
  streams.push(app.chat({ id: "c1", message: second }).then(chunksOf));
  await waitingIs(app, 1);
  streams.push(send(app, "three", "m3"));
  await waitingIs(app, 2);
  return { app, release, streams };
}

Deno.test("V5: E5: of two messages that one step has taken together the later one is edited, and the other stays", async () => {
  const { app, release, streams } = await openWaiting();
  release();
  await Promise.all(streams);
  const chunks = await send(app, "drei", "m3", { messageId: "m3" });
  assert.equal(chunks.at(-1)?.type, "finish");
  assert.deepEqual(await inputsOf(app, "c1:2"), ["halt", "two", "drei"]);
  const { messages } = await (await app.send("GET", "/api/chat/tester/c1/messages")).json();
  assert.deepEqual(messages.map(({ id, role }: Record<string, string>) => role === "user" ? id : role), [
    "m1",
    "assistant",
    "m2",
    "m3",
    "assistant",
  ]);
  await send(app, "zwei", "m2", { messageId: "m2" });
  assert.deepEqual(
    await inputsOf(app, "c1:3"),
    ["halt", "zwei"],
    "the page shows nothing behind it any more",
  );
  await app.idle();
});

Deno.test("V5: E5: a message that a running step has taken together with another is edited, and the other stays", async () => {
  const { app, release, streams } = await openWaiting();
  streams.push(send(app, "halt again", "m4"));
  await waitingIs(app, 3);
  release();
  await threadIs(app, ({ version, running }) => version === 1 && running === true);
  await send(app, "drei", "m3", { messageId: "m3" });
  await Promise.all(streams);
  assert.deepEqual(await inputsOf(app, "c1:2"), ["halt", "two", "drei"]);
  await app.idle();
});

Deno.test("V5: E5: a message that waits behind another is edited, and the other stays", async () => {
  const dot = {
    type: "file",
    mediaType: "image/png",
    filename: "dot.png",
    url: "data:image/png;base64,iVBORw0KGgo=",
  };
  const { app, release, streams } = await openWaiting([dot]);
  streams.push(send(app, "drei", "m3", { messageId: "m3" }));
  await eventually(async () =>
    (await app.store.inbox({ tenant: "acme", thread: "c1" })).at(-1)?.includes("drei") === true
  );
  release();
  await Promise.all(streams);
  await app.idle();
  assert.deepEqual(await inputsOf(app, "c1"), ["halt", "two", "drei"]);
  const { entries } = await (await app.send("GET", "/v1/threads/c1/history")).json();
  const { url } = entries.find(({ text }: Record<string, string>) => text === "two").parts[1];
  const bytes = await (await app.send("GET", url)).bytes();
  assert.equal(bytes.length, 8, "with its file");
});
