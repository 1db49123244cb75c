// A stored policy that changes while requests run: the change reaches them, and nothing older comes back.
import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { definePolicy } from "../../../src/agents/define_policy.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { isJsonObject } from "../../../src/core/json.ts";
import type { ToolChoice } from "../../../src/core/tool_choice.ts";
import { assertFits } from "../../../src/plugins/policies/find_policy.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
import { PolicyCache } from "../../../src/plugins/policies/policy_cache.ts";
import {
  adoptStates,
  compilePolicy,
  findSatisfiedKey,
  NEW_SLICES,
  type PolicySlices,
  readPolicyState,
  stateBehind,
  toSlices,
} from "../../../src/plugins/policies/state.ts";
import { testModel } from "../../support/model.ts";
import { createTestApp, json, OTHER_KEY } from "../../http/_app.ts";

const BAN = { rules: [{ type: "at_most", tool: "delete", times: 0 }] };

/** An agent under the stored policy `guarded` with the tools `look` and `delete`; the model makes one call in each plan. */
function setup(
  plans: readonly (string | undefined)[],
  onLook: () => Promise<unknown> = () => Promise.resolve(),
) {
  const ran: string[] = [];
  const tools = ["look", "delete"].map((name) =>
    defineTool({
      name,
      description: "Works.",
      parameters: [],
      effect: "pure",
      run: async () => {
        ran.push(name);
        if (name === "look") await onLook();
        return "ok";
      },
    })
  );
  const agent = defineAgent({
    name: "keeper",
    model: "first/m",
    tools,
    policy: "guarded",
    limits: { repeatedCalls: 100, historyEntries: 6 },
  });
  const model = testModel((_, index) => {
    const name = plans[index];
    return name === undefined ? { says: "Done." } : { calls: [name] };
  });
  const app = createTestApp({ plugins: [policies()], agents: [agent], providers: [model.provider] });
  const put = (policy: object) => app.send("PUT", "/v1/policies/guarded", policy);
  const run = async (thread: string, body: object = {}) => {
    const path = `/v1/threads/${thread}/steps`;
    return await json(await app.send("POST", path, { agent: "keeper", input: "go", ...body }));
  };
  return { ...app, ran, put, run };
}

Deno.test("C10: a ban that is stored in the middle of a request reaches its next step", async () => {
  const app = setup(["look", "delete", "delete"], () => app.put(BAN));
  await app.put({ rules: [] });
  await app.run("t1", { until: "done" });
  assert.deepEqual(app.ran, ["look"]);
});

Deno.test("C10: a policy that is gone in the middle of a request ends it, and its calls stay pending", async () => {
  const app = setup(["look", "delete"], () => app.send("DELETE", "/v1/policies/guarded"));
  await app.put({ rules: [] });
  const result = await app.run("t1", { until: "done" });
  assert.match(JSON.stringify(result), /"code":"policy_unknown"/);
  assert.deepEqual(app.ran, ["look"]);
  await app.put({ rules: [] });
  await json(await app.send("POST", "/v1/threads/t1/steps", { until: "done" }));
  assert.deepEqual(app.ran, ["look", "delete"]);
});

Deno.test("C10: a read that began before a policy was stored does not bring the older one back", async () => {
  const app = setup([undefined, "delete"]);
  await app.store.putDefinition("acme", "policy", "guarded", JSON.stringify({ name: "guarded" }));
  const read = app.store.readDefinition.bind(app.store);
  const isStored = Promise.withResolvers<void>();
  const hasRead = Promise.withResolvers<void>();
  app.store.readDefinition = async (...place) => {
    const text = await read(...place);
    hasRead.resolve();
    await isStored.promise;
    return text;
  };
  const first = app.run("t1");
  await hasRead.promise;
  await app.put(BAN);
  isStored.resolve();
  await first;
  await app.run("t2", { until: "done" });
  assert.deepEqual(app.ran, []);
});

Deno.test("C10: what an isolate has read of a policy counts for 5 seconds, and no longer", () => {
  const cache = new PolicyCache();
  cache.keepRead("acme", "guarded", undefined, {
    generation: cache.generation("acme", "guarded"),
    now: 1_000,
  });
  assert.deepEqual(cache.get("acme", "guarded", 5_999), { policy: undefined, until: 6_000 });
  assert.equal(cache.get("acme", "guarded", 6_000), undefined);
});

Deno.test("C10: that a policy fits an agent is found anew where the agent of that name has other tools", () => {
  const policy = definePolicy({ name: "p", rules: [{ type: "at_most", tool: "look", times: 1 }] });
  const agent = { name: "keeper", tools: ["look"], toolChoice: undefined, hasCatalogue: false };
  assertFits(agent, policy);
  assertFits(agent, policy);
  assert.throws(() => assertFits({ ...agent, tools: ["dig"] }, policy), { code: "policy_invalid" });
  assertFits({ ...agent, tools: ["dig"], hasCatalogue: true }, policy);
});

Deno.test("C10: a policy takes the states of the rules that it has got since from the entries, of the run and of the thread each", () => {
  const rule = (tool: string, per: "run" | "thread") => ({ type: "at_most", tool, times: 3, per } as const);
  const [ofRun, ofThread] = [rule("look", "run"), rule("dig", "thread")];
  const stateOf = (...rules: (typeof ofRun)[]) => {
    const compiled = compilePolicy(definePolicy({ name: "p", rules }));
    const state = (count: number) => ({
      rules: rules.map(() => count),
      satisfied: [],
      lastTool: null,
      failures: 0,
    });
    return { compiled, behind: (count: number) => toSlices(compiled, state(count)) };
  };
  const both = stateOf(ofRun, ofThread);
  const adopt = (kept: PolicySlices) =>
    readPolicyState(both.compiled, adoptStates(both.compiled, kept, () => both.behind(2))).rules;
  assert.deepEqual(adopt(NEW_SLICES), [2, 2]);
  assert.deepEqual(adopt(stateOf(ofRun).behind(1)), [1, 2]);
  assert.deepEqual(adopt(stateOf(ofThread).behind(1)), [2, 1]);
  assert.deepEqual(adopt(both.behind(1)), [1, 1]);
});

Deno.test("C8: a plan of the history satisfies the condition that has forced it, and none that has only permitted it", () => {
  const when = { field: "step", eq: 0 } as const;
  const forced = { type: "tool", name: "look" } as const;
  const compiled = compilePolicy(
    definePolicy({ name: "p", conditions: [{ when, choice: "auto" }, { when, choice: forced }] }),
  );
  const keyOf = (requested: ToolChoice, calls: string[], source: "condition" | "request" = "condition") =>
    findSatisfiedKey(compiled, { choice: { requested, source }, calls });
  assert.equal(keyOf(forced, ["look"]), compiled.conditionKeys[1]);
  assert.deepEqual(
    [
      keyOf(forced, []),
      keyOf(forced, ["dig"]),
      keyOf(forced, ["look"], "request"),
      keyOf({ type: "auto" }, ["look"]),
    ],
    [undefined, undefined, undefined, undefined],
  );
});

Deno.test("C8: what a caller has brought for a tool of the server moves no rule and no condition", () => {
  const compiled = compilePolicy(
    definePolicy({ name: "p", rules: [{ type: "at_most", tool: "look", times: 3 }] }),
  );
  const before = readPolicyState(compiled, NEW_SLICES);
  const call = { name: "look", outcome: "completed" as const, error: undefined };
  assert.deepEqual(stateBehind(compiled, before, { ...call, isGiven: true }), before);
  const { rules, lastTool } = stateBehind(compiled, before, { ...call, isGiven: false });
  assert.deepEqual([rules, lastTool], [[1], "look"]);
});

const limited = (times: number) => ({ rules: [{ type: "at_most", tool: "delete", times, per: "thread" }] });
const deletesIn = ({ ran }: { readonly ran: readonly string[] }) =>
  ran.filter((name) => name === "delete").length;

Deno.test("C10: a limit on a thread that is raised, or lowered, keeps what it has counted", async () => {
  const looks = Array.from({ length: 6 }, () => "look");
  const tries = ["delete", "delete", "delete", undefined];
  const app = setup(["delete", "delete", ...looks, undefined, ...tries, ...looks, undefined, ...tries]);
  await app.put(limited(2));
  await app.run("t1", { until: "done" });
  await app.put(limited(3));
  await app.run("t1", { until: "done" });
  assert.equal(deletesIn(app), 3);
  await app.put(limited(1));
  await app.run("t1", { until: "done" });
  await app.run("t1", { until: "done" });
  assert.equal(deletesIn(app), 3);
});

Deno.test("C10: a fork at the newest version goes on with what the rules per thread have counted", async () => {
  const looks = Array.from({ length: 6 }, () => "look");
  const app = setup(["delete", "delete", ...looks, undefined, "delete", undefined]);
  await app.put(limited(2));
  await app.run("t1", { until: "done" });
  const fork = await json(await app.send("POST", "/v1/threads/t1/fork", {}));
  const thread = isJsonObject(fork.thread) ? fork.thread : fork;
  assert.ok(typeof thread.id === "string", JSON.stringify(fork));
  await app.run(thread.id, { until: "done" });
  assert.equal(deletesIn(app), 2);
});

Deno.test("C10: two tenants have a policy of one name each, in an isolate that knows both", async () => {
  const app = setup(new Array<string>(8).fill("delete"));
  const other = { authorization: `Bearer ${OTHER_KEY}` };
  await app.put(BAN);
  assert.equal((await app.send("PUT", "/v1/policies/guarded", { rules: [] }, other)).status, 200);
  const path = "/v1/threads/t1/steps";
  await json(await app.send("POST", path, { agent: "keeper", input: "go" }, other));
  await json(await app.send("POST", path, {}, other));
  assert.deepEqual(app.ran, ["delete"]);
  await app.run("t1");
  await app.run("t1");
  assert.deepEqual(app.ran, ["delete"]);
});
