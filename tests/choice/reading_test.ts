// E13: when the tool read_output is offered: never as the call that a choice or a rule forces.

import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { withReading } from "../../src/choice/reading.ts";
import { toolsToSend } from "../../src/choice/tool_trimming.ts";
import type { Execution, ToolChoice } from "../../src/core/tool_choice.ts";

const tool = (name: string) =>
  defineTool({ name, description: "Works.", parameters: ["n"], effect: "pure", run: () => "" });
const tools = [tool("search"), tool("look")];
const agent = defineAgent({ name: "reader", tools, limits: { outputChars: 500 } });

interface Case {
  readonly choice: ToolChoice;
  /** The choice that rules narrowed to this one. */
  readonly underlying?: ToolChoice;
  readonly execution?: Execution;
  readonly isWhole?: true;
  readonly reads: boolean;
  /** What is left of the choice; the same by default. */
  readonly left?: ToolChoice;
}

const auto = { type: "auto" } as const;
const allowed = (names: string[], mode: "auto" | "required" = "auto"): ToolChoice => ({
  type: "allowed",
  names,
  mode,
});

const CASES: readonly Case[] = [
  { choice: auto, reads: true },
  { choice: auto, isWhole: true, reads: false },
  { choice: auto, execution: "generate", reads: true },
  { choice: auto, execution: "predict", reads: false },
  { choice: auto, execution: "execute", reads: false },
  { choice: { type: "none" }, reads: true },
  { choice: { type: "required" }, reads: false },
  { choice: { type: "tool", name: "search" }, reads: false },
  { choice: { type: "tool", name: "read_output" }, isWhole: true, reads: true },
  { choice: allowed(["search"]), reads: true },
  { choice: allowed(["search", "read_output"]), isWhole: true, reads: true },
  { choice: allowed(["search", "read_output"], "required"), reads: true },
  { choice: allowed(["search", "read_output"]), underlying: auto, reads: true },
  {
    choice: allowed(["search", "read_output"]),
    underlying: auto,
    isWhole: true,
    reads: false,
    left: allowed(["search"]),
  },
  {
    choice: allowed(["search", "read_output"], "required"),
    ...{ underlying: auto, reads: false, left: { type: "tool", name: "search" } },
  },
  {
    choice: allowed(["search", "look", "read_output"], "required"),
    ...{ underlying: { type: "required" }, reads: false, left: allowed(["search", "look"], "required") },
  },
  { choice: allowed(["read_output"]), underlying: auto, isWhole: true, reads: false, left: { type: "none" } },
];

for (const { choice, underlying, execution = "loop", isWhole, reads, left = choice } of CASES) {
  const under = underlying === undefined ? "" : ` that rules left of ${JSON.stringify(underlying)}`;
  Deno.test(`E13: read_output under ${JSON.stringify(choice)}${under}, ${execution}, ${isWhole ? "all outputs whole" : "one in part"}`, () => {
    const resolved = {
      choice,
      source: "rule",
      because: "of the test",
      ...(underlying && { underlying }),
    } as const;
    const found = withReading(resolved, { agent, execution, hasShortened: isWhole !== true });
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
    withReading(resolved, { agent: own, execution: "loop", hasShortened: false }).resolved,
    resolved,
  );
  assert.deepEqual(toolsToSend(own), own.tools);
});
