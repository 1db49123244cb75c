// E13: the tool read_output: pages of outputs that requests have in part, out of every store, and what a model may get wrong.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { AgentDefinition } from "../../../src/agents/define_agent.ts";
import type { Entry } from "../../../src/core/entry.ts";
import type { Json } from "../../../src/core/json.ts";
import type { Store } from "../../../src/core/store.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { createLab, type Lab } from "../../support/lab.ts";
import { STORES } from "./_stores.ts";

/** 100,000 characters, in a blob. */
const WORDS = Array.from({ length: 10_000 }, (_, line) => `line ${String(line).padStart(4, "0")}`).join("\n");
const DATA = { "a/b": ["first", { note: "zwölf 👍 Boxkämpfer" }], words: WORDS };

const report = defineTool({
  name: "report",
  description: "Reports.",
  parameters: ["about"],
  effect: "pure",
  run: ({ about }) => about === "words" ? WORDS : about === "data" ? DATA : Promise.reject(new Error("No.")),
});

function reader(definition: Partial<AgentDefinition> = {}) {
  return defineAgent({
    name: "reader",
    driver: "scripted",
    tools: [report],
    limits: { outputChars: 600, repeatedCalls: 100 },
    ...definition,
  });
}

interface Reading {
  readonly lab: Lab;
  /** Lets the model read with these arguments, after a report about something; the observation. */
  read(args: Json, about?: string): Promise<Entry & { type: "tool" }>;
}

function reading(store?: Store, definition: Partial<AgentDefinition> = {}): Reading {
  let script: { about: string; args: Json } = { about: "words", args: {} };
  const lab = createLab({
    agents: [reader(definition)],
    ...(store === undefined ? {} : { store }),
    scenario: ({ history: { entries } }) => {
      const made = entries.slice(entries.findLastIndex(({ type }) => type === "user") + 1)
        .filter((entry) => entry.type === "tool");
      const [first] = made;
      if (first === undefined) return { calls: [{ tool: "report", args: { about: script.about } }] };
      if (made.length > 1) return { says: "Read." };
      const given = typeof script.args === "object" && script.args !== null && !Array.isArray(script.args)
        ? script.args
        : {};
      return { calls: [{ tool: "read_output", args: { call_id: first.callId, ...given } }] };
    },
  });
  return {
    lab,
    async read(args, about = "words") {
      script = { about, args };
      await lab.run({ input: "Go.", until: "done" });
      const entry = (await lab.history()).findLast(({ type }) => type === "tool");
      assert(entry?.type === "tool" && entry.name === "read_output");
      return entry;
    },
  };
}

for (const kind of STORES) {
  kind.register(
    `E13: read_output reads an output that lies in a blob on ${kind.name}, in a fork too`,
    async () => {
      await using opened = await kind.open();
      const { lab, read } = reading(opened.store);
      const page = await read({ offset: 50_000, length: 30 });
      assert.equal(page.outcome, "completed");
      assert.match(
        String(page.output),
        /^\[offset 50000 to 50030 of call_id "call_\w+", which has 99999 characters\]\nline 5000\nline 5001\nline 5002\n$/,
      );
      await forkThread({ tenant: "acme", thread: "t1" }, { thread: "fork" }, lab.deps);
      const [, , first] = await lab.history("fork");
      assert(first?.type === "tool" && first.output === WORDS, "the store has it whole");
      lab.deps.histories.forget({ tenant: "acme", thread: "fork" });
      await lab.run({ thread: "fork", input: "Go.", until: "done" });
      const again = (await lab.history("fork")).findLast(({ type }) => type === "tool");
      assert(again?.type === "tool" && again.name === "read_output" && again.outcome === "completed");
      assert.match(String(again.output), /line 5000/);
    },
  );
}

/** What the model asks for, and what it reads. */
const PAGES: readonly (readonly [string, Json, RegExp, about?: string])[] = [
  ["the beginning by default", {}, /^\[offset 0 to 4000 of .*\]\nline 0000\n/],
  ["at most 10,000 characters", { length: 10_000 }, /^\[offset 0 to 10000 /],
  ["the last page", { offset: 99_990, length: 500 }, /^\[offset 99990 to 99999 .*\]\nline 9999$/],
  ["behind the end", { offset: 100_000 }, /^There is nothing at offset 100000 of call_id/],
  [
    "from a word on",
    { search: "line 7000", length: 300 },
    /^\[offset 69800 to 70100 of .*\]\nline 6980\n[^]*line 7000\n/,
  ],
  ["from a word behind an offset on", { search: "line", offset: 5, length: 20 }, /^\[offset 5 to 25 /],
  ["a word that is not there", { search: "page 1" }, /^"page 1" does not occur at or behind offset 0 of /],
  [
    "an unknown call",
    { call_id: "call_nowhere" },
    /^There is no output of call_id "call_nowhere" to read\. Copy/,
  ],
  [
    "a part of JSON",
    { pointer: "/a~1b/1/note" },
    /^\[offset 0 to 19 of \/a~1b\/1\/note in .*\]\nzwölf 👍 Boxkämpfer$/,
    "data",
  ],
  ["an object of JSON", { pointer: "/a~1b/1" }, /\]\n\{"note":"zwölf 👍 Boxkämpfer"\}$/, "data"],
  [
    "no half of a character",
    { pointer: "/a~1b/1/note", length: 7 },
    /^\[offset 0 to 8 of .*\]\nzwölf 👍$/,
    "data",
  ],
  [
    "a pointer to nothing",
    { pointer: "/a~1b/2" },
    /^The output has nothing at \/a~1b\/2: "2" is not there\.$/,
    "data",
  ],
  ["a pointer to an inherited member", { pointer: "/toString" }, /nothing at \/toString/, "data"],
  ["a pointer without a slash", { pointer: "words" }, /^"words" is no JSON Pointer/, "data"],
  ["a pointer into words", { pointer: "/words" }, /^The output is not JSON/],
  ["a failed call", {}, /^There is no output of call_id "call_\w+" to read/, "nothing"],
];

for (const [what, args, expected, about] of PAGES) {
  Deno.test(`E13: read_output gives ${what}`, async () => {
    const { read } = reading(undefined, { throwOnToolFailure: false });
    const page = await read(args, about);
    assert.equal(page.outcome, "completed");
    assert.match(String(page.output), expected);
  });
}

const REFUSED: readonly Json[] = [
  { offset: -1 },
  { length: 0 },
  { length: 10_001 },
  { offset: 0.5 },
  { search: "" },
  { page: 2 },
];

for (const args of REFUSED) {
  Deno.test(`E13: read_output refuses ${JSON.stringify(args)}`, async () => {
    const { read } = reading();
    const page = await read(args);
    assert.equal(page.outcome, "failed");
    assert.equal(page.error?.kind, "invalid_arguments");
  });
}

Deno.test("E13: a call of read_output is run when the window has moved past the output meanwhile, warm and cold", async () => {
  for (const cacheIsKept of [true, false]) {
    let asked: string | undefined;
    const lab = createLab({
      agents: [reader({ limits: { outputChars: 600, historyEntries: 1 } })],
      scenario: ({ history: { entries } }) => {
        const output = entries.find((entry) => entry.type === "tool");
        if (asked !== undefined) return { says: "Read." };
        if (output?.type !== "tool") return { calls: [{ tool: "report", args: { about: "words" } }] };
        asked = output.callId;
        return { calls: [{ tool: "read_output", args: { call_id: asked, offset: 10, length: 10 } }] };
      },
    });
    await lab.run({ input: "Go." });
    await lab.run();
    if (!cacheIsKept) lab.deps.histories.forget({ tenant: "acme", thread: "t1" });
    lab.counts.clear();
    await lab.run({ input: "And?", until: "done" });
    assert.equal(lab.counts.get("history"), 1, "one more request finds it");
    const page = (await lab.history()).findLast(({ type }) => type === "tool");
    assert(page?.type === "tool" && page.name === "read_output");
    assert.match(String(page.output), /^\[offset 10 to 20 of .*\]\nline 0001\n$/);
  }
});

Deno.test("E13: a step without a call of read_output makes no request more for it", async () => {
  const { lab, read } = reading();
  await read({});
  lab.counts.clear();
  await lab.run({ input: "Go." });
  assert.deepEqual(Object.fromEntries(lab.counts), { begin: 1, commit: 1 });
});
