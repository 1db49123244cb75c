// Rows E13 and E14: media over HTTP: what is taken, what is refused where, and how bytes are served.

import assert from "node:assert/strict";
import { media } from "../../../src/plugins/media/mod.ts";
import { createClient } from "../../../src/react/client/mod.ts";
import { createTestApp, KEY, OTHER_KEY, SAYS_HI, type TestAppOptions } from "../_app.ts";
import "../../plugins/shares/_shares.ts";
import { PNG } from "../../plugins/media/_media.ts";

const IMAGE = { type: "image", mediaType: "image/png", data: PNG, name: "dot ü.png" };
const STEPS = "/v1/threads/t1/steps";

const createMediaApp = (options: TestAppOptions = {}) => createTestApp({ plugins: [media()], ...options });

interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

async function problemOf(response: Response): Promise<Problem> {
  return await response.json();
}

Deno.test("E13: an input takes parts, the history shows them, and the bytes come back as they were", async () => {
  const { send } = createMediaApp({ scenario: SAYS_HI });
  const input = { parts: [{ type: "text", text: "What is this?" }, IMAGE] };
  assert.equal((await send("POST", STEPS, { agent: "tester", input })).status, 200);
  const { entries: [entry] } = await (await send("GET", "/v1/threads/t1/history")).json();
  assert.equal(entry.text, "What is this?");
  const [text, { id, url, ...image }] = entry.parts;
  assert.deepEqual(text, { type: "text", text: "What is this?" });
  assert.deepEqual(image, { type: "image", mediaType: "image/png", name: "dot ü.png", bytes: 68 });
  assert.equal(url, `/v1/threads/t1/media/${id}?entry=0`);

  const response = await send("GET", url);
  assert.equal(response.status, 200);
  const bytes = new Uint8Array(await response.arrayBuffer());
  assert.deepEqual(bytes, Uint8Array.from(atob(PNG), (character) => character.charCodeAt(0)));
  const headers = (name: string) => response.headers.get(name);
  assert.equal(headers("content-type"), "image/png");
  assert.equal(headers("content-disposition"), "inline; filename*=UTF-8''dot%20%C3%BC.png");
  assert.equal(headers("x-content-type-options"), "nosniff");
  assert.equal(headers("content-security-policy"), "sandbox; default-src 'none'");
  assert.equal(headers("cache-control"), "private, max-age=31536000, immutable");
  const again = await send("GET", url, undefined, { "if-none-match": headers("etag") ?? "" });
  assert.deepEqual([again.status, await again.text()], [304, ""]);
});

Deno.test("K4, E13: without the plugin media are refused, and nothing is stored", async () => {
  const { send, store } = createTestApp({ scenario: SAYS_HI });
  const refused = await send("POST", STEPS, { agent: "tester", input: { parts: [IMAGE] } });
  assert.deepEqual([refused.status, (await problemOf(refused)).code], [503, "plugin_missing"]);
  assert.equal(await store.read({ tenant: "acme", thread: "t1" }), undefined);
  const words = { parts: [{ type: "text", text: "Only words." }] };
  assert.equal((await send("POST", STEPS, { agent: "tester", input: words })).status, 200);
});

Deno.test("E14: bytes are read by their tenant alone, and only where an entry has them", async () => {
  const { send } = createMediaApp({ scenario: SAYS_HI });
  await send("POST", STEPS, { agent: "tester", input: ["Hi", { parts: [IMAGE] }] });
  const { entries } = await (await send("GET", "/v1/threads/t1/history")).json();
  const { id, url } = entries[1].parts[0];
  assert.match(url, /entry=1$/);
  const refused = async (path: string, headers = {}) => {
    const response = await send("GET", path, undefined, headers);
    return [response.status, (await problemOf(response)).code];
  };
  assert.deepEqual(await refused(url, { authorization: `Bearer ${OTHER_KEY}` }), [404, "thread_unknown"]);
  assert.deepEqual(await refused(url.replace("entry=1", "entry=0")), [404, "media_unknown"]);
  assert.deepEqual(await refused(url.replace("entry=1", "entry=99")), [404, "media_unknown"]);
  assert.deepEqual(await refused(url.replace(id, "0".repeat(64))), [404, "media_unknown"]);
  assert.deepEqual(await refused(url.replace(id, "x")), [400, "invalid_path"]);
  assert.deepEqual(await refused(url.replace("t1", "t2")), [404, "thread_unknown"]);
});

const LINKED = { TREADLE_APPROVAL_SECRET: "a-secret-of-links-of-32-characters" };

Deno.test("B1, E13: a link shows one medium without a key for 10 to 20 minutes, and is the same for as long", async () => {
  const time = { now: Date.parse("2026-11-22T12:03:00Z") };
  const app = createMediaApp({ scenario: SAYS_HI, env: LINKED, clock: () => time.now });
  const { send } = app;
  await send("POST", STEPS, { agent: "tester", input: { parts: [IMAGE] } });
  const thread = createClient({
    url: "http://treadle.test",
    key: KEY,
    fetch: (url, init) => app.fetch(new Request(url, init)),
  })
    .thread("t1");
  const { entries: [entry] } = await thread.history();
  const [part] = entry?.type === "user" ? entry.parts ?? [] : [];
  assert.ok(part !== undefined && part.type !== "text");
  const { url, expiresAt } = await thread.mediaLink(part);
  assert.match(url, /^http:\/\/treadle\.test\/media\/ey/);
  assert.equal(expiresAt, "2026-11-22T12:20:00.000Z");
  const show = (address = url, headers = {}) => app.fetch(new Request(address, { headers }));
  const shown = await show();
  assert.deepEqual([shown.status, shown.headers.get("content-type")], [200, "image/png"]);
  assert.equal(shown.headers.get("cache-control"), "private, max-age=1020");
  assert.equal(shown.headers.get("content-security-policy"), "sandbox; default-src 'none'");
  assert.equal((await shown.arrayBuffer()).byteLength, 68);
  assert.equal((await show(url, { "if-none-match": shown.headers.get("etag") ?? "" })).status, 304);
  time.now = Date.parse("2026-11-22T12:09:59Z");
  assert.equal((await thread.mediaLink(part)).url, url);
  time.now = Date.parse("2026-11-22T12:10:00Z");
  assert.notEqual((await thread.mediaLink(part)).url, url);
  time.now = Date.parse(expiresAt);
  const codeOf = async (response: Response) => [response.status, (await problemOf(response)).code];
  assert.deepEqual(await codeOf(await show()), [410, "link_expired"]);
  const { url: next } = await thread.mediaLink(part);
  assert.deepEqual(await codeOf(await show(`${next.slice(0, -4)}AAAA`)), [403, "link_invalid"]);
  await send("DELETE", "/v1/threads/t1");
  assert.deepEqual(await codeOf(await show(next)), [404, "thread_unknown"]);
});

Deno.test("E14: links are for who may read the thread, and are no keys to anything else", async () => {
  const app = createMediaApp({ scenario: SAYS_HI, env: LINKED });
  await app.send("POST", STEPS, { agent: "tester", input: { parts: [IMAGE] } });
  const { entries } = await (await app.send("GET", "/v1/threads/t1/history")).json();
  const path = entries[0].parts[0].url.replace("?", "/link?");
  const codeOf = async (response: Response) => [response.status, (await problemOf(response)).code];
  const other = await app.send("GET", path, undefined, { authorization: `Bearer ${OTHER_KEY}` });
  assert.deepEqual(await codeOf(other), [404, "thread_unknown"]);
  assert.deepEqual(
    await codeOf(await app.send("GET", path.replace("entry=0", "entry=1"))),
    [404, "media_unknown"],
  );
  const { url } = await (await app.send("GET", path)).json();
  const token = url.split("/").at(-1);
  for (const use of [`/approvals/${token}`, `/callbacks/${token}`]) {
    assert.notEqual((await app.fetch(new Request(`http://treadle.test${use}`))).status, 200);
  }
  const bearer = await app.send("GET", "/v1/threads", undefined, { authorization: `Bearer ${token}` });
  assert.equal(bearer.status, 401);
  const without = createMediaApp({ scenario: SAYS_HI });
  await without.send("POST", STEPS, { agent: "tester", input: { parts: [IMAGE] } });
  assert.deepEqual(await codeOf(await without.send("GET", path)), [503, "links_not_configured"]);
});

Deno.test("E14: what a browser could run is a download without a type", async () => {
  const kinds = ["text/html", "image/svg+xml", "application/xhtml+xml", "application/pdf", "text/plain"];
  for (const mediaType of kinds) {
    const data = btoa(mediaType === "application/pdf" ? "%PDF-1.7" : "<script>alert(1)</script>");
    const input = { parts: [{ type: "file", mediaType, data }] };
    const { send } = createMediaApp({ scenario: SAYS_HI });
    assert.equal((await send("POST", STEPS, { agent: "tester", input })).status, 200, mediaType);
    const { entries } = await (await send("GET", "/v1/threads/t1/history?limit=200")).json();
    const entry = entries.findLast(({ type }: { type: string }) => type === "user");
    const response = await send("GET", entry.parts[0].url);
    await response.arrayBuffer();
    assert.equal(response.headers.get("content-type"), "application/octet-stream", mediaType);
    assert.equal(response.headers.get("content-disposition"), "attachment", mediaType);
  }
});

const REFUSED: readonly (readonly [string, unknown, string, RegExp])[] = [
  ["no parts", { parts: [] }, "/input/parts", /at least 1/],
  ["an empty text", { parts: [{ type: "text", text: "" }] }, "/input/parts/0/text", /must not be empty/],
  ["an unknown type", { parts: [{ type: "video" }] }, "/input", /must be a text/],
  ["no media type", { parts: [{ type: "image", data: PNG }] }, "/input/parts/0/mediaType", /is missing/],
  [
    "a media type in words",
    { parts: [{ ...IMAGE, mediaType: "picture" }] },
    "/input/parts/0/mediaType",
    /must be a media type/,
  ],
  [
    "another kind",
    { parts: [{ ...IMAGE, type: "file" }] },
    "/input/parts/0/mediaType",
    /is of the type image/,
  ],
  [
    "SVG as an image",
    { parts: [{ ...IMAGE, mediaType: "image/svg+xml" }] },
    "/input/parts/0/mediaType",
    /is of the type file/,
  ],
  [
    "other bytes",
    { parts: [{ ...IMAGE, mediaType: "image/jpeg" }] },
    "/input/parts/0/data",
    /is image\/png, not image\/jpeg/,
  ],
  [
    "bytes of no image",
    { parts: [{ ...IMAGE, data: btoa("<html>") }] },
    "/input/parts/0/data",
    /is not image\/png/,
  ],
  [
    "a data: URL as data",
    { parts: [{ ...IMAGE, data: `data:image/png;base64,${PNG}` }] },
    "/input/parts/0/data",
    /before the comma/,
  ],
  [
    "base64 for URLs",
    { parts: [{ type: "file", mediaType: "a/b", data: "-_-_" }] },
    "/input/parts/0/data",
    /base64/,
  ],
  [
    "base64 in lines",
    { parts: [{ type: "file", mediaType: "a/b", data: "QUJD\nQUJD" }] },
    "/input/parts/0/data",
    /base64/,
  ],
  [
    "nothing in it",
    { parts: [{ type: "file", mediaType: "a/b", data: "" }] },
    "/input/parts/0/data",
    /base64/,
  ],
  ["no bytes", { parts: [{ type: "image", mediaType: "image/png" }] }, "/input/parts/0/data", /goes alone/],
  [
    "bytes and a URL",
    { parts: [{ ...IMAGE, url: "https://a.example" }] },
    "/input/parts/0/url",
    /goes alone/,
  ],
  [
    "a URL without TLS",
    { parts: [{ type: "image", mediaType: "image/png", url: "http://a.example" }] },
    "/input/parts/0/url",
    /https/,
  ],
  [
    "a file: URL",
    { parts: [{ type: "image", mediaType: "image/png", url: "file:///etc/passwd" }] },
    "/input/parts/0/url",
    /https/,
  ],
  [
    "a URL with a password",
    { parts: [{ type: "image", mediaType: "image/png", url: "https://u:p@a.example" }] },
    "/input/parts/0/url",
    /no user/,
  ],
  [
    "a URL of two lines",
    { parts: [{ type: "image", mediaType: "image/png", url: "https://a.example/\nx.png" }] },
    "/input/parts/0/url",
    /white space/,
  ],
  ["a name with a slash", { parts: [{ ...IMAGE, name: "../x" }] }, "/input/parts/0/name", /slashes/],
  ["an unknown field", { parts: [{ ...IMAGE, detail: "high" }] }, "/input/parts/0/detail", /not known/],
  [
    "the second of a list",
    ["Hi", { parts: [IMAGE, { ...IMAGE, data: "!" }] }],
    "/input/1/parts/1/data",
    /base64/,
  ],
  ["too many media", { parts: Array(21).fill(IMAGE) }, "/input/parts", /at most 20 media/],
  ["too many parts", { parts: Array(101).fill({ type: "text", text: "x" }) }, "/input/parts", /at most 100/],
];

for (const [what, input, pointer, detail] of REFUSED) {
  Deno.test(`E13: an input with ${what} is refused at its place`, async () => {
    const { send, store } = createMediaApp();
    const response = await send("POST", STEPS, { agent: "tester", input });
    const { code, errors = [] } = await problemOf(response);
    assert.deepEqual([response.status, code], [422, "invalid_request"]);
    assert.deepEqual(errors.map(({ pointer }) => pointer), [pointer]);
    assert.match(errors[0]?.detail ?? "", detail);
    assert.equal(await store.read({ tenant: "acme", thread: "t1" }), undefined);
  });
}

Deno.test("E13: the place of a medium of a result is named too", async () => {
  const { send } = createMediaApp();
  const toolResults = [{ callId: "c", output: 1, media: [IMAGE, { ...IMAGE, data: "!" }] }];
  const { errors = [] } = await problemOf(await send("POST", STEPS, { agent: "tester", toolResults }));
  assert.deepEqual(errors.map(({ pointer }) => pointer), ["/toolResults/0/media/1/data"]);
});

Deno.test("E13: a body may have the media that the deployment takes, and no other route reads as much", async () => {
  const { send } = createMediaApp({ env: { TREADLE_MEDIA_MB: "2" }, scenario: SAYS_HI });
  const file = (bytes: number) => ({
    parts: [{ type: "file", mediaType: "a/b", data: btoa("x".repeat(bytes)) }],
  });
  assert.equal((await send("POST", STEPS, { agent: "tester", input: file(2_000_000) })).status, 200);
  for (const bytes of [2_000_001, 4_000_000]) {
    const response = await send("POST", STEPS, { agent: "tester", input: file(bytes) });
    assert.deepEqual([response.status, (await problemOf(response)).code], [413, "body_too_large"]);
  }
  const other = await send("POST", "/v1/threads", {
    agent: "tester",
    metadata: { x: "x".repeat(1_100_000) },
  });
  assert.deepEqual([other.status, (await problemOf(other)).code], [413, "body_too_large"]);
});
