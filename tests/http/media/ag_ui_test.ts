// Row E7: media in messages of AG-UI: in what a user says and in what a tool of the page returns, in the parts of both versions.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Part } from "../../../src/core/content/part.ts";
import type { ModelRequest } from "../../../src/core/model/provider.ts";
import { PNG } from "../../runtime/content/_media.ts";
import { type Reply, testModel } from "../../support/model.ts";
import { createAgUiApp, input, said } from "../doors/ag_ui/_app.ts";
import { VERSIONS } from "../doors/ag_ui/_clients.ts";

const looker = defineAgent({
  ...{ name: "looker", instructions: "", model: "seer/m" },
  tools: [defineTool({ name: "shoot", description: "The page takes a picture." })],
});

function open(answer: (index: number) => Reply = () => ({ says: "A dot." })) {
  const { provider, requests } = testModel((_, index) => answer(index), { name: "seer" });
  return { ...createAgUiApp({ agents: [looker], providers: [provider] }), requests };
}

const IMAGE = { type: "image", source: { type: "data", value: PNG, mimeType: "image/png" } };
const LINK = { type: "document", source: { type: "url", value: "https://a.example/x.pdf" } };

async function inWords(
  parts: readonly Part[] | undefined,
  request: ModelRequest | undefined,
): Promise<string[]> {
  return await Promise.all((parts ?? []).map(async (part) => {
    if (part.type === "text") return part.text;
    const { type, mediaType, name = "", source } = part;
    const place = source.type === "url" ? source.url : await request?.media?.read(source.blob) === PNG;
    return `${type} ${mediaType} ${name} ${place}`;
  }));
}

function userParts(request: ModelRequest | undefined): readonly Part[] | undefined {
  const message = request?.messages.findLast(({ role }) => role === "user");
  return message?.role === "user" ? message.parts : undefined;
}

for (const version of VERSIONS) {
  Deno.test(`E7: ${version.name}: a user's media are parts of the input, and stay in the client's messages`, async () => {
    const { open: connect, requests } = open();
    const client = connect(version, { agent: "looker" });
    const content = [{ type: "text", text: "What is this?" }, IMAGE, LINK];
    client.addMessage({ id: "m1", role: "user", content });
    await client.runAgent();
    assert.deepEqual(await inWords(userParts(requests[0]), requests[0]), [
      "What is this?",
      "image image/png  true",
      "file application/pdf  https://a.example/x.pdf",
    ]);
    client.addMessage({ id: "m2", role: "user", content: [IMAGE] });
    await client.runAgent();
    assert.deepEqual(await inWords(userParts(requests[1]), requests[1]), ["image image/png  true"]);
    client.addMessage(said("Thanks.", "m3"));
    await client.runAgent();
    assert.equal(requests.length, 3);
    const shown = client.messages.filter(({ role }) => role === "user").map(({ content }) => content);
    assert.deepEqual(shown, [content, [IMAGE], "Thanks."]);
  });
}

Deno.test("E7: binary parts of 0.0.59 are media, with their names", async () => {
  const { post, requests } = open();
  const content = [{ type: "binary", mimeType: "image/png", data: PNG, filename: "a/dot.png" }];
  const response = await post(input({ messages: [{ id: "m1", role: "user", content }] }), "", "looker");
  assert.equal(response.status, 200, await response.text());
  assert.deepEqual(await inWords(userParts(requests[0]), requests[0]), ["image image/png dot.png true"]);
});

Deno.test("E7: the result of a tool of the page has media behind its words", async () => {
  const { post, requests, send } = open((index) => index === 0 ? { calls: ["shoot"] } : { says: "A dot." });
  const first = await post(input(), "", "looker");
  assert.equal(first.status, 200, await first.text());
  const { calls } = await (await send("GET", "/v1/threads/c1")).json();
  const content = [{ type: "text", text: "Shot." }, IMAGE];
  const messages = [said("go"), { id: "t1", role: "tool", toolCallId: calls[0].id, content }];
  const second = await post(input({ runId: "r2", messages }), "", "looker");
  assert.equal(second.status, 200, await second.text());
  const result = requests[1]?.messages.at(-1);
  assert(result?.role === "tool");
  assert.equal(result.text, "Shot.");
  assert.deepEqual(await inWords(result.media, requests[1]), ["image image/png  true"]);
});

Deno.test("E7: a conversation that a client brings has its media", async () => {
  const { post, requests } = open();
  const messages = [
    { id: "m1", role: "user", content: [IMAGE] },
    { id: "a1", role: "assistant", content: "A dot." },
    { id: "m2", role: "user", content: [{ type: "text", text: "Sure?" }, IMAGE] },
  ];
  const response = await post(input({ messages }), "", "looker");
  assert.equal(response.status, 200, await response.text());
  const users = requests[0]?.messages.flatMap((message) => message.role === "user" ? [message] : []);
  assert.deepEqual(await Promise.all(users?.map(({ parts }) => inWords(parts, requests[0])) ?? []), [
    ["image image/png  true"],
    ["Sure?", "image image/png  true"],
  ]);
});

const REFUSED: readonly (readonly [string, object, RegExp])[] = [
  ["the handle of a file", { type: "image", source: { type: "file", value: "file-1" } }, /handles of files/],
  ["no source", { type: "image" }, /handles of files/],
  ["a part of no known type", { type: "toString" }, /takes text and media/],
  ["other bytes", { ...IMAGE, source: { ...IMAGE.source, mimeType: "image/jpeg" } }, /is image\/png/],
  ["an http URL", { type: "image", source: { type: "url", value: "http://a.example" } }, /https/],
];

for (const [what, part, detail] of REFUSED) {
  Deno.test(`E7: a message with ${what} is refused at its place`, async () => {
    const { post, requests } = open();
    const content = [{ type: "text", text: "Look." }, part];
    const response = await post(input({ messages: [{ id: "m1", role: "user", content }] }), "", "looker");
    assert.equal(response.status, 422);
    const { errors: [error] } = await response.json();
    assert.equal(error.pointer, "/messages/0/content/1");
    assert.match(error.detail, detail);
    assert.equal(requests.length, 0);
  });
}
