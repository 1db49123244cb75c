/** JSON bodies are counted before they are parsed: only the bytes of media may be large. */
import assert from "node:assert/strict";
import { JsonScan } from "../../../../src/core/text/json_scan.ts";
import { media } from "../../../../src/plugins/media/mod.ts";
import { mcp } from "../../../../src/plugins/mcp/server/mod.ts";
import { agUi } from "../../../../src/plugins/ag_ui/mod.ts";
import { chat } from "../../../../src/plugins/chat/mod.ts";
import { openaiApi } from "../../../../src/plugins/openai_api/mod.ts";
import { policies } from "../../../../src/plugins/policies/mod.ts";
import { createTestApp, KEY } from "../../../http/_app.ts";

const many = (count: number, item: string) => Array.from({ length: count }, () => item).join(",");
const MEGABYTE = 1_048_576;

const REFUSED: readonly [what: string, body: string, status: number, code: string][] = [
  [
    "2.6 million small arrays in metadata",
    `{"metadata":{"a":[${many(2_600_000, "[]")}]}}`,
    413,
    "body_too_large",
  ],
  [
    "300,000 small arrays, within 1 MiB",
    `{"metadata":{"a":[${many(300_000, "[]")}]}}`,
    413,
    "body_too_large",
  ],
  [
    "many keys",
    `{"metadata":{${Array.from({ length: 60_000 }, (_, key) => `"k${key}":1`).join(",")}}}`,
    413,
    "body_too_large",
  ],
  ["many texts", `{"input":[${many(60_000, '"a"')}]}`, 413, "body_too_large"],
  ["many escapes that look like texts", `{"a":"\\\\",${many(60_000, '"b":"\\\\"')}}`, 413, "body_too_large"],
  [
    "nested 200,000 deep",
    `{"metadata":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
    413,
    "body_too_large",
  ],
  ["nested 40,000 deep", `{"metadata":${"[".repeat(40_000)}${"]".repeat(40_000)}}`, 422, "invalid_request"],
  ["nested 200,000 deep without an end", "[".repeat(200_000), 413, "body_too_large"],
  [
    "a text of 3 MB",
    JSON.stringify({ agent: "tester", input: "a ".repeat(1_500_000) }),
    413,
    "body_too_large",
  ],
  [
    "3 MB of base64 where no media is",
    JSON.stringify({ agent: "tester", input: "QUJD".repeat(750_000) }),
    413,
    "body_too_large",
  ],
  [
    "3 MB of text where media may be",
    JSON.stringify({ data: "a text. ".repeat(400_000) }),
    413,
    "body_too_large",
  ],
  ["3 MB of keys", `{"${"k".repeat(3_000_000)}":1}`, 413, "body_too_large"],
  ["3 MB of spaces", `{"agent":"tester"${" ".repeat(3_000_000)}}`, 413, "body_too_large"],
  ["a number of 3 MB", `{"metadata":{"a":${"1".repeat(3_000_000)}}}`, 413, "body_too_large"],
  ["a number beyond a double", '{"metadata":{"a":1e400}}', 422, "invalid_request"],
  ["a number of 1 MB", `{"metadata":{"a":${"1".repeat(1_000_000)}}}`, 422, "invalid_request"],
];
/** Every route of the core that reads JSON, and the doors; PUT for plans and policies. */
const ROUTES: readonly [method: string, path: string][] = [
  ...[
    "/v1/threads",
    "/v1/threads/t1/steps",
    "/v1/threads/t1/cancel",
    "/v1/threads/t1/fork",
    "/v1/threads/t1/wake",
    "/v1/threads/t1/approvals/c1",
    "/v1/threads/t1/approvals/c1/link",
    "/v1/threads/t1/calls/c1/result",
    "/v1/inbox/decisions",
    "/v1/tokens",
    "/v1/chat/completions",
    "/v1/responses",
    "/agui/tester",
    "/api/chat/tester",
    "/mcp/tester",
  ].map((path): [string, string] => ["POST", path]),
  ["PUT", "/v1/threads/t1/plan"],
  ["PUT", "/v1/policies/p1"],
];

const OPENAI = ["/v1/chat/completions", "/v1/responses"];

for (const [method, path] of ROUTES) {
  Deno.test(`E3: ${method} ${path} counts a body before it parses it`, async () => {
    const { app } = createTestApp({
      plugins: [agUi(), chat(), media(), openaiApi(), policies(), mcp()],
      env: { TREADLE_TOKEN_SECRET: "s".repeat(40) },
    });
    for (const [what, body, status, code] of REFUSED) {
      const response = await app.fetch(
        new Request(`http://treadle.test${path}`, {
          method,
          body,
          headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
        }),
      );
      const text = await response.text();
      // OpenAI answers 400 where a body does not fit.
      const expected = status === 422 && OPENAI.includes(path) ? 400 : status;
      assert.equal(response.status, expected, `${what}: ${text.slice(0, 300)}`);
      assert.ok(text.includes(`"${code}"`), `${what}: ${text.slice(0, 300)}`);
    }
  });
}

Deno.test("E3: 1 MiB of text beside media is taken, by the bytes of either", async () => {
  const { send } = createTestApp({ plugins: [media()] });
  const medium = { type: "image", mediaType: "image/png", data: PNG + "A".repeat(4 * MEGABYTE) };
  for (const length of [400_000, 1_040_000]) {
    const input = { parts: [{ type: "text", text: "x".repeat(length) }, medium] };
    const response = await send("POST", `/v1/threads/m${length}/steps`, { agent: "tester", input });
    const problem = await response.json();
    assert.notEqual(problem.detail, `A body may have at most ${MEGABYTE} bytes beside base64 media.`);
    assert.notEqual(response.status, 422, JSON.stringify(problem).slice(0, 300));
  }
});

const BYTES = new TextEncoder();

Deno.test("E3: what a scan counts does not depend on how a text is cut", () => {
  const texts = [
    `{"data":"${"QUJD".repeat(500)}\\/\\u002b${"QUJD".repeat(500)}","b":[1,{"c":"\\\\"}]}`,
    `{"data":"${"A".repeat(300)}\\\\","a":[[],[],[],[]]}`,
    `{"data":"${"A".repeat(300)}\\\"[[[[[[[[[[","a":[]}`,
    `{"text":"${"A".repeat(300)}\\\\\\\"[[[[","a":[]}`,
    '{"a":"[[[[[[[[[[[[","b":"{\\"c\\":1}"}',
  ];
  const results = texts.map((text) => {
    const bytes = BYTES.encode(text);
    const whole = count(bytes, bytes.length);
    for (const size of [1, 2, 3, 7, 299, 300, 301]) {
      assert.deepEqual(count(bytes, size), whole, `${size}: ${text}`);
    }
    return whole;
  });
  assert.deepEqual(results.map(({ values }) => values), [5, 10, 3, 3, 2]);
  assert.ok(Number(results[0]?.textBytes) < 400, "media do not count");
});

Deno.test("E3: base64 is no media where a key says something else, or where its text has a space", () => {
  const base64 = "A".repeat(5_000);
  const sizeOf = (text: string) => count(BYTES.encode(text), text.length).textBytes;
  for (const key of ["data", "url", "file_data", "image_url", "value"]) {
    assert.ok(sizeOf(`{"${key}":"${base64}"}`) < 400, key);
    assert.ok(sizeOf(`{"${key}": "data:image/png;base64,${base64}"}`) < 400, key);
    assert.ok(sizeOf(`{"${key}":"${base64} ${base64}"}`) > 10_000, key);
  }
  for (
    const text of [
      `{"text":"${base64}"}`,
      `["data","${base64}"]`,
      `{"data":["${base64}"]}`,
      `{"${base64}":1}`,
    ]
  ) {
    assert.ok(sizeOf(text) > 5_000, text.slice(0, 20));
  }
});

/** The least limits that a text keeps. */
function count(bytes: Uint8Array, size: number): { readonly values: number; readonly textBytes: number } {
  const fits = (limits: { readonly values: number; readonly textBytes: number }) => {
    const scan = new JsonScan({ ...limits });
    for (let at = 0; at < bytes.length; at += size) {
      if (scan.take(bytes.subarray(at, at + size)) !== undefined) return false;
    }
    return true;
  };
  const least = (keeps: (limit: number) => boolean) => {
    let [low, high] = [0, bytes.length + 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (keeps(middle)) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  return {
    values: least((values) => fits({ values, textBytes: Infinity })),
    textBytes: least((textBytes) => fits({ values: Infinity, textBytes })),
  };
}

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAA";
