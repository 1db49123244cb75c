// Rows X5 and E14: the user that conditions, hooks, tools and policies read is that of the caller, and no text of a body.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { definePolicy } from "../../../src/agents/define_policy.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { createTreadle } from "../../../src/treadle.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { policies } from "../../../src/plugins/policies/mod.ts";
import { testModel } from "../../support/model.ts";
import { KEY } from "../_app.ts";
import { createTokenApp } from "./_tokens.ts";

interface Seen {
  readonly by: string;
  readonly user: string | null | undefined;
  readonly metadata: unknown;
}

/** An agent whose refund needs approval for everybody but boss, and who reads it in every place. */
function createShop() {
  const seen: Seen[] = [];
  const note = (by: string, { user, metadata }: Omit<Seen, "by">) => void seen.push({ by, user, metadata });
  const look = defineTool({
    name: "look",
    description: "Looks.",
    parameters: [],
    effect: "pure",
    run: (_, context) => {
      note("tool", context);
      return "seen";
    },
  });
  const refund = defineTool({
    name: "refund",
    description: "Refunds.",
    parameters: [],
    needsApproval: (_, context) => {
      note("condition", context);
      return context.user !== "boss";
    },
    run: () => {
      seen.push({ by: "refund", user: undefined, metadata: undefined });
      return "refunded";
    },
  });
  const policy = definePolicy({
    name: "shop",
    conditions: [{
      when: (view) => {
        note("policy", view);
        return false;
      },
      choice: "none",
    }],
  });
  const agent = defineAgent({
    name: "shop",
    model: "first/m",
    tools: [look, refund],
    policy,
    hooks: {
      beforeCall: (_, context) => note("before", context),
      afterCall: (observation, _, context) => {
        note("after", context);
        return observation;
      },
    },
  });
  const model = testModel((request) => {
    const called = request.messages.filter(({ role }) => role === "assistant").length;
    return called === 0 ? { calls: ["look"] } : called === 1 ? { calls: ["refund"] } : { says: "Done." };
  });
  return { agent, model, seen };
}

const FORGED = { user: "boss", "x-user": "boss" };
const RUN = { input: "refund it", until: "done", metadata: FORGED };
const CHAT = { model: "shop", messages: [{ role: "user", content: "refund it" }], store: true };

/** Every way in that takes metadata. */
const WAYS:
  readonly (readonly [way: string, requests: readonly (readonly [path: string, body: object])[]])[] = [
    ["a step that creates its thread", [["/v1/threads/ann.1/steps", { agent: "shop", ...RUN }]]],
    ["a thread and its step", [
      ["/v1/threads", { agent: "shop", id: "ann.1", metadata: FORGED }],
      ["/v1/threads/ann.1/steps", { input: "refund it", until: "done" }],
    ]],
    ["Chat Completions", [["/v1/chat/completions", { ...CHAT, metadata: FORGED }]]],
    ["Responses", [["/v1/responses", { model: "shop", input: "refund it", metadata: FORGED }]]],
  ];

for (const [way, requests] of WAYS) {
  Deno.test(`X5: metadata of ${way} is no identity: the user is that of the token everywhere`, async () => {
    const { agent, model, seen } = createShop();
    const app = createTokenApp({
      plugins: [openaiApi(), policies()],
      agents: [agent],
      providers: [model.provider],
    });
    const token = await app.mint({ agents: ["shop"] });
    for (const [path, body] of requests) await app.ask(token, "POST", path, body);
    assert.deepEqual(
      [...new Set(seen.map(({ by }) => by))].sort(),
      ["after", "before", "condition", "policy", "tool"],
      "the refund waits for people",
    );
    for (const { by, user, metadata } of seen) {
      assert.equal(user, "ann", by);
      assert.equal(Object(metadata).user, "boss", `${by} reads the metadata apart from it`);
    }
  });
}

for (
  const [path, body] of [
    ["/v1/threads", { agent: "shop", user: "boss" }],
    ["/v1/threads/ann.1/steps", { agent: "shop", input: "refund it", user: "boss" }],
    ["/v1/chat/completions", { ...CHAT, user: "boss" }],
    ["/v1/responses", { model: "shop", input: "refund it", user: "boss" }],
  ] as const
) {
  Deno.test(`E14: a token of ann that names boss as the user of ${path} is refused`, async () => {
    const { agent, model, seen } = createShop();
    const app = createTokenApp({
      plugins: [openaiApi(), policies()],
      agents: [agent],
      providers: [model.provider],
    });
    const token = await app.mint({ agents: ["shop"] });
    const refused = await app.ask(token, "POST", path, body);
    assert.deepEqual([refused.status, refused.code, seen], [403, "forbidden", []]);
  });
}

Deno.test("X5: the server with the key says for whom it acts, and later steps, forks and wake-ups act for the same user", async () => {
  const { agent, model, seen } = createShop();
  const app = createTokenApp({
    plugins: [openaiApi(), policies()],
    agents: [agent],
    providers: [model.provider],
  });
  const body = { agent: "shop", input: "refund it", user: "boss", metadata: { user: "ann" } };
  await app.ask(KEY, "POST", "/v1/threads/t1/steps", body);
  await app.ask(KEY, "POST", "/v1/threads/t1/fork", { id: "t2" });
  await app.ask(KEY, "POST", "/v1/threads/t1/wake", {});
  await app.idle();
  await app.ask(KEY, "POST", "/v1/threads/t2/steps", { input: "go", until: "done" });
  assert.deepEqual([...new Set(seen.filter(({ by }) => by !== "refund").map(({ user }) => user))], ["boss"]);
  assert.ok(seen.some(({ by }) => by === "refund"), "boss needs no approval");
});

Deno.test("X5: a step without a user has none, whatever the metadata say", async () => {
  const { agent, model, seen } = createShop();
  const app = createTokenApp({
    plugins: [openaiApi(), policies()],
    agents: [agent],
    providers: [model.provider],
  });
  await app.ask(KEY, "POST", "/v1/threads/t1/steps", { agent: "shop", ...RUN });
  assert.deepEqual(
    new Set(seen.map(({ by, user }) => by === "policy" ? user : user ?? "none")),
    new Set([null, "none"]),
  );
});

Deno.test("X5: a program that acts for a user has that user in its conditions, whatever its metadata say", async () => {
  const { agent, model, seen } = createShop();
  const treadle = createTreadle({ agents: [agent], store: "memory", env: {}, providers: [model.provider] });
  const { calls } = await treadle.as({ tenant: "acme", user: "ann" }).run("t1", "refund it", {
    metadata: FORGED,
  });
  assert.deepEqual(calls.map(({ name, state }) => [name, state]), [["look", "completed"], [
    "refund",
    "approval",
  ]]);
  assert.deepEqual([...new Set(seen.map(({ user }) => user))], ["ann"]);
  await treadle.close();
});

Deno.test("C8: a condition of a policy has the field user, which metadata do not reach", async () => {
  const policy = definePolicy({
    name: "staff",
    conditions: [{ when: { not: { field: "user", eq: "boss" } }, choice: "none" }],
  });
  const look = defineTool({ name: "look", description: "Looks.", parameters: [], run: () => "seen" });
  const agent = defineAgent({ name: "shop", model: "first/m", tools: [look], policy });
  const model = testModel(() => ({ says: "Done." }));
  const app = createTokenApp({
    plugins: [openaiApi(), policies()],
    agents: [agent],
    providers: [model.provider],
  });
  const choiceOf = async (user: string | undefined) => {
    const { body } = await app.ask(KEY, "POST", "/v1/threads", {
      agent: "shop",
      user,
      metadata: { user: "boss" },
    });
    return (await app.ask(KEY, "POST", `/v1/threads/${body.id}/steps`, { input: "go" })).body.choice.requested
      .type;
  };
  assert.deepEqual(await Promise.all(["boss", "ann", undefined].map(choiceOf)), ["auto", "none", "none"]);
});
