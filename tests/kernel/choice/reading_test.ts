// E13: when the tool read_output is offered: never as the call that a choice or a rule forces.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { withReading } from "../../../src/kernel/choice/reading.ts";
import { toolsToSend } from "../../../src/kernel/choice/tool_trimming.ts";
import type { Lacks } from "../../../src/core/model/capability.ts";
import type { Execution, ToolChoice } from "../../../src/core/tool_choice.ts";

const tool = (name: string) =>
  defineTool({ name, description: "Works.", parameters: ["n"], effect: "pure", run: () => "" });
const tools = [tool("search"), tool("look")];
const agent = defineAgent({ name: "reader", tools, limits: { outputChars: 500 } });

interface Case {
  readonly choice: ToolChoice;
  /** The choice that rules narrowed to this one. */
  readonly underlying?: ToolChoice;
  readonly execution?: Execution;
  readonly lacks?: Lacks;
  readonly thinks?: true;
  /** True by default. */
  readonly isStrict?: false;
  readonly reads?: false;
  /** What is left of the choice; the same by default. */
  readonly left?: ToolChoice;
}

const auto = { type: "auto" } as const;
const required = { type: "required" } as const;
const allowed = (names: string[], mode: "auto" | "required" = "auto"): ToolChoice => ({
  type: "allowed",
  names,
  mode,
});
const OTHERS = ["search", "look"];
const NO_LIST: Lacks = { allowed: "the API has none" };

const CASES: readonly Case[] = [
  { choice: auto },
  { choice: auto, execution: "generate" },
  { choice: auto, execution: "predict", left: allowed(OTHERS) },
  { choice: auto, execution: "execute", left: allowed(OTHERS) },
  { choice: auto, execution: "predict", lacks: NO_LIST, left: allowed(OTHERS) },
  { choice: { type: "none" } },
  { choice: { type: "none" }, execution: "predict" },
  { choice: required, left: allowed(OTHERS, "required") },
  { choice: required, lacks: NO_LIST, reads: false },
  { choice: required, lacks: NO_LIST, isStrict: false, left: allowed(OTHERS, "required") },
  { choice: required, lacks: { ...NO_LIST, required: "neither" }, left: allowed(OTHERS, "required") },
  { choice: required, lacks: { ...NO_LIST, forced_thinking: "x" }, reads: false },
  {
    choice: required,
    lacks: { ...NO_LIST, forced_thinking: "x" },
    thinks: true,
    left: allowed(OTHERS, "required"),
  },
  { choice: { type: "tool", name: "search" } },
  { choice: { type: "tool", name: "read_output" } },
  { choice: allowed(["search"]) },
  { choice: allowed(["search", "read_output"]) },
  { choice: allowed(["search", "read_output"]), execution: "predict" },
  { choice: allowed(["search", "read_output"], "required") },
  { choice: allowed(["search", "read_output"]), underlying: auto },
  {
    choice: allowed(["search", "read_output"]),
    underlying: auto,
    execution: "predict",
    left: allowed(["search"]),
  },
  {
    choice: allowed(["search", "read_output"], "required"),
    underlying: auto,
    left: { type: "tool", name: "search" },
  },
  {
    choice: allowed(["search", "look", "read_output"], "required"),
    underlying: required,
    left: allowed(OTHERS, "required"),
  },
  { choice: allowed(["read_output"]), underlying: auto, execution: "predict", left: { type: "none" } },
];

for (
  const {
    choice,
    underlying,
    execution = "loop",
    lacks = {},
    thinks = false,
    isStrict = true,
    reads = true,
    left = choice,
  } of CASES
) {
  const under = underlying === undefined ? "" : ` that rules left of ${JSON.stringify(underlying)}`;
  const without = Object.keys(lacks).join();
  Deno.test(`E13: read_output under ${JSON.stringify(choice)}${under}, ${execution}, without (${without})${thinks ? ", thinking" : ""}${isStrict ? "" : ", the prefix kept"}`, () => {
    const resolved = {
      choice,
      source: "rule",
      because: "of the test",
      ...(underlying && { underlying }),
    } as const;
    const found = withReading(resolved, { agent, execution, capabilities: { lacks, thinks }, isStrict });
    assert.deepEqual([found.reads, found.resolved.choice], [reads, left]);
  });
}

Deno.test("E13: the tools of an agent that shortens outputs are the same two lists every time, with read_output or without", () => {
  for (
    const each of [
      agent,
      defineAgent({ name: "sparing", tools, tokenEfficient: true, limits: { outputChars: 500 } }),
    ]
  ) {
    assert.deepEqual(toolsToSend(each, true).map(({ name }) => name).toSorted(), [
      "look",
      "read_output",
      "search",
    ]);
    assert.deepEqual(toolsToSend(each).map(({ name }) => name).toSorted(), ["look", "search"]);
    assert.equal(toolsToSend(each), toolsToSend(each, false));
    assert.equal(toolsToSend(each, true), toolsToSend(each, true));
  }
});

Deno.test("E13: an agent with a tool read_output of its own offers it as any other", () => {
  const own = defineAgent({ name: "own", tools: [tool("read_output")] });
  const resolved = {
    choice: allowed(["read_output"]),
    source: "rule",
    because: "of the test",
    underlying: auto,
  } as const;
  assert.equal(
    withReading(resolved, {
      agent: own,
      execution: "loop",
      isStrict: true,
      capabilities: { lacks: {}, thinks: false },
    }).resolved,
    resolved,
  );
  assert.deepEqual(toolsToSend(own), own.tools);
});
