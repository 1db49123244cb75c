/** The settings of the next run: what its request says of them, and what the control beside the message box shows. */
import assert from "node:assert/strict";
import {
  defaultSettings,
  differences,
  forces,
  type RunSettings,
  toolChoiceValue,
  toRunOptions,
} from "../../../src/playground/browser/run/run_settings.ts";

const DEFAULTS = defaultSettings({ tools: ["look", "none"] });

const CASES: readonly [changes: Partial<RunSettings>, request: object, words: string[]][] = [
  [{}, {}, []],
  [{ choice: "auto" }, { toolChoice: { type: "auto" } }, ["the model chooses"]],
  [{ choice: "none" }, { toolChoice: { type: "none" } }, ["no tools"]],
  [{ choice: toolChoiceValue("none") }, { toolChoice: { type: "tool", name: "none" } }, ["must call none"]],
  [
    { choice: "required", isAlways: true },
    { toolChoice: { type: "required", times: "always" } },
    ["must call a tool"],
  ],
  [{ choice: "auto", isAlways: true }, { toolChoice: { type: "auto" } }, ["the model chooses"]],
  [
    { choice: "allowed", allowed: ["look"] },
    { toolChoice: { type: "allowed", names: ["look"], mode: "auto" } },
    ["only look"],
  ],
  [
    { choice: "allowed", isRequired: true, isAlways: true },
    { toolChoice: { type: "allowed", names: ["look", "none"], mode: "required", times: "always" } },
    ["must call one of look, none"],
  ],
  [{ model: "openai/gpt-5-mini" }, { model: "openai/gpt-5-mini" }, ["gpt-5-mini"]],
  [{ execution: "predict" }, { execution: "predict" }, ["stop before tools run"]],
  [{ until: "step" }, { until: "step" }, ["until one step is done"]],
  [{ steps: "1" }, { limits: { steps: 1 } }, ["at most 1 step"]],
  [{ steps: "3" }, { limits: { steps: 3 } }, ["at most 3 steps"]],
  [{ steps: "0" }, {}, []],
  [{ steps: "-2" }, {}, []],
  [{ steps: "1.5" }, {}, []],
];

for (const [changes, request, words] of CASES) {
  Deno.test(`E15: run options ${JSON.stringify(changes)}: the request says them, and the control shows them`, () => {
    const settings = { ...DEFAULTS, ...changes };
    assert.deepEqual(toRunOptions(settings), { until: "done", ...request });
    assert.deepEqual(differences(settings), words);
  });
}

Deno.test("E15: only a choice that forces a call can be forced in every step", () => {
  const forced = ["", "auto", "none", "required", "allowed", toolChoiceValue("auto")].filter((choice) =>
    forces({ ...DEFAULTS, choice })
  );
  assert.deepEqual(forced, ["required", toolChoiceValue("auto")]);
  assert.ok(forces({ ...DEFAULTS, choice: "allowed", isRequired: true }));
});
