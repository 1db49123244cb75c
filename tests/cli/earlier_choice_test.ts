// How choices were held before there were notices, which requests of threads of schema 3 and before are written again by.

import assert from "node:assert/strict";
import { enforceEarlier } from "../../src/cli/verify/earlier_choice.ts";
import type { Lacks } from "../../src/core/model/capability.ts";
import type { ToolChoice } from "../../src/core/tool_choice.ts";

const TOOLS = ["a", "b", "c"].map((name) => ({ name, description: name, parameters: { type: "object" } }));
const TOOL: ToolChoice = { type: "tool", name: "a" };
const SOME: ToolChoice = { type: "allowed", names: ["a", "b"], mode: "auto" };
const FORCED: ToolChoice = { ...SOME, mode: "required" };
const NONE: ToolChoice = { type: "none" };
const AUTO: ToolChoice = { type: "auto" };
const REQUIRED: ToolChoice = { type: "required" };

interface Inputs {
  readonly lacks?: Lacks;
  readonly thinks?: boolean;
  readonly onlyNeeded?: boolean;
  readonly isWithheld?: boolean;
  readonly tools?: typeof TOOLS;
}

const TABLE: readonly (readonly [ToolChoice, Inputs, sent: ToolChoice, names: string, hint?: RegExp])[] = [
  [AUTO, {}, AUTO, "abc"],
  [NONE, {}, NONE, "abc"],
  [NONE, { isWithheld: true }, AUTO, ""],
  [NONE, { lacks: { none: "x" } }, AUTO, ""],
  [REQUIRED, {}, REQUIRED, "abc"],
  [REQUIRED, { lacks: { required: "x" } }, AUTO, "abc", /./],
  [TOOL, {}, TOOL, "abc"],
  [TOOL, { lacks: { tool: "x" } }, REQUIRED, "a"],
  [TOOL, { lacks: { tool: "x", required: "x" } }, AUTO, "a", /\ba\b/],
  [TOOL, { lacks: { forced_thinking: "x" } }, TOOL, "abc"],
  [TOOL, { lacks: { forced_thinking: "x" }, thinks: true }, AUTO, "a", /\ba\b/],
  [SOME, {}, SOME, "abc"],
  [SOME, { lacks: { allowed: "x" } }, AUTO, "ab"],
  [FORCED, {}, FORCED, "abc"],
  [FORCED, { lacks: { allowed: "x" } }, REQUIRED, "ab"],
  [FORCED, { lacks: { allowed: "x", required: "x" } }, AUTO, "ab", /a.*b/],
  [FORCED, { lacks: { forced_thinking: "x" }, thinks: true }, SOME, "abc", /a.*b/],
  [REQUIRED, { lacks: { tools: "x" } }, AUTO, ""],
  [AUTO, { tools: [] }, AUTO, ""],
  [TOOL, { onlyNeeded: true }, TOOL, "a"],
  [SOME, { onlyNeeded: true }, AUTO, "ab"],
];

for (const [choice, inputs, sent, names, hint] of TABLE) {
  const { lacks = {}, thinks = false, onlyNeeded = false, isWithheld = false, tools = TOOLS } = inputs;
  Deno.test(`C5: ${JSON.stringify(choice)} under ${JSON.stringify({ ...inputs, tools: tools.length })} was sent as ${sent.type} with the tools (${names})`, () => {
    const capabilities = { lacks, thinks };
    const held = enforceEarlier({ choice, tools, parallel: undefined, capabilities, onlyNeeded, isWithheld });
    assert.deepEqual([held.choice, held.tools.map(({ name }) => name).join("")], [sent, names]);
    if (hint === undefined) assert.equal(held.hint, undefined);
    else assert.match(held.hint ?? "", hint);
  });
}
