// C5: how each choice is held by what a model has: native, else filtered, else prompted, else withheld.
import assert from "node:assert/strict";
import fc from "fast-check";
import { enforce } from "../../src/choice/enforce.ts";
import { FEATURES, type Lacks } from "../../src/core/model/capability.ts";
import { isForced, permits, type ToolChoice } from "../../src/core/tool_choice.ts";
import type { EnforcedChoice } from "../../src/core/tool_choice/enforced_choice.ts";

const tools = ["a", "b", "c"].map((name) => ({ name, description: name, parameters: { type: "object" } }));
const tool: ToolChoice = { type: "tool", name: "a" };
const some: ToolChoice = { type: "allowed", names: ["a", "b"], mode: "auto" };
const forcedSome: ToolChoice = { ...some, mode: "required" };

interface Inputs {
  readonly lacks?: Lacks;
  readonly thinks?: boolean;
  readonly onUnsupported?: "degrade" | "error";
  readonly onlyNeeded?: boolean;
  readonly parallel?: false;
  readonly tools?: typeof tools;
}

function held(choice: ToolChoice, inputs: Inputs = {}): EnforcedChoice {
  const { lacks = {}, thinks = false, onUnsupported = "degrade", onlyNeeded = false, parallel } = inputs;
  return enforce({
    ...{
      choice,
      tools: inputs.tools ?? tools,
      parallel,
      capabilities: { lacks, thinks },
      onUnsupported,
      onlyNeeded,
    },
  });
}

const TABLE: readonly [ToolChoice, Inputs, sent: ToolChoice, names: string, enforcement: string][] = [
  [{ type: "auto" }, {}, { type: "auto" }, "abc", "native"],
  [{ type: "none" }, {}, { type: "none" }, "abc", "native"],
  [{ type: "none" }, { lacks: { none: "x" } }, { type: "auto" }, "", "withheld"],
  [{ type: "required" }, {}, { type: "required" }, "abc", "native"],
  [{ type: "required" }, { lacks: { required: "x" } }, { type: "auto" }, "abc", "prompted"],
  [tool, {}, tool, "abc", "native"],
  [tool, { lacks: { tool: "x" } }, { type: "required" }, "a", "filtered"],
  [tool, { lacks: { tool: "x", required: "x" } }, { type: "auto" }, "a", "prompted"],
  [tool, { lacks: { forced_thinking: "x" } }, tool, "abc", "native"],
  [tool, { lacks: { forced_thinking: "x" }, thinks: true }, { type: "auto" }, "a", "prompted"],
  [some, {}, some, "abc", "native"],
  [some, { lacks: { allowed: "x" } }, { type: "auto" }, "ab", "filtered"],
  [forcedSome, {}, forcedSome, "abc", "native"],
  [forcedSome, { lacks: { allowed: "x" } }, { type: "required" }, "ab", "filtered"],
  [forcedSome, { lacks: { allowed: "x", required: "x" } }, { type: "auto" }, "ab", "prompted"],
  [forcedSome, { lacks: { forced_thinking: "x" }, thinks: true }, some, "abc", "prompted"],
  [{ type: "required" }, { lacks: { tools: "x" } }, { type: "auto" }, "", "withheld"],
  [{ type: "auto" }, { tools: [] }, { type: "auto" }, "", "none"],
  [tool, { onlyNeeded: true }, tool, "a", "native"],
  [some, { onlyNeeded: true }, { type: "auto" }, "ab", "filtered"],
];

for (const [choice, inputs, sent, names, enforcement] of TABLE) {
  const lacking = [...Object.keys(inputs.lacks ?? {}), inputs.thinks ? "while thinking" : ""].filter(Boolean)
    .join(", ");
  Deno.test(`C5: ${JSON.stringify(choice)} without (${lacking})${inputs.onlyNeeded ? " only needed" : ""} is ${enforcement}`, () => {
    const result = held(choice, inputs);
    assert.deepEqual([result.choice, result.tools.map(({ name }) => name).join(""), result.enforcement], [
      sent,
      names,
      enforcement,
    ]);
    assert.equal(result.hint !== undefined, enforcement === "prompted");
    assert.notEqual(result.because, "");
  });
}

const anyChoice: fc.Arbitrary<ToolChoice> = fc.constantFrom<ToolChoice[]>(
  ...[{ type: "auto" }, { type: "none" }, { type: "required" }] as const,
  ...[tool, some, forcedSome],
);
const anyLacks = fc.subarray([...FEATURES]).map((features): Lacks =>
  Object.fromEntries(features.map((feature) => [feature, "lacks it"]))
);

Deno.test("C5: whatever a model lacks, nothing it lacks is sent, no forbidden tool is sent where the wire cannot forbid it, and a weak hold is told", () => {
  fc.assert(
    fc.property(
      anyChoice,
      anyLacks,
      fc.boolean(),
      fc.constantFrom(false, undefined),
      (choice, lacks, thinks, parallel) => {
        const result = held(choice, { lacks, thinks, ...(parallel === false ? { parallel } : {}) });
        const { choice: sent, tools: offered, enforcement, warnings } = result;
        assert.equal(sent.type !== "auto" && lacks[sent.type] !== undefined, false);
        if (isForced(sent)) {
          assert.equal(lacks.required !== undefined && sent.type !== "tool", false);
          assert.equal(thinks && lacks.forced_thinking !== undefined, false);
        }
        const wireForbids = sent.type === choice.type;
        if (!wireForbids) assert.ok(offered.every(({ name }) => permits(choice, name)));
        if (lacks.tools !== undefined || (choice.type === "none" && lacks.none !== undefined)) {
          assert.deepEqual(offered, []);
        }
        assert.equal(result.parallel === false && lacks.parallel !== undefined, false);
        const isWeak = enforcement === "prompted" || (enforcement === "withheld" && isForced(choice));
        assert.equal(warnings.some(({ code }) => code === "choice_degraded"), isWeak);
        if (isWeak) {
          assert.throws(() => held(choice, { lacks, thinks, onUnsupported: "error" }), {
            code: "choice_unsupported",
          });
        } else held(choice, { lacks, thinks, onUnsupported: "error" });
      },
    ),
  );
});

Deno.test("C3: a choice of a tool that is not there is refused before anything is sent", () => {
  assert.throws(() => held({ type: "tool", name: "gone" }), { code: "tool_unknown" });
  assert.throws(() => held({ type: "allowed", names: ["a", "gone"], mode: "auto" }), {
    code: "tool_unknown",
  });
});

Deno.test("C12: a wish for one call at most that the wire cannot express is told, unless no tools are sent", () => {
  const lacks = { parallel: "there is no flag" };
  assert.deepEqual(held({ type: "auto" }, { lacks, parallel: false }).warnings.map(({ code }) => code), [
    "parallel_unsupported",
  ]);
  assert.deepEqual(held({ type: "none" }, { lacks: { ...lacks, none: "x" }, parallel: false }).warnings, []);
  assert.equal(held({ type: "auto" }, { parallel: false }).parallel, false);
});
