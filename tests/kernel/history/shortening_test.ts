// E13: long outputs in requests: what is left of them, and what is never shortened.

import assert from "node:assert/strict";
import fc from "fast-check";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { AssistantEntry, Entry, ToolEntry } from "../../../src/core/entry.ts";
import { readEntry, writeEntry } from "../../../src/kernel/history/codec.ts";
import { measureEntry } from "../../../src/kernel/history/entry_size.ts";
import { openEntry } from "../../../src/kernel/history/lazy_entry.ts";
import { toMessages, toTextMessages } from "../../../src/kernel/history/messages.ts";
import { observationText, shortenOutput } from "../../../src/kernel/history/observation.ts";
import { findShortening } from "../../../src/kernel/history/shortening.ts";

const tool = (name: string, promptChars?: number) =>
  defineTool({
    name,
    description: "Gives text.",
    parameters: ["n"],
    effect: "pure",
    promptChars,
    run: () => "",
  });

const agent = defineAgent({
  name: "reader",
  tools: [tool("long"), tool("longer", 2_000)],
  limits: { outputChars: 600 },
});
const shortening = findShortening(agent) ?? assert.fail();

function outcome(fields: Partial<ToolEntry>): ToolEntry {
  const base = { id: "entry_1", at: 1, version: 1, callId: "call_1", name: "long", ms: 1 };
  return { type: "tool", ...base, outcome: "completed", output: "x", ...fields };
}

function pair(entry: ToolEntry): readonly Entry[] {
  const call: AssistantEntry = {
    type: "assistant",
    id: "entry_0",
    at: 1,
    version: 1,
    finish: "calls",
    model: "p/m",
    blocks: [{ type: "call", id: entry.callId, name: entry.name, args: "{}" }],
    usage: { inputTokens: 1, outputTokens: 1 },
  };
  return [{ type: "user", id: "entry_u", at: 1, version: 1, text: "Go." }, call, entry];
}

/** What a request has of the output: of parsed and of lazy entries, as tool messages and as text. */
function sentOf(entry: ToolEntry): string {
  const lazy = pair(entry).map((each) => openEntry(writeEntry(each)));
  const last = toMessages(pair(entry), "start", { shortening }).at(-1);
  const other = toMessages(lazy, "start", { shortening }).at(-1);
  const text = toTextMessages(lazy, "start", { shortening }).at(-1);
  assert(last?.role === "tool" && other?.role === "tool" && text?.role === "user");
  assert.equal(other.text, last.text, "stored or parsed, the same text");
  assert.equal(text.text, `[tool result: ${entry.name}]\n${last.text}`);
  return last.text;
}

Deno.test("E13: a shortened output is its beginning, a line with the place of the rest, and its end, within the limit (property)", () => {
  const texts = fc.array(fc.constantFrom("a", "é", "天", "👍", "\n", '"', "\ud83d"), {
    minLength: 700,
    maxLength: 900,
  }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, fc.integer({ min: 500, max: 690 }), (text, limit) => {
      const short = shortenOutput(text, limit, "call_1");
      assert.ok(short.length <= limit + 1, `${short.length} of ${limit}`);
      const [, count, from, to] =
        /\n\[(\d+) characters of this output are left out: offset (\d+) to (\d+) of call_id "call_1"\]\n/
          .exec(short) ?? assert.fail(short);
      assert.equal(Number(count), Number(to) - Number(from));
      assert.ok(short.startsWith(text.slice(0, Number(from))) && short.endsWith(text.slice(Number(to))));
      const wellFormed = text.isWellFormed();
      assert.equal(short.isWellFormed() || !wellFormed, true, "no character is cut in two");
    }),
    { numRuns: 300 },
  );
});

Deno.test("E13: an output up to its limit is whole, one character more is not; a tool's own limit counts before the agent's", () => {
  assert.equal(sentOf(outcome({ output: "x".repeat(600) })), "x".repeat(600));
  assert.match(sentOf(outcome({ output: "x".repeat(601) })), /characters of this output are left out/);
  assert.equal(sentOf(outcome({ name: "longer", output: "x".repeat(2_000) })), "x".repeat(2_000));
  assert.match(sentOf(outcome({ name: "longer", output: "x".repeat(2_001) })), /left out/);
  const json = { items: Array.from({ length: 200 }, (_, index) => index) };
  assert.match(sentOf(outcome({ output: json })), /^\{"items":\[0,1,2.*left out: offset \d+/s);
});

Deno.test("E13: errors are whole, however long they are; the output that a failure has is shortened", () => {
  const message = "It went wrong. ".repeat(100);
  const failed = outcome({
    outcome: "failed",
    output: null,
    error: { kind: "failed", message, hint: "Try less." },
  });
  assert.ok(sentOf(failed).includes(message) && sentOf(failed).endsWith("Try less."));
  const both = sentOf({ ...failed, output: "y".repeat(5_000) });
  assert.ok(both.includes(message));
  assert.match(both, /y\n\[\d+ characters of this output are left out/);
  assert.ok(both.length < message.length + 800);
});

Deno.test("E13: a page of read_output is never shortened again", () => {
  const page = outcome({ name: "read_output", output: "z".repeat(9_000) });
  assert.equal(sentOf(page), "z".repeat(9_000));
});

Deno.test("E13: an agent without limits sends every output whole, and has no tool to read it", () => {
  const plain = defineAgent({ name: "plain", tools: [tool("long")] });
  assert.equal(findShortening(plain), undefined);
  assert.deepEqual(plain.tools.map(({ name }) => name), ["long"]);
  assert.deepEqual(agent.tools.map(({ name }) => name), ["long", "longer", "read_output"]);
});

Deno.test("E13: the size of an entry is that of what is sent, whatever form it is stored in (property)", () => {
  const outputs = fc.oneof(fc.string({ maxLength: 3_000 }), fc.array(fc.string(), { maxLength: 200 }));
  fc.assert(
    fc.property(outputs, fc.constantFrom("long", "longer", "read_output"), (output, name) => {
      const entry = outcome({ name, output });
      const { bytes, begins } = measureEntry(writeEntry(entry), shortening);
      const stored = readEntry(writeEntry(entry));
      assert(stored.type === "tool");
      assert.equal(begins, false);
      assert.ok(bytes >= 1 && bytes <= new TextEncoder().encode(JSON.stringify(entry)).length * 2);
      if (sentOf(entry) !== observationText(stored)) assert.ok(bytes <= 3 * 2_001);
    }),
  );
});
