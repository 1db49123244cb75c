// E13: an entry in two lines is the entry that was written.

import assert from "node:assert/strict";
import fc from "fast-check";
import { type AssistantEntry, type Entry, NOTICE_SUBJECTS, type ToolEntry } from "../../../src/core/entry.ts";
import { AgentError } from "../../../src/core/error.ts";
import { changesTools, isNoticeText, readEntry, writeEntry } from "../../../src/kernel/history/codec.ts";
import { findChatLine, isAnsweredBy, openEntry } from "../../../src/kernel/history/lazy_entry.ts";
import { anyEntry } from "../../support/any_entry.ts";

/** The properties that the entry was written with, whether or not they are its own. */
function copyOf(opened: Entry, written: Entry): unknown {
  return Object.fromEntries(Object.keys(written).map((key) => [key, Reflect.get(opened, key)]));
}

Deno.test("E13: any entry is read back as it was written (property)", () => {
  fc.assert(
    fc.property(anyEntry, (entry) => {
      const plain: Entry = JSON.parse(JSON.stringify(entry));
      const text = writeEntry(entry);
      assert.deepEqual(readEntry(text), plain);
      assert.deepEqual(copyOf(openEntry(text), plain), plain);
      assert.deepEqual(readEntry(JSON.stringify(entry)), plain);
    }),
    { numRuns: 2000 },
  );
});

Deno.test("E13: a field that is undefined changes nothing in the text of an entry (property)", () => {
  fc.assert(
    fc.property(anyEntry, (entry) => {
      const absent = ["parts", "media", "failure", "brought"].filter((name) => !Object.hasOwn(entry, name));
      const written = { ...entry, ...Object.fromEntries(absent.map((name) => [name, undefined])) };
      assert.equal(writeEntry(written), writeEntry(entry));
    }),
    { numRuns: 500 },
  );
});

Deno.test("E13: the message of an opened entry says what the entry says (property)", () => {
  fc.assert(
    fc.property(anyEntry, (entry) => {
      const message = findChatLine(openEntry(writeEntry(entry)));
      assert.equal(findChatLine(entry), undefined);
      fc.pre(message !== undefined); // about every fourth entry has one; numRuns counts these alone
      const { role, content, tool_call_id, tool_calls = [] } = JSON.parse(message);
      switch (entry.type) {
        case "user":
          return assert.deepEqual([role, content], ["user", entry.text]);
        case "tool": {
          const said = typeof entry.output === "string" ? entry.output : JSON.stringify(entry.output);
          return assert.deepEqual([role, tool_call_id, content], ["tool", entry.callId, said]);
        }
        case "assistant": {
          const calls = tool_calls.map(({ id, function: { name, arguments: args } }: {
            id: string;
            function: { name: string; arguments: string };
          }) => ({ type: "call", id, name, args }));
          const blocks = [...(content === null ? [] : [{ type: "text", text: content }]), ...calls];
          return assert.deepEqual([role, blocks], ["assistant", JSON.parse(JSON.stringify(entry.blocks))]);
        }
        default:
          assert.fail(`a ${entry.type} has a message`);
      }
    }),
    { numRuns: 500 },
  );
});

Deno.test("E13: an assistant is answered by its own calls' observations, in their order, and by nothing else", () => {
  const base = { at: 1, version: 1 };
  const assistant = (...ids: string[]): Entry => ({
    type: "assistant",
    id: "a",
    ...base,
    finish: "calls",
    model: "m",
    usage: { inputTokens: 1, outputTokens: 1 },
    blocks: ids.map((id) => ({ type: "call", id, name: "get", args: "{}" })),
  });
  const tool = (callId: string, outcome: "completed" | "failed" = "completed"): ToolEntry => ({
    type: "tool",
    id: "t",
    ...base,
    callId,
    name: "get",
    outcome,
    output: 1,
    ms: 1,
  });
  const open = <T extends Entry>(entry: T) => openEntry(writeEntry(entry)) as T;
  const answers = (calls: string[], ...tools: ToolEntry[]) =>
    isAnsweredBy(open(assistant(...calls)), tools.map(open));
  assert.equal(answers(["a", "b"], tool("a"), tool("b")), true);
  assert.equal(answers(["a", "b"], tool("b"), tool("a")), false);
  assert.equal(answers(["a", "b"], tool("a")), false);
  assert.equal(answers(["a"], tool("a"), tool("a")), false);
  assert.equal(answers(["ab"], tool("a")), false);
  assert.equal(answers(["a"], tool("a", "failed")), false);
  assert.equal(isAnsweredBy(assistant("a"), [tool("a")]), false, "neither is stored");
});

for (
  const text of [
    "5",
    '"text"',
    "[]",
    "null",
    "{}",
    '{"type":"note"}',
    'z["e",1,2]\n{"role":"user","content":"hi"}',
  ]
) {
  Deno.test(`E14: the text ${text.replace("\n", "\\n")} is no entry`, () => {
    assert.throws(
      () => readEntry(text),
      (error) => error instanceof AgentError && error.code === "store_corrupt",
    );
  });
}

Deno.test("C6: an answer's choice is stored in its two lines; an ordinary answer is stored as it always was", () => {
  const ordinary: AssistantEntry = {
    type: "assistant",
    id: "entry_1",
    at: 5,
    version: 2,
    finish: "calls",
    model: "openai/m",
    usage: { inputTokens: 3, outputTokens: 4 },
    blocks: [{ type: "call", id: "call_1", name: "get", args: "{}" }],
  };
  const message =
    '{"role":"assistant","content":null,"tool_calls":[{"id":"call_1","type":"function","function":{"name":"get","arguments":"{}"}}]}';
  const before = `a["entry_1",5,2,"calls","openai/m",[3,4,null,null,null],1]\n${message}`;
  assert.equal(writeEntry(ordinary), before);
  assert.deepEqual(readEntry(before), ordinary);
  const chosen: AssistantEntry = {
    ...ordinary,
    choice: {
      requested: { type: "required" },
      source: "request",
      enforcement: "native",
      outcome: { type: "satisfied" },
    },
  };
  const [own, same] = writeEntry(chosen).split("\n");
  assert.equal(
    own,
    'a["entry_1",5,2,"calls","openai/m",[3,4,null,null,null],' +
      '{"requested":{"type":"required"},"source":"request","enforcement":"native","outcome":{"type":"satisfied"}},1]',
  );
  assert.equal(same, message, "what a model is told does not change");
  const opened = openEntry(writeEntry(chosen));
  assert.ok(opened.type === "assistant" && findChatLine(opened) === message);
  assert.deepEqual(opened.choice, chosen.choice);
});

Deno.test("E13: what a notice is about, and whether it changes the tools, is read off its text (property)", () => {
  fc.assert(
    fc.property(anyEntry, (entry) => {
      const text = writeEntry(entry);
      const about = NOTICE_SUBJECTS.filter((subject) => isNoticeText(text, subject));
      assert.deepEqual(about, entry.type === "notice" ? [entry.about] : []);
      assert.equal(changesTools(text), entry.type === "notice" && entry.tools !== undefined);
    }),
    { numRuns: 2000 },
  );
});
