import assert from "node:assert/strict";
import fc from "fast-check";
import type { AssistantEntry, Block, Entry, Outcome, ToolEntry, UserEntry } from "../../../src/core/entry.ts";
import type { Message } from "../../../src/core/model/provider.ts";
import { writeEntry } from "../../../src/kernel/history/codec.ts";
import { toMessages, toTextMessages } from "../../../src/kernel/history/messages.ts";
import { ReadHistory } from "../../../src/kernel/history/read_history.ts";
import { asSent } from "../../support/as_sent.ts";

const user = (text: string): UserEntry => ({ type: "user", id: "e", at: 1, version: 1, text });
const assistant = (...blocks: Block[]): AssistantEntry => ({
  type: "assistant",
  id: "e",
  at: 1,
  version: 1,
  blocks,
  finish: "stop",
  model: "scripted/demo",
  usage: { inputTokens: 0, outputTokens: 0 },
});
const call = (id: string): Block => ({ type: "call", id, name: "get", args: "{}" });
const tool = (callId: string, outcome: Outcome = "completed"): ToolEntry => ({
  type: "tool",
  id: "e",
  at: 1,
  version: 1,
  callId,
  name: "get",
  outcome,
  output: outcome === "completed" ? { ok: true } : null,
  ...(outcome === "completed" ? {} : { error: { kind: "failed", message: "no luck", hint: "Ask again." } }),
  ms: 1,
});

/** What every dialect demands: calls answered at once, in order, by exactly one tool message each. */
function assertLegal(messages: readonly Message[]): void {
  let expected: string[] = [];
  for (const message of messages) {
    if (message.role === "tool") {
      assert.equal(message.callId, expected.shift(), "a tool message without its call");
      continue;
    }
    assert.deepEqual(expected, [], "calls without tool messages");
    if (message.role === "assistant") {
      expected = message.blocks.flatMap((block) => block.type === "call" ? [block.id] : []);
    }
  }
  assert.deepEqual(expected, [], "calls without tool messages at the end");
}

Deno.test("D5: native history answers every call right behind it, in the order of the calls", () => {
  const messages = toMessages([
    user("hi"),
    assistant(call("a"), call("b")),
    tool("b"),
    tool("a", "failed"),
    user("go"),
  ]);
  assertLegal(messages);
  assert.deepEqual(messages.map((message) => message.role === "tool" ? message.callId : message.role), [
    "user",
    "assistant",
    "a",
    "b",
    "user",
  ]);
  assert.deepEqual(asSent(messages[2]), {
    role: "tool",
    callId: "a",
    name: "get",
    text: "The tool failed (failed): no luck\nAsk again.",
    failed: true,
  });
  assert.deepEqual(asSent(messages[3]), {
    role: "tool",
    callId: "b",
    name: "get",
    text: '{"ok":true}',
    failed: false,
  });
});

Deno.test("D5: text history has no calls and no tool messages", () => {
  const messages = toTextMessages([
    user("hi"),
    assistant({ type: "text", text: "Looking." }, call("a")),
    tool("a"),
  ]);
  assert.deepEqual(messages, [
    { role: "user", text: "hi" },
    { role: "assistant", blocks: [{ type: "text", text: "Looking.\n[tool call: get({})]" }] },
    { role: "user", text: '[tool result: get]\n{"ok":true}' },
  ]);
});

Deno.test("E13: a window that begins between a call and its observation loses neither what follows nor its legality", () => {
  const messages = toMessages([
    tool("lost"),
    assistant({ type: "text", text: "x" }),
    user("hi"),
    assistant(call("a")),
  ]);
  assert.deepEqual(messages.map((message) => message.role), [
    "user",
    "assistant",
    "user",
    "assistant",
    "tool",
  ]);
  assert.match(messages[0]?.role === "user" ? messages[0].text : "", /beginning of this conversation/);
  assertLegal(messages);
});

Deno.test("E13: entries that continue others begin as they are", () => {
  const messages = toMessages([assistant({ type: "text", text: "x" }), user("hi")], "continues");
  assert.deepEqual(messages.map((message) => message.role), ["assistant", "user"]);
});

Deno.test("E13: user messages in a row become one, and entries that say nothing are left out", () => {
  assert.deepEqual(toMessages([user("a"), user("b"), assistant({ type: "text", text: "" }), user("c")]), [
    { role: "user", text: "a\n\nb\n\nc" },
  ]);
});

Deno.test("C4: an empty answer stays behind another answer, whose dialect has asked the model to go on, and nowhere else", () => {
  const said = { type: "text", text: "Said." } as const;
  const texts = (...entries: Entry[]) =>
    toMessages(entries).map((message) =>
      message.role === "assistant"
        ? message.blocks.map((block) => block.type === "text" ? block.text : "call")
        : message.role
    );
  assert.deepEqual(texts(user("hi"), assistant(said), assistant(), user("go")), [
    "user",
    ["Said."],
    ["(no answer)"],
    "user",
  ]);
  assert.deepEqual(texts(user("hi"), assistant(), user("go")), ["user"]);
  assert.deepEqual(texts(user("hi"), assistant(call("a")), tool("a"), assistant(), user("go")), [
    "user",
    ["call"],
    "tool",
    "user",
  ]);
});

Deno.test("E13: any entries at all become a legal history (property)", () => {
  const id = fc.constantFrom("a", "b", "c", "d");
  const entry: fc.Arbitrary<Entry> = fc.oneof(
    fc.string().map(user),
    fc.uniqueArray(id, { maxLength: 3 }).map((ids) =>
      assistant({ type: "text", text: "t" }, ...ids.map(call))
    ),
    fc.tuple(id, fc.constantFrom<Outcome>("completed", "failed", "unknown", "skipped")).map(([i, o]) =>
      tool(i, o)
    ),
    fc.constant<Entry>({ type: "summary", id: "e", at: 1, version: 1, text: "s", through: 0 }),
  );
  fc.assert(fc.property(fc.array(entry, { maxLength: 30 }), (entries) => {
    assertLegal(toMessages(entries));
    assert.ok(toTextMessages(entries).every((message) => message.role !== "tool"));
  }));
});

Deno.test("C4: a notice changes the tools behind the cut that its prompt begins at, and says nothing of them before it", () => {
  const withdrawn = (name: string): Entry => ({
    type: "notice",
    id: "e",
    at: 1,
    version: 1,
    about: "tools",
    text: `No ${name} any more.`,
    tools: { withdrawn: [name] },
    until: "next_input",
  });
  const cut: Entry = { type: "cut", id: "e", at: 1, version: 1, why: ["window"], start: 0 };
  const entries = [user("hi"), withdrawn("get"), cut, withdrawn("put")];
  const history = new ReadHistory(0, entries.map(writeEntry)).forPlan([]);
  assert.equal(history.withoutTools, 3);
  assert.equal(history.added, undefined);
  const told = { role: "notice", text: "No get any more.", until: "next_input" };
  const changed = {
    role: "notice",
    text: "No put any more.",
    until: "next_input",
    tools: { withdrawn: ["put"] },
  };
  const [, ...notices] = toMessages(history.entries, "start", { withoutTools: history.withoutTools });
  assert.deepEqual(asSent(notices), [changed]);
  const [, ...inText] = toTextMessages(history.entries);
  assert.deepEqual(asSent(inText), [told, { ...told, text: "No put any more." }]);
});

Deno.test("C4: the tools that notices add are those behind the last cut, of this step or before it", () => {
  const spec = (name: string, description: string) => ({ name, description, parameters: { type: "object" } });
  const adds = (name: string, description: string): Entry => ({
    type: "notice",
    id: "e",
    at: 1,
    version: 1,
    about: "tools",
    text: "More.",
    tools: { added: [spec(name, description)] },
  });
  const cut: Entry = { type: "cut", id: "e", at: 1, version: 1, why: ["agent"], start: 0 };
  const history = new ReadHistory(
    0,
    [user("hi"), adds("a", "old"), cut, adds("b", "1"), adds("b", "2")].map(writeEntry),
  );
  assert.deepEqual(history.forPlan([]).added, [spec("b", "2")]);
  assert.deepEqual(history.forPlan([adds("c", "3")]).added, [spec("b", "2"), spec("c", "3")]);
  const behind = history.forPlan([user("go"), adds("d", "4"), cut, adds("e", "5")]);
  assert.deepEqual([behind.added, behind.withoutTools], [[spec("e", "5")], 7]);
});
