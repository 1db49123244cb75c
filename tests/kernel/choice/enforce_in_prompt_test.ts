import assert from "node:assert/strict";
import { enforceInPrompt } from "../../../src/kernel/choice/enforce_in_prompt.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { Lacks } from "../../../src/core/model/capability.ts";
import type { ToolChoice } from "../../../src/core/tool_choice.ts";

const tools = ["a", "b"].map((name) => ({ name, description: "", parameters: { type: "object" } }));
const NO_SCHEMA: Lacks = { json_schema: "the API has JSON mode only" };

interface Inputs {
  readonly lacks?: Lacks;
  readonly onUnsupported?: "degrade" | "error";
  readonly hold?: "prefix" | "strict";
  readonly isRefused?: true;
}

function enforce(choice: ToolChoice, inputs: Inputs = {}) {
  const { lacks = {}, onUnsupported = "degrade", hold = "prefix", isRefused } = inputs;
  const capabilities = { lacks, thinks: true };
  return enforceInPrompt({ choice, tools, capabilities, onUnsupported, hold, isRefused });
}

const ROWS: readonly [string, ToolChoice, names: readonly string[], withSchema: string, without: string][] = [
  ["auto", { type: "auto" }, ["a", "b"], "native", "native"],
  ["none", { type: "none" }, [], "withheld", "withheld"],
  ["required", { type: "required" }, ["a", "b"], "native", "announced"],
  ["tool", { type: "tool", name: "b" }, ["b"], "native", "announced"],
  ["allowed auto", { type: "allowed", names: ["b"], mode: "auto" }, ["b"], "filtered", "filtered"],
  ["allowed required", { type: "allowed", names: ["b"], mode: "required" }, ["b"], "native", "announced"],
];

// Function calling and forced choices of the API are not used, so their lack does not count.
const NO_CALLS: Lacks = { tools: "none", required: "none", tool: "none", forced_thinking: "none" };

for (const [label, choice, names, withSchema, without] of ROWS) {
  Deno.test(`C5, D7: in a prompt, strictly, ${label} is ${withSchema}, and ${without} without a schema`, () => {
    const native = enforce(choice, { hold: "strict", lacks: NO_CALLS });
    assert.equal(native.enforcement, withSchema);
    if (withSchema !== "withheld") assert.deepEqual(native.choice, choice);
    assert.deepEqual(native.tools.map(({ name }) => name), names);
    assert.deepEqual([native.warnings, native.notice], [[], undefined]);
    const degraded = enforce(choice, { hold: "strict", lacks: NO_SCHEMA });
    assert.equal(degraded.enforcement, without);
    assert.deepEqual(degraded.tools.map(({ name }) => name), names);
    assert.equal(degraded.notice !== undefined, without === "announced");
    assert.deepEqual(
      degraded.warnings.map(({ code }) => code),
      without === "announced" ? ["choice_degraded"] : [],
    );
  });

  Deno.test(`C4, C5: a prompt that describes tools stays the same under ${label}, which a notice tells`, () => {
    const held = enforce(choice, { lacks: NO_CALLS });
    assert.deepEqual([held.choice, held.tools], [{ type: "auto" }, tools]);
    assert.equal(held.enforcement, label === "auto" ? "native" : "announced");
    assert.equal(held.notice !== undefined, label !== "auto");
    assert.equal(held.warnings.length, withSchema === "native" && label !== "auto" ? 1 : 0);
  });
}

Deno.test("C5, D7: none is held by a prompt without tools once the model has ignored it", () => {
  const { enforcement, tools: sent } = enforce({ type: "none" }, { isRefused: true });
  assert.deepEqual([enforcement, sent], ["withheld", []]);
});

Deno.test("C5, D7: a prompted choice is refused where a refusal is wanted, and so is an unknown tool", () => {
  const onUnsupported = "error";
  assert.throws(() => enforce({ type: "required" }, { lacks: NO_SCHEMA, onUnsupported }), {
    code: "choice_unsupported",
  });
  assert.throws(() => enforce({ type: "tool", name: "c" }), (error) => error instanceof AgentError);
  assert.equal(enforce({ type: "required" }, { onUnsupported }).enforcement, "native");
});
