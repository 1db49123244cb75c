// A stored policy that changes while requests run: the change reaches them, and nothing older comes back.
import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { isJsonObject } from "../../../src/core/json.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
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
