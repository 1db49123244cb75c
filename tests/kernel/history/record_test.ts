// What a record costs in bytes, and what a commit adds to it.

import assert from "node:assert/strict";
import type { AssistantEntry, UserEntry } from "../../../src/core/entry.ts";
import type { RequestRecord } from "../../../src/core/record.ts";
import { NEW_STATE } from "../../../src/core/state.ts";
import { sha256 } from "../../../src/core/text/sha256.ts";
import { writeEntry } from "../../../src/kernel/history/codec.ts";
import { nextHead, SharedChain, startOfChain } from "../../../src/kernel/history/record_chain.ts";

const LIMIT = 250;
const utf8 = new TextEncoder();

/** Bytes of a text as a JSON string on the wire. */
function wireBytes(text: string): number {
  return utf8.encode(JSON.stringify(text)).length;
}

const RESPONSES: Readonly<Record<string, Pick<RequestRecord, "response" | "finish" | "fingerprint">>> = {
  "chat completions": {
    response: "chatcmpl-BQ2Zr1X7mVn0sKcT4LhYpWfEoJdGa",
    finish: "tool_calls",
    fingerprint: "fp_44709d6fcb",
  },
  "responses": { response: "resp_67ccd2bed1ec8190b14f964abc0542670bb6a6b452d3795b", finish: "completed" },
  "messages": { response: "msg_01XFDUDYJgAACzvnptvVoYEL", finish: "tool_use" },
};

for (const [api, response] of Object.entries(RESPONSES)) {
  for (const hasReasoning of [false, true]) {
    const name = hasReasoning ? "one line" : "two lines";
    Deno.test(`record: a step costs at most ${LIMIT} bytes more, as stored and on the wire (${api}, ${name})`, async () => {
      const digest = await sha256("x");
      const plan: AssistantEntry = {
        type: "assistant",
        id: "entry_7d0kq1m3x5fq2w8z9a4b",
        at: 1_770_000_000_000,
        version: 12,
        blocks: [
          ...(hasReasoning ? [{ type: "reasoning" as const, text: "Hm." }] : []),
          { type: "call", id: "call_7d0kq1m3x5fq2w8z9a4b", name: "look", args: "{}" },
        ],
        finish: "calls",
        model: "openai/gpt-5",
        usage: { inputTokens: 900, outputTokens: 40 },
      };
      const record = { request: digest, start: 1_024, head: digest.slice(0, 8), ...response };
      const input: UserEntry = {
        type: "user",
        id: "entry_7d0kq1m3x5fq2w8z9a4b",
        at: 1_770_000_000_000,
        version: 12,
        text: "Go on.",
      };
      const state = { head: digest, agent: digest.slice(0, 8) };
      const texts = [
        [writeEntry({ ...plan, record }), writeEntry(plan)],
        [JSON.stringify({ ...NEW_STATE, record: state }), JSON.stringify(NEW_STATE)],
      ];
      const costs = (measure: (text: string) => number) =>
        texts.reduce((sum, [after = "", before = ""]) => sum + measure(after) - measure(before), 0);
      assert.ok(
        costs((text) => utf8.encode(text).length) <= LIMIT,
        `stored: ${costs((text) => text.length)}`,
      );
      assert.ok(costs(wireBytes) <= LIMIT, `on the wire: ${costs(wireBytes)}`);
      const brought = writeEntry({ ...input, by: "key_o8aRhaOt", door: "steps" }).length -
        writeEntry(input).length;
      assert.ok(brought <= 30, `an input costs ${brought} bytes more`);
    });
  }
}

Deno.test("record: a chain tells every split of the same texts apart, each version, thread and start", async () => {
  const start = await startOfChain({ tenant: "a", thread: "t", meta: "{}", since: 0 });
  const heads = await Promise.all([
    start,
    startOfChain({ tenant: "a", thread: "t", meta: "{}", since: 1 }),
    startOfChain({ tenant: "a", thread: "t{", meta: "}", since: 0 }),
    startOfChain({ tenant: "b", thread: "t", meta: "{}", since: 0 }),
    startOfChain({ tenant: "at", thread: "", meta: "{}", since: 0 }),
    startOfChain({ tenant: undefined, thread: "t", meta: "{}", since: 0 }),
    nextHead(start, 1, []),
    nextHead(start, 2, []),
    nextHead(start, 1, [""]),
    nextHead(start, 1, ["a", "b"]),
    nextHead(start, 1, ["b", "a"]),
    nextHead(start, 1, ["ab"]),
    nextHead(start, 1, ["a", "", "b"]),
    nextHead(start, 1, ["1:a1:b"]),
  ]);
  assert.equal(new Set(heads).size, heads.length);
});

Deno.test("record: the chain of shared entries does not depend on the pages that they are read in", async () => {
  const texts = Array.from({ length: 200 }, (_, index) => `text ${index}`);
  const heads = new Set<string>();
  for (const page of [1, 7, 64, 200]) {
    const chain = await SharedChain.open({ tenant: "a", thread: "t", meta: "{}", since: 3 });
    for (let at = 0; at < texts.length; at += page) await chain.add(texts.slice(at, at + page));
    heads.add(await chain.close());
  }
  assert.equal(heads.size, 1);
});

Deno.test("record: SHA-256 is the same for short and long texts, by either implementation", async () => {
  for (const length of [0, 1, 7_999, 8_000, 8_001, 100_000]) {
    const text = "é".repeat(length);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", utf8.encode(text)));
    assert.equal(await sha256(text), digest.toBase64({ alphabet: "base64url", omitPadding: true }));
  }
});
