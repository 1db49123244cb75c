import assert from "node:assert/strict";
import type { BeforeCall } from "../../../src/core/agent.ts";
import type { Observation } from "../../../src/core/entry.ts";
import { call, hang, runCalls, tool } from "./bench.ts";

const greet = tool("greet", ({ name }) => `Hello ${name}`, {
  parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
  timeoutMs: 5,
});
const greeting = [call("a", "greet", { name: "Ada" }), call("b", "greet", { name: "Bo" })];

Deno.test("X1: a before-hook lets pass, modifies or blocks", async () => {
  const { observations, events } = await runCalls([...greeting, call("c", "greet", { name: "Cy" })], {
    tools: [greet],
    hooks: {
      beforeCall: ({ args }) => {
        if (args.name === "Ada") return { type: "proceed" };
        return args.name === "Bo"
          ? { type: "modify", args: { name: "Bob" } }
          : { type: "block", reason: "no Cy here." };
      },
    },
  });
  assert.deepEqual(observations.map(({ outcome, output, error }) => [outcome, output, error?.message]), [
    ["completed", "Hello Ada", undefined],
    ["completed", "Hello Bob", undefined],
    ["blocked", null, "no Cy here."],
  ]);
  const started = events.filter((event) => event.type === "tool.started");
  assert.deepEqual(started.map(({ args }) => args.name), ["Ada", "Bob"]);
});

Deno.test("X1: arguments that a before-hook changed are validated again", async () => {
  const { observations: [observation] } = await runCalls(greeting.slice(0, 1), {
    tools: [greet],
    hooks: { beforeCall: () => ({ type: "modify", args: {} }) },
  });
  assert.equal(observation?.outcome, "failed");
  assert.match(
    observation?.error?.message ?? "",
    /before-hook changed.*\n\(arguments\): "name" is missing\./,
  );
});

Deno.test("X1: a before-hook is not asked about arguments that are wrong", async () => {
  await runCalls([call("a", "greet", {})], {
    tools: [greet],
    hooks: { beforeCall: () => assert.fail("asked") },
  });
});

Deno.test("X5: a before-hook cannot change arguments that a person approved", async () => {
  const guarded = { ...greet, needsApproval: true };
  const marks = {
    a: { decisions: [{ approved: true, at: 1 }] },
    b: { decisions: [{ approved: true, at: 1 }] },
  };
  const { observations } = await runCalls(greeting, {
    tools: [guarded],
    marks,
    hooks: { beforeCall: () => ({ type: "modify", args: { name: "Ada" } }) },
  });
  assert.deepEqual(observations.map(({ outcome }) => outcome), ["completed", "failed"]);
  assert.match(observations[1]?.error?.message ?? "", /a person had approved/);
});

Deno.test("X1: a before-hook that forgets to return lets the call pass", async () => {
  const { observations } = await runCalls(greeting, {
    tools: [greet],
    hooks: { beforeCall: () => undefined as unknown as BeforeCall },
  });
  assert.deepEqual(observations.map(({ outcome }) => outcome), ["completed", "completed"]);
});

const BAD_BEFORE: readonly [string, () => unknown, RegExp][] = [
  ["throws", () => {
    throw new Error("policy is down");
  }, /before-hook failed: policy is down/],
  ["rejects", () => Promise.reject("gone"), /before-hook failed: gone/],
  ["hangs", hang, /did not answer within 5 ms/],
  ["answers null", () => null, /answered none of/],
  ["answers nonsense", () => ({ type: "maybe" }), /answered none of/],
  ["modifies to a list", () => ({ type: "modify", args: [] }), /not a JSON object/],
];
for (const [how, hook, says] of BAD_BEFORE) {
  Deno.test(`X1: a before-hook that ${how} fails its call alone`, async () => {
    const { observations } = await runCalls(greeting, {
      tools: [greet],
      hooks: {
        beforeCall: (planned) => (planned.id === "a" ? hook() : { type: "proceed" }) as BeforeCall,
      },
    });
    assert.deepEqual(observations.map(({ outcome }) => outcome), ["failed", "completed"]);
    assert.match(observations[0]?.error?.message ?? "", says);
  });
}

Deno.test("X1: an after-hook replaces the result but never id, name or duration", async () => {
  const { observations: [observation], events } = await runCalls(greeting.slice(0, 1), {
    tools: [greet],
    hooks: {
      afterCall: (given) => ({ ...given, callId: "forged", name: "forged", ms: -1, output: "[redacted]" }),
    },
  });
  assert.equal(observation?.callId, "a");
  assert.equal(observation?.name, "greet");
  assert.equal(observation?.output, "[redacted]");
  assert((observation?.ms ?? -1) >= 0);
  assert.equal(events.at(-1)?.callId, "a");
});

Deno.test("X1: an after-hook may turn a failure into a result, and its output is capped too", async () => {
  const { observations: [observation] } = await runCalls([call("a", "fail")], {
    tools: [tool("fail", () => Promise.reject(new Error("no")), { maxOutputBytes: 300 })],
    hooks: { afterCall: (given) => ({ ...given, outcome: "completed", output: "x".repeat(5_000) }) },
  });
  assert.equal(observation?.outcome, "completed");
  assert.equal(observation?.error, undefined);
  assert.equal(JSON.stringify(observation?.output).length, 300);
});

Deno.test("X1: an after-hook sees what a reconcile found", async () => {
  const pay = tool("pay", () => assert.fail(), {
    effect: "once",
    reconcile: () => Promise.resolve({ happened: true, output: "card 4242" }),
  });
  const { observations: [observation] } = await runCalls([call("a", "pay")], {
    tools: [pay],
    marks: { a: { startedEpoch: 1 } },
    hooks: { afterCall: (given) => ({ ...given, output: "card ****" }) },
  });
  assert.equal(observation?.output, "card ****");
});

const BAD_AFTER: readonly [string, () => unknown, RegExp][] = [
  ["throws", () => {
    throw new Error("redactor is down");
  }, /after-hook failed: redactor is down/],
  ["hangs", hang, /did not answer within 5 ms/],
  ["answers nothing", () => undefined, /it answered no observation/],
  ["answers null", () => null, /it answered no observation/],
  ["answers what cannot be read", () => ({
    get outcome() {
      throw new Error("trap");
    },
  }), /after-hook failed: trap/],
  ["answers an unknown outcome", () => ({ outcome: "fine" }), /no observation/],
  [
    "answers an error of an unknown kind",
    () => ({ outcome: "failed", output: null, error: { kind: "weird", message: "x" } }),
    /its error is of no known kind; write one of invalid_arguments/,
  ],
  [
    "answers an error that is null",
    () => ({ outcome: "failed", output: null, error: null }),
    /no known kind/,
  ],
  [
    "answers a function",
    () => ({ outcome: "completed", output: () => 1 }),
    /its output is not JSON: it is a function/,
  ],
];
for (const [how, hook, says] of BAD_AFTER) {
  Deno.test(`X1: an after-hook that ${how} fails its call alone and withholds the raw output`, async () => {
    const { observations } = await runCalls(greeting, {
      tools: [greet],
      hooks: { afterCall: (given) => (given.callId === "a" ? hook() : given) as Observation },
    });
    assert.deepEqual(observations.map(({ outcome, output }) => [outcome, output]), [
      ["failed", null],
      ["completed", "Hello Bo"],
    ]);
    assert.match(observations[0]?.error?.message ?? "", says);
    assert.match(observations[0]?.error?.hint ?? "", /tool itself completed/);
  });
}

Deno.test("X1: hooks cannot change the call behind the executor's back", async () => {
  const { observations } = await runCalls(greeting.slice(0, 1), {
    tools: [greet],
    hooks: {
      beforeCall: (planned) => {
        Object.assign(planned, { id: "forged", name: "forged" });
        planned.args.name = "Mallory";
        return { type: "proceed" };
      },
      afterCall: (given, planned) => {
        Object.assign(planned, { id: "forged" });
        return given;
      },
    },
  });
  assert.deepEqual(observations.map(({ callId, name, output }) => [callId, name, output]), [[
    "a",
    "greet",
    "Hello Ada",
  ]]);
});
