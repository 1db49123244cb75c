// Rows E5 and E6: the doors' own forms of media become parts: AI SDK file parts, and the contents of both OpenAI APIs.

import assert from "node:assert/strict";
import type { MediaPart, Part } from "../../../../src/core/content/part.ts";
import { testModel } from "../../../support/model.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import type { ModelRequest } from "../../../../src/core/model/provider.ts";
import { media } from "../../../../src/plugins/media/mod.ts";
import { chat } from "../../../../src/plugins/chat/mod.ts";
import { openaiApi } from "../../../../src/plugins/openai_api/mod.ts";
import { createTestApp } from "../../../http/_app.ts";
import { PNG } from "../../../plugins/media/_media.ts";

const DATA_URL = `data:image/png;base64,${PNG}`;
const looker = defineAgent({ name: "looker", instructions: "", model: "seer/m" });

function open() {
  const { provider, requests } = testModel(() => ({ says: "A dot." }), { name: "seer" });
  return {
    ...createTestApp({ plugins: [chat(), media(), openaiApi()], agents: [looker], providers: [provider] }),
    requests,
  };
}

/** The parts of the last message of a user, as words. */
async function partsOf(request: ModelRequest | undefined): Promise<readonly string[]> {
  const message = request?.messages.findLast(({ role }) => role === "user");
  assert(message?.role === "user");
  return await Promise.all((message.parts ?? []).map((part) => inWords(part, request)));
}

async function inWords(part: Part | MediaPart, request: ModelRequest | undefined): Promise<string> {
  if (part.type === "text") return part.text;
  const { type, mediaType, name = "", source } = part;
  const place = source.type === "url"
    ? source.url
    : await request?.media?.read(source.blob) === PNG
    ? "PNG"
    : "bytes";
  return `${type} ${mediaType} ${name} ${place}`;
}

Deno.test("E5: a file of useChat is a part of the input, by its bytes or by its URL", async () => {
  const { send, requests } = open();
  const parts = [
    { type: "text", text: "What is this?" },
    { type: "file", mediaType: "image/png", filename: "C:\\dot.png", url: DATA_URL },
    { type: "file", mediaType: "application/pdf", url: "https://a.example/x.pdf" },
  ];
  const response = await send("POST", "/api/chat/looker", {
    id: "c1",
    messages: [{ id: "m1", role: "user", parts }],
  });
  assert.equal(response.status, 200, await response.text());
  assert.deepEqual(await partsOf(requests[0]), [
    "What is this?",
    "image image/png dot.png PNG",
    "file application/pdf  https://a.example/x.pdf",
  ]);
});

Deno.test("E5: a message with files is answered again, and edited, in forks that have its media", async () => {
  const { send, requests } = open();
  const file = { type: "file", mediaType: "image/png", filename: "dot.png", url: DATA_URL };
  const message = (text: string) => ({ id: "m1", role: "user", parts: [{ type: "text", text }, file] });
  const post = async (body: object) => {
    const response = await send("POST", "/api/chat/looker", { id: "c1", ...body });
    assert.equal(response.status, 200, await response.text());
  };
  const messages = [message("What is this?")];
  await post({ messages });
  await post({ messages, trigger: "regenerate-message" });
  await post({ messages: [message("What colour?")], messageId: "m1", trigger: "submit-message" });
  const image = "image image/png dot.png PNG";
  assert.deepEqual(await Promise.all(requests.map(partsOf)), [
    ["What is this?", image],
    ["What is this?", image],
    ["What colour?", image],
  ]);
  const messagesOf = requests.map(({ messages }) => messages.length);
  assert.deepEqual(messagesOf, [1, 1, 1]);
  const { entries: [entry] } = await (await send("GET", "/v1/threads/c1:2/history")).json();
  assert.equal((await send("GET", entry.parts[1].url)).status, 200);
});

Deno.test("E5: a PDF of 10 MB comes through the door of chats whole, and one over the limit is refused", async () => {
  const { send, requests } = open();
  const post = (bytes: number) => {
    const url = `data:application/pdf;base64,${btoa("%PDF-1.7".padEnd(bytes, " "))}`;
    const parts = [{ type: "file", mediaType: "application/pdf", filename: "a.pdf", url }];
    return send("POST", "/api/chat/looker", {
      id: `c${bytes}`,
      messages: [{ id: "m1", role: "user", parts }],
    });
  };
  const response = await post(10_000_000);
  assert.equal(response.status, 200, await response.text());
  const [message] = requests[0]?.messages ?? [];
  assert(message?.role === "user" && message.parts?.[0]?.type === "file");
  const { source } = message.parts[0];
  assert(source.type === "blob" && source.bytes === 10_000_000);
  assert.equal((await requests[0]?.media?.read(source.blob))?.length, 13_333_336);
  const refused = await post(20_000_001);
  assert.deepEqual([refused.status, (await refused.json()).code], [413, "body_too_large"]);
});

Deno.test("E6: a chat completion has images, sounds and files in its messages, and images in outputs of tools", async () => {
  const { send, requests } = open();
  const tools = [{ type: "function", function: { name: "draw", parameters: { type: "object" } } }];
  const content = [
    { type: "text", text: "Compare." },
    { type: "image_url", image_url: { url: DATA_URL, detail: "high" } },
    { type: "image_url", image_url: { url: "https://a.example/b" } },
    { type: "input_audio", input_audio: { data: "aGk=", format: "wav" } },
    { type: "file", file: { file_data: "data:application/pdf;base64,JVBERi0xLjc=", filename: "a.pdf" } },
    { type: "file", file: { file_data: "aGk=", filename: "notes.TXT" } },
  ];
  const call = { id: "c1", type: "function", function: { name: "draw", arguments: "{}" } };
  const messages = [
    { role: "user", content },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: "c1", content: [{ type: "text", text: "See:" }, content[1]] },
  ];
  const response = await send("POST", "/v1/chat/completions", { model: "looker", messages, tools });
  assert.equal(response.status, 200, await response.text());
  assert.deepEqual(await partsOf(requests[0]), [
    "Compare.",
    "image image/png  PNG",
    "image image/jpeg  https://a.example/b",
    "audio audio/wav  bytes",
    "file application/pdf a.pdf bytes",
    "file text/plain notes.TXT bytes",
  ]);
  const output = requests[0]?.messages.at(-1);
  assert(output?.role === "tool");
  assert.deepEqual([output.text, output.media?.map(({ mediaType }) => mediaType)], ["See:", ["image/png"]]);
});

Deno.test("E6: a response has images and files, and the one that continues it has them too", async () => {
  const { send, requests } = open();
  const content = [
    { type: "input_text", text: "Look." },
    { type: "input_image", image_url: DATA_URL },
    { type: "input_file", file_url: "https://a.example/a.pdf", filename: "a.pdf" },
  ];
  const first = await send("POST", "/v1/responses", { model: "looker", input: [{ role: "user", content }] });
  const { id } = await first.json();
  const parts = ["Look.", "image image/png  PNG", "file application/pdf a.pdf https://a.example/a.pdf"];
  assert.deepEqual(await partsOf(requests[0]), parts);
  const body = { model: "looker", input: "And now?", previous_response_id: id };
  assert.equal((await send("POST", "/v1/responses", body)).status, 200);
  const [message] = requests[1]?.messages ?? [];
  assert(message?.role === "user" && message.parts?.[1] !== undefined);
  assert.equal(await inWords(message.parts[1], requests[1]), parts[1]);
});

const CHAT: readonly (readonly [string, object, RegExp])[] = [
  ["the id of a file", { type: "file", file: { file_id: "file-1" } }, /is missing; send the bytes or a URL/],
  ["an image without a URL", { type: "image_url" }, /is missing/],
  [
    "bytes of another type",
    { type: "image_url", image_url: { url: `data:image/jpeg;base64,${PNG}` } },
    /is image\/png/,
  ],
  ["an http URL", { type: "image_url", image_url: { url: "http://a.example/a.png" } }, /https/],
  ["a data: URL in plain text", { type: "image_url", image_url: { url: "data:image/png,abc" } }, /base64/],
  [
    "a video",
    { type: "video_url", video_url: { url: "https://a.example/a.mp4" } },
    /must be text, an image, a sound or a file/,
  ],
];

for (const [what, part, message] of CHAT) {
  Deno.test(`E6: a chat completion with ${what} is refused at its place`, async () => {
    const { send, requests } = open();
    const messages = [{ role: "user", content: [{ type: "text", text: "Look." }, part] }];
    const response = await send("POST", "/v1/chat/completions", { model: "looker", messages });
    const { error } = await response.json();
    assert.equal(response.status, 400);
    assert.match(error.param, /^messages\[0\]\.content\[1\]/);
    assert.match(error.message, message);
    assert.equal(requests.length, 0);
  });
}
