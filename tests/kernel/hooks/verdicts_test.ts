// K1, K3, X5: what a judge says besides a refusal: a hold with a warning, and the denial of a call that is about to run.

import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { ToolEntry } from "../../../src/core/entry.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import { type Judge, judgeCalls } from "../../../src/kernel/hooks/judge_calls.ts";
import type { JudgedCall } from "../../../src/kernel/hooks/facts.ts";
import type { CallVerdict, StepPlugin } from "../../../src/kernel/hooks/plugin.ts";
import { decideApproval } from "../../../src/kernel/threads/decide_approval.ts";
import { readThread } from "../../../src/kernel/threads/threads.ts";
import type { Lab } from "../../support/lab.ts";
import { lab, ran, tool } from "./_plugins.ts";
import { asSent } from "../../support/as_sent.ts";

const DONE = { says: "Done." };
const PAY = { calls: [{ tool: "pay", args: { amount: 500 } }] };
const AMOUNT = { type: "object", properties: { amount: { type: "number" } } };

/** Says this of calls of `pay`, at this point. */
function says(
  verdict: CallVerdict,
  point: "planned" | "acting" | "always",
  isMeant: (call: JudgedCall) => boolean = () => true,
  name = "says",
): StepPlugin {
  return definePlugin({
    name,
    compile: () => ({
      judge: (calls, when) =>
        point !== "always" && point !== when ? undefined : new Map(
          calls.filter((call) => call.name === "pay" && isMeant(call)).map(({ id }) => [id, verdict]),
        ),
    }),
  });
}

async function outcomesOf(of: Lab): Promise<string[]> {
  const entries = await of.history();
  return entries.filter((entry): entry is ToolEntry => entry.type === "tool")
    .map(({ name, outcome, error }) => `${name} ${outcome}: ${error?.message ?? ""}`);
}

Deno.test("K1: the warning of a hold is reported with the step, before that of the hold itself", async () => {
  const warning = { code: "fraud_unchecked", message: "The fraud check has no rule for it." };
  const thread = lab([says({ hold: {}, because: "it is money", warning }, "planned")], [PAY, DONE]);
  const { answer, events } = await thread.run({ input: "Pay." });
  assert.deepEqual(answer.warnings, [
    warning,
    { code: "call_held", message: "pay waits for people: plugin says: it is money." },
  ]);
  const told = events.flatMap((event) => event.type === "warning" ? [event.code] : []);
  assert.deepEqual(told, ["fraud_unchecked", "call_held"]);
});

Deno.test("K1: a hold that says nothing has no words in the request and no warning; those of others stay", async () => {
  const silent = says({ hold: { approvals: 2 }, because: null }, "planned");
  const alone = lab([silent], [PAY, DONE]);
  const { answer, events } = await alone.run({ input: "Pay." });
  const request = events.find((event) => event.type === "approval.requested");
  assert.deepEqual([answer.warnings, request?.because, request?.approvals], [[], undefined, 2]);

  const words = says({ hold: {}, because: "it is money" }, "planned", () => true, "words");
  const both = await lab([silent, words], [PAY, DONE]).run({ input: "Pay." });
  const joined = both.events.find((event) => event.type === "approval.requested");
  assert.deepEqual([joined?.because, joined?.approvals], ["plugin words: it is money", 2]);
});

Deno.test("K1, X5: a call that is about to run and was not released is denied, and the others run", async () => {
  const plan = { calls: [{ tool: "search" }, { tool: "pay" }] };
  const thread = lab([says({ deny: "no person was asked." }, "acting")], [plan, DONE]);
  await thread.run({ input: "Pay.", until: "done" });
  assert.deepEqual(await outcomesOf(thread), ["search completed: ", "pay denied: no person was asked."]);
  assert.deepEqual(ran, ["search"]);
});

Deno.test("K1, X5: a denial counts of a call that people have released, as where more have to by now", async () => {
  const two = definePlugin({
    name: "two",
    compile: () => ({
      judge: (calls, when) =>
        new Map(calls.map(({ id, approvals = 0 }): [string, CallVerdict] => [
          id,
          when === "planned"
            ? { hold: {}, because: "it is money" }
            : { deny: `${approvals} of 2 have approved.` },
        ])),
    }),
  });
  const thread = lab([two], [PAY, DONE]);
  await thread.run({ input: "Pay." });
  const ref = { tenant: "acme", thread: "t1" };
  const [call] = (await readThread(ref, thread.deps)).calls;
  await decideApproval(ref, call?.id ?? "", { by: "ann", approved: true, via: "api" }, thread.deps);
  await thread.run({ until: "done" });
  assert.deepEqual([await outcomesOf(thread), ran], [["pay denied: 1 of 2 have approved."], []]);
});

Deno.test("K1, X5: a denial is asked for of the arguments that a before-hook has changed", async () => {
  const judged: unknown[] = [];
  const isLarge = ({ args }: JudgedCall) => {
    judged.push(args.amount);
    return Number(args.amount) > 1_000;
  };
  const thread = lab([says({ deny: "it is too much." }, "acting", isLarge)], [PAY, DONE], {
    tools: [tool("pay", { parameters: AMOUNT })],
    hooks: { beforeCall: () => ({ type: "modify", args: { amount: 5_000 } }) },
  });
  await thread.run({ input: "Pay.", until: "done" });
  assert.deepEqual(await outcomesOf(thread), [
    "pay failed: Not run: the before-hook changed the arguments to ones that need approval.",
  ]);
  assert.deepEqual([ran, judged], [[], [500, 5_000]]);
});

Deno.test("K3: a refusal beats a denial, whatever the order of the list", async () => {
  const denies = says({ deny: "no person was asked." }, "acting", () => true, "a");
  const refuses = says({ refuse: "Never." }, "acting", () => true, "b");
  for (const plugins of [[denies, refuses], [refuses, denies]]) {
    const thread = lab(plugins, [PAY, DONE]);
    await thread.run({ input: "Pay.", until: "done" });
    assert.deepEqual(await outcomesOf(thread), ["pay blocked: Never."]);
  }
});

const WRONG: Readonly<Record<string, unknown>> = {
  "a denial without words": { deny: "" },
  "a denial and a refusal": { deny: "No.", refuse: "No." },
  "a warning without a code": { hold: {}, because: "it is", warning: { message: "It is." } },
  "a warning that is none": { hold: {}, because: "it is", warning: null },
  "no kind of verdict": {},
};

for (const [what, verdict] of Object.entries(WRONG)) {
  Deno.test(`K3: ${what} is the failure of its plugin, whose calls do not run`, async () => {
    const thread = lab([says(verdict as CallVerdict, "always")], [PAY, DONE]);
    await thread.run({ input: "Pay.", until: "done" });
    assert.deepEqual(await outcomesOf(thread), [
      "pay blocked: The plugin says cannot say whether the call may run.",
    ]);
    assert.deepEqual(ran, []);
  });
}

Deno.test("K3: a denial of a call that is only planned is the failure of its plugin, whose other verdicts stand", () => {
  const failures: string[] = [];
  const calls = ["one", "two"].map((id) => ({ id, name: "pay", args: {} }));
  const judge = () => new Map<string, CallVerdict>([["one", { deny: "No." }], ["two", { refuse: "Never." }]]);
  const { refused, denied } = judgeCalls([{ plugin: { name: "rules" }, hooks: {}, judge }], calls, {
    when: "planned",
    asksPeople: true,
    redactor: undefined,
    onFailure: ({ code, message }) => failures.push(`${code}: ${message}`),
  });
  assert.deepEqual([...refused].map(([id, { reason }]) => [id, reason]), [
    ["one", "The plugin rules cannot say whether the call may run."],
    ["two", "Never."],
  ]);
  assert.deepEqual([denied.size, failures.length], [0, 1]);
  assert.match(
    failures[0] ?? "",
    /^plugin_failed: The plugin rules denied a call that is only planned, in judge/,
  );
});

Deno.test("K1, K3: of a call that one plugin refuses nothing is held, and the holds of several have the words and warnings of all", () => {
  const holding = (name: string, when: string): [string, CallVerdict] => [
    when,
    { hold: {}, because: `${name} asks`, warning: { code: name, message: `${name} warns.` } },
  ];
  const judges: Judge[] = [
    { plugin: { name: "one" }, hooks: {}, judge: () => new Map([holding("one", "a"), holding("one", "b")]) },
    {
      plugin: { name: "two" },
      hooks: {},
      judge: () => new Map([["a", { refuse: "No." }], holding("two", "b")]),
    },
  ];
  const calls = ["a", "b"].map((id) => ({ id, name: "pay", args: {} }));
  for (const order of [judges, judges.toReversed()]) {
    const { refused, held } = judgeCalls(order, calls, {
      when: "planned",
      asksPeople: true,
      redactor: undefined,
      onFailure: () => assert.fail("no plugin fails"),
    });
    assert.deepEqual([[...refused.keys()], [...held.keys()]], [["a"], ["b"]]);
    const { because, warnings = [] } = held.get("b") ?? {};
    assert.equal(because?.split("; ").length, 2);
    assert.deepEqual(warnings.map(({ code }) => code).toSorted(), ["one", "two"]);
  }
});

Deno.test("K1: a judge sees what the tool of a call says of itself, whoever has brought it, and cannot change it", async () => {
  const seen: unknown[] = [];
  const watch = definePlugin({
    name: "watch",
    compile: () => ({
      judge(calls, when) {
        seen.push(...calls.map(({ name, tool }) => [when, name, tool]));
        for (const { tool } of calls) {
          assert.throws(() => Object.assign(tool ?? {}, { effect: "pure" }), TypeError);
        }
        return undefined;
      },
    }),
  });
  const pick = defineTool({ name: "pick", description: "Picks." });
  const plan = { calls: [{ tool: "search" }, { tool: "pick" }] };
  const thread = lab([watch], [plan, DONE], { tools: [tool("search")] });
  await thread.run({
    input: "Pick.",
    clientTools: [{ name: "pick", description: "Picks.", parameters: {} }],
  });
  assert.equal(pick.client, true);
  assert.deepEqual(asSent(seen), [
    ["planned", "search", { effect: "once", needsApproval: false }],
    ["planned", "pick", { effect: "pure", needsApproval: false }],
  ]);
});
