// Row E13 by AG-UI: images, sounds and documents in messages of both versions of the client, and what a client is shown of them.

import assert from "node:assert/strict";
import type { JsonObject } from "../../../../src/core/json.ts";
import { PNG } from "../../../plugins/media/_media.ts";
import { type AgUiApp, createAgUiApp, eventsOf, input, said } from "./_app.ts";
import { callsOf, type Client, ran, say, VERSIONS } from "./_clients.ts";

const TEXT = { type: "text", text: "Look." };
const GIF = btoa("GIF89a");
const data = (value: string, mimeType: string) => ({ type: "data", value, mimeType });
const image = { type: "image", source: data(PNG, "image/png"), metadata: { filename: "dot.png" } };
const byUrl = (type: string, value: string, mimeType?: string) => ({
  type,
  source: { type: "url", value, ...(mimeType === undefined ? {} : { mimeType }) },
});

/** Parts as clients send them, and as entries have them: type, media type, name and bytes. */
const FORMS: readonly (readonly [string, object, readonly unknown[]])[] = [
  ["image", image, ["image", "image/png", "dot.png", 68]],
  ["binary with data", { type: "binary", mimeType: "image/png", data: PNG, filename: "a/b.png" }, [
    ...["image", "image/png", "b.png", 68] as const,
  ]],
  ["binary with a URL", { type: "binary", mimeType: "audio/mp3", url: "https://a.example/s.mp3" }, [
    ...["audio", "audio/mpeg", undefined, undefined] as const,
  ]],
  ["binary of a data: URL", { type: "binary", mimeType: "image/gif", url: `data:image/gif;base64,${GIF}` }, [
    ...["image", "image/gif", undefined, 6] as const,
  ]],
  ["audio", { type: "audio", source: data("SUQz", "audio/mpeg") }, ["audio", "audio/mpeg", undefined, 3]],
  ["document", { type: "document", source: data(btoa("%PDF-1.7"), "application/pdf") }, [
    ...["file", "application/pdf", undefined, 8] as const,
  ]],
  ["an image behind a URL", byUrl("image", "https://a.example/b.webp?w=1"), [
    "image",
    "image/webp",
    undefined,
    undefined,
  ]],
  ["a document of no type", byUrl("document", "https://a.example/b"), [
    "file",
    "application/pdf",
    undefined,
    undefined,
  ]],
];

interface ShownPart extends JsonObject {
  readonly type: string;
}

async function entriesOf(app: AgUiApp, id = "c1") {
  const { entries } = await (await app.send("GET", `/v1/threads/${id}/history`)).json();
  return entries;
}

function partsOf(client: Client): ShownPart[] {
  const { content } = client.messages[0] ?? assert.fail("no message");
  return Array.isArray(content) ? content : assert.fail("no parts");
}

const SCENARIO = [{ says: "A dot." }, { says: "Again." }, { says: "On." }];

for (const version of VERSIONS) {
  for (const [name, part, expected] of FORMS) {
    Deno.test(`E13: ${version.name}: ${name} is a part of the input`, async () => {
      const app = createAgUiApp({ scenario: SCENARIO });
      const client = app.open(version);
      client.addMessage({ id: "m1", role: "user", content: [TEXT, part] });
      assert.equal((await ran(client)).error, undefined);
      const [{ text, parts: [words, medium] }] = await entriesOf(app);
      assert.deepEqual([text, words], ["Look.", TEXT]);
      assert.deepEqual([medium.type, medium.mediaType, medium.name, medium.bytes], expected);
    });
  }

  Deno.test(`E13: ${version.name}: a reload shows media by their URL, and they go with an edited message`, async () => {
    const app = createAgUiApp({ scenario: SCENARIO });
    const client = app.open(version);
    client.addMessage({ id: "m1", role: "user", content: [TEXT, image] });
    await ran(client);
    const reloaded = app.open(version);
    assert.equal((await ran(reloaded)).error, undefined);
    const [words, shown] = partsOf(reloaded);
    assert.deepEqual([words, shown?.type, shown?.metadata], [TEXT, "image", { filename: "dot.png" }]);
    const { value, mimeType } = Object(shown?.source);
    const response = await app.send("GET", value);
    assert.deepEqual([mimeType, response.headers.get("content-type")], ["image/png", "image/png"]);
    assert.equal((await response.bytes()).length, 68);

    const edited = [{ type: "text", text: "Look well." }, shown];
    reloaded.setMessages([{ id: "m1", role: "user", content: edited }]);
    assert.equal((await ran(reloaded)).error, undefined);
    const [entry] = await entriesOf(app, "c1:2");
    const [before] = await entriesOf(app);
    assert.deepEqual([entry.text, entry.parts[1].id], ["Look well.", before.parts[1].id]);
    assert.equal(entry.parts[1].name, "dot.png");
  });

  Deno.test(`E13: ${version.name}: the same media are answered again, others are another message`, async () => {
    const app = createAgUiApp({ scenario: SCENARIO });
    const client = app.open(version);
    client.addMessage({ id: "m1", role: "user", content: [TEXT, image] });
    await ran(client);
    client.setMessages(client.messages.slice(0, 1));
    await ran(client);
    assert.equal((await entriesOf(app, "c1:2"))[0].id, (await entriesOf(app))[0].id);
    const other = { ...image, source: data(GIF, "image/gif") };
    client.setMessages([{ id: "m1", role: "user", content: [TEXT, other] }]);
    await ran(client);
    assert.equal((await entriesOf(app, "c1:3"))[0].parts[1].bytes, 6);
  });

  Deno.test(`E13: ${version.name}: a conversation from elsewhere has its media`, async () => {
    const app = createAgUiApp({ scenario: SCENARIO });
    const client = app.open(version, {
      initialMessages: [
        { id: "a", role: "user", content: [TEXT, image] },
        { id: "b", role: "assistant", content: "A dot." },
      ],
    });
    client.addMessage(said("And now?", "c"));
    assert.equal((await ran(client)).error, undefined);
    const [first, , second] = await entriesOf(app);
    assert.deepEqual([first.parts[1].bytes, first.parts[1].name, second.text], [68, "dot.png", "And now?"]);
  });
}

Deno.test("E13: the result of a tool of the page has media; a client is shown their names", async () => {
  const app = createAgUiApp({ scenario: [{ calls: [{ tool: "pick", args: {} }] }, { says: "Seen." }] });
  // 0.0.59 takes text alone in the message of a tool.
  for (const version of VERSIONS.slice(1)) {
    const client = app.open(version, { agent: "page" });
    await say(client, "go", "m1");
    const toolCallId = callsOf(client)[0]?.id;
    client.addMessage({ id: "t1", role: "tool", toolCallId, content: [TEXT, image] });
    assert.equal((await ran(client)).error, undefined);
  }
  const entries = await entriesOf(app);
  assert.deepEqual([entries[2].output, entries[2].media[0].bytes], ["Look.", 68]);
  for (const version of VERSIONS) {
    const reloaded = app.open(version, { agent: "page" });
    assert.equal((await ran(reloaded)).error, undefined);
    assert.equal(reloaded.messages[2]?.content, "Look.\n[image dot.png (image/png, 68 bytes)]");
  }
});

const REFUSED: readonly (readonly [string, object, string])[] = [
  ["a video", { type: "video", source: data("AAAA", "video/mp4") }, ""],
  ["a video as a file", { type: "binary", mimeType: "video/mp4", data: "AAAA" }, ""],
  ["a part of no known type", { type: "hologram" }, ""],
  ["the id of a file", { type: "binary", mimeType: "image/png", id: "file-1" }, ""],
  ["a handle of a provider", { type: "image", source: { type: "file", value: "file-1" } }, "/source"],
  ["no source", { type: "image" }, "/source"],
  ["bytes of another type", { type: "image", source: data(GIF, "image/png") }, ""],
  ["no base64", { type: "image", source: data("?", "image/png") }, ""],
  ["an http URL", byUrl("image", "http://a.example/b.png"), ""],
  [
    "a medium of another conversation",
    byUrl("image", `/v1/threads/c9/media/${"0".repeat(64)}?entry=0`, "image/png"),
    "-",
  ],
  [
    "a medium that there is not",
    byUrl("image", `/v1/threads/c1/media/${"0".repeat(64)}?entry=0`, "image/png"),
    "-",
  ],
];
for (const [name, part, place] of REFUSED) {
  Deno.test(`E13: a message with ${name} is refused, and nothing is made`, async () => {
    const app = createAgUiApp();
    const messages = [{ id: "m1", role: "user", content: [TEXT, part] }];
    const response = await app.post(input({ messages }));
    const pointer = place === "-" ? "/messages" : `/messages/0/content/1${place}`;
    assert.deepEqual([response.status, (await response.json()).errors[0].pointer], [422, pointer]);
    assert.deepEqual((await (await app.send("GET", "/v1/threads")).json()).threads, []);
  });
}

Deno.test("E13: more than 20 media, and a message of the system with one, are refused", async () => {
  const app = createAgUiApp();
  const many = [{ id: "m1", role: "user", content: Array.from({ length: 21 }, () => image) }];
  const system = [{ id: "s", role: "system", content: [image] }, said("go")];
  for (const messages of [many, system]) {
    const response = await app.post(input({ messages }));
    assert.deepEqual([response.status, (await response.json()).errors[0].pointer], [
      422,
      "/messages/0/content",
    ]);
  }
});

Deno.test("E13: an edited message with a medium that there is not makes no fork", async () => {
  const app = createAgUiApp({ scenario: SCENARIO });
  await (await app.post(input({ messages: [{ id: "m1", role: "user", content: [TEXT, image] }] }))).text();
  const gone = byUrl("image", `/v1/threads/c1/media/${"0".repeat(64)}?entry=0`, "image/png");
  const messages = [{ id: "m2", role: "user", content: [TEXT, gone] }];
  const response = await app.post(input({ runId: "r2", messages }));
  assert.deepEqual([response.status, (await response.json()).errors[0].pointer], [422, "/messages"]);
  assert.equal((await app.send("GET", "/v1/threads/c1:2")).status, 404);
});

Deno.test("E13: a list of messages has no bytes of a large medium", async () => {
  const app = createAgUiApp({ scenario: [{ says: "Seen." }, { says: "Again." }] });
  const large = btoa(`%PDF-1.7${"x".repeat(100_000)}`);
  const content = [TEXT, { type: "document", source: data(large, "application/pdf") }];
  const messages = [{ id: "m1", role: "user", content }];
  await (await app.post(input({ messages }))).text();
  // A run without the answer, as behind a cut, shows the whole thread.
  const behind = [...messages, { id: "msg/c1/1", role: "assistant", content: "Se" }, said("on", "m2")];
  const events = await eventsOf(await app.post(input({ runId: "r2", messages: behind })));
  const snapshot = events.find(({ type }) => type === "MESSAGES_SNAPSHOT");
  assert.ok(snapshot !== undefined);
  assert.ok(JSON.stringify(events).length < 10_000);
});
