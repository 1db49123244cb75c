// The prover of contradictions, compared with an exhaustive simulation: every small set of rules is played out over all sequences of
// calls and inputs, by an evaluator that reads the whole sequence each time.
import assert from "node:assert/strict";
import type { PolicyRule } from "../../../../src/core/policy.ts";
import type { CallResult } from "../../../../src/core/policy/automaton.ts";
import { findConflicts } from "../../../../src/core/policy/conflicts.ts";
import { mulberry32 } from "../../../support/mulberry32.ts";

const TOOLS = ["a", "b", "c"] as const;

/** `null` is an input. */
type Step = { readonly tool: string; readonly result: CallResult } | null;

/** Every rule about up to three tools, with small limits. */
function everyRule(): readonly PolicyRule[] {
  const rules: PolicyRule[] = [];
  for (const tool of TOOLS) {
    const others = TOOLS.filter((other) => other !== tool);
    for (const per of ["run", "thread"] as const) {
      for (const other of others) {
        rules.push({ type: "after", tool, after: [other], per });
        if (tool < other) rules.push({ type: "never_both", tools: [tool, other], per });
      }
      rules.push({ type: "forbid_unless", tool, unless: others, per });
      for (const times of [0, 1, 2]) rules.push({ type: "at_most", tool, times, per });
    }
    rules.push({ type: "at_least_one", tools: [tool] }, { type: "at_least_one", tools: others });
    rules.push({ type: "first", tool });
  }
  return rules;
}

function scoped(rule: PolicyRule, trace: readonly Step[]) {
  const isThread = "per" in rule && rule.per === "thread";
  return (isThread ? trace : trace.slice(trace.lastIndexOf(null) + 1)).filter((step) => step !== null);
}

function permits(rule: PolicyRule, trace: readonly Step[], tool: string): boolean {
  const calls = scoped(rule, trace);
  const completed = (name: string) => calls.some((call) => call.tool === name && call.result === "completed");
  const used = calls.filter(({ result }) => result !== "refused").map((call) => call.tool);
  switch (rule.type) {
    case "after":
      return tool !== rule.tool || rule.after.every(completed);
    case "forbid_unless":
      return tool !== rule.tool || rule.unless.some(completed);
    case "at_most":
      return tool !== rule.tool || used.filter((name) => name === tool).length < rule.times;
    case "never_both":
      return !rule.tools.includes(tool) || (used.find((name) => rule.tools.includes(name)) ?? tool) === tool;
    case "at_least_one":
      return true;
    case "first":
      return tool === rule.tool || calls.some((call) => call.tool === rule.tool);
  }
}

function mayAnswer(rule: PolicyRule, trace: readonly Step[]): boolean {
  const calls = scoped(rule, trace);
  if (rule.type === "first") return calls.some(({ tool }) => tool === rule.tool);
  if (rule.type !== "at_least_one") return true;
  return calls.some(({ tool, result }) => result === "completed" && rule.tools.includes(tool));
}

/** All sequences of at most `length` steps that the rules permit. */
function* traces(
  rules: readonly PolicyRule[],
  length: number,
  results: readonly CallResult[],
  trace: readonly Step[] = [],
): Generator<readonly Step[]> {
  yield trace;
  if (trace.length === length) return;
  if (trace.length > 0 && trace.at(-1) !== null) yield* traces(rules, length, results, [...trace, null]);
  for (const tool of TOOLS) {
    if (!rules.every((rule) => permits(rule, trace, tool))) continue;
    for (const result of results) yield* traces(rules, length, results, [...trace, { tool, result }]);
  }
}

const COMPLETED = ["completed"] as const;
const ALL = ["completed", "ran", "refused"] as const;

/** Whether a run can still end with an answer behind the sequence, by completed calls of this run. */
function canEnd(rules: readonly PolicyRule[], trace: readonly Step[], calls = 4): boolean {
  if (rules.every((rule) => mayAnswer(rule, trace))) return true;
  if (calls === 0) return false;
  return TOOLS.some((tool) =>
    rules.every((rule) => permits(rule, trace, tool)) &&
    canEnd(rules, [...trace, { tool, result: "completed" }], calls - 1)
  );
}

const namesOf = (rules: readonly PolicyRule[]) =>
  new Set(rules.flatMap((rule) => [
    ..."tool" in rule ? [rule.tool] : [],
    ..."tools" in rule ? rule.tools : [],
    ..."after" in rule ? rule.after : [],
    ..."unless" in rule ? rule.unless : [],
  ]));

/** What contradicts itself in a set of rules, in the words of the prover; nothing of idle rules. */
function contradictions(rules: readonly PolicyRule[]): { readonly never: string[]; readonly stuck: boolean } {
  const never = new Set(namesOf(rules));
  let stuck = false;
  for (const trace of traces(rules, 5, COMPLETED)) {
    for (const tool of never) if (rules.every((rule) => permits(rule, trace, tool))) never.delete(tool);
    stuck ||= !canEnd(rules, trace);
  }
  const isBanned = (tool: string) =>
    rules.some((rule) => rule.type === "at_most" && rule.tool === tool && rule.times === 0);
  return { never: [...never].filter((tool) => !isBanned(tool)), stuck };
}

/** Places of the rules that never decide alone, whatever calls come to. */
function idle(rules: readonly PolicyRule[]): number[] {
  const left = new Set(rules.keys());
  for (const trace of traces(rules, 4, ALL)) {
    for (const tool of [...TOOLS, "other"]) note(rules.map((rule) => permits(rule, trace, tool)));
    note(rules.map((rule) => mayAnswer(rule, trace)));
    if (left.size === 0) break;
  }
  return [...left];

  function note(kept: readonly boolean[]): void {
    if (kept.filter((each) => !each).length === 1) left.delete(kept.indexOf(false));
  }
}

function compare(rules: readonly PolicyRule[]): boolean {
  const found = findConflicts(rules);
  const { never, stuck } = contradictions(rules);
  const detail = JSON.stringify({ rules, found, never, stuck });
  const isContradictory = found.some(({ detail }) => /can never be called|no run could ever/.test(detail));
  assert.equal(isContradictory, never.length > 0 || stuck, detail);
  if (isContradictory) return true;
  // Of more rules the simulation may be too short to show that each decides something.
  if (found.length > 0 || rules.length === 2) assert.equal(found.length > 0, idle(rules).length > 0, detail);
  return found.length > 0;
}

Deno.test("C8: the prover finds what an exhaustive simulation of every two rules finds, and nothing else", () => {
  const all = everyRule();
  let refused = 0;
  let taken = 0;
  for (const [index, one] of all.entries()) {
    for (const other of all.slice(index + 1)) compare([one, other]) ? refused++ : taken++;
  }
  assert.ok(refused > 200 && taken > 900, `${refused} refused, ${taken} taken`);
});

Deno.test("C8: the prover agrees with the simulation about 500 random sets of three and four rules", () => {
  const all = everyRule();
  const random = mulberry32(19);
  for (let trial = 0; trial < 500; trial++) {
    compare(
      Array.from({ length: 3 + trial % 2 }, () => all[Math.floor(random() * all.length)] ?? assert.fail()),
    );
  }
});

Deno.test("C8: a tool that only the failure of another would permit can never be called", () => {
  const first = { type: "first", tool: "a" } as const;
  const [conflict] = findConflicts([first, { type: "never_both", tools: ["a", "c"] }]);
  assert.deepEqual(conflict, { rules: [0, 1], detail: "c can never be called" });
  const wider = findConflicts([first, { type: "never_both", tools: ["a", "c", "d"] }]);
  assert.deepEqual(
    wider.map(({ detail }) => detail),
    ["c can never be called"],
    "one conflict of the same rules",
  );
  assert.deepEqual(findConflicts([first, { type: "never_both", tools: ["b", "c"] }]), []);
});
