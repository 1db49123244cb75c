import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { deploymentFacts } from "../../src/deps/facts.ts";
import { PROVIDERS } from "../../src/provider_registry.ts";
import { mcpServer } from "../../src/plugins/mcp/client/mod.ts";
import { findEnvFile } from "../../src/deno/env_file.ts";
import { type GreetingFacts, greetingFields, greetingText } from "../../src/deno/greeting.ts";

const look = defineTool({ name: "look", description: "Looks.", parameters: [], run: () => 1 });
const demo = defineAgent({ name: "demo", instructions: "i", tools: [look] });
const SECRET = "sk-0123456789-secret";

async function facts(
  env: Record<string, string>,
  other: Partial<GreetingFacts> = {},
): Promise<GreetingFacts> {
  const agents = [
    demo,
    defineAgent({ name: "bare", instructions: "i", model: "anthropic/claude-sonnet-4-5" }),
  ];
  return {
    ...await deploymentFacts({
      env,
      agents,
      registry: PROVIDERS,
      defaultStore: "sqlite:.data/treadle.sqlite",
    }),
    url: "http://127.0.0.1:8787",
    access: "served",
    envFile: { type: "none" },
    ...other,
  };
}

Deno.test("E1: the greeting says page, models with their keys, store, env file, agents with tools, and the curl line last", async () => {
  const text = greetingText(await facts({ ANTHROPIC_API_KEY: SECRET }));
  assert.deepEqual(text.split("\n").slice(0, -1), [
    "Treadle listens.",
    "  page    http://127.0.0.1:8787/",
    "  model   scripted/demo, which needs no key. For a real one, in .env: OPENAI_API_KEY=<your key> and TREADLE_MODEL=openai/gpt-6.1-terra",
    "          anthropic/claude-sonnet-4-5: its key is set",
    "  store   sqlite, .data/treadle.sqlite",
    "  env     no file",
    "  agents  demo: look",
    "          bare: no tools",
    "Or paste this:",
  ]);
  assert.match(
    text.split("\n").at(-1) ?? "",
    /^curl -sN http:\/\/127\.0\.0\.1:8787\/v1\/threads\/hello\/steps -H /,
  );
});

Deno.test("E1: a model that looks mistyped is asked about, and one with another number is not", async () => {
  const lineOf = async (model: string) => {
    const agents = [defineAgent({ name: "a", instructions: "i", model })];
    const found = await deploymentFacts({ env: {}, agents, registry: PROVIDERS, defaultStore: "memory" });
    const line = greetingText({ ...await facts({}), ...found }).split("\n").find((text) =>
      text.includes("typo")
    );
    return line?.trim();
  };
  assert.equal(
    await lineOf("openai/gpt-6.1-tera"),
    "typo    openai/gpt-6.1-tera: did you mean openai/gpt-6.1-terra?",
  );
  assert.equal(
    await lineOf("anthropic/claude-sonet-4-5"),
    "typo    anthropic/claude-sonet-4-5: did you mean anthropic/claude-sonnet-4-5?",
  );
  for (const model of ["openai/gpt-6.1-terra", "openai/gpt-99", "vllm/my-own", "scripted/demo"]) {
    assert.equal(await lineOf(model), undefined, model);
  }
  const { models } = greetingFields({
    ...await facts({}),
    models: [{ ref: "openai/gpt-6.1-tera", key: { type: "set" }, meant: "openai/gpt-6.1-terra" }],
  });
  assert.equal(models, "openai/gpt-6.1-tera: did you mean openai/gpt-6.1-terra?");
});

Deno.test("S9: the greeting names the agents with more than 20 tools in each prompt, and no other", async () => {
  const toolsOf = (count: number) =>
    Array.from(
      { length: count },
      (_, place) =>
        defineTool({ name: `look_${place}`, description: "Looks.", parameters: [], run: () => 1 }),
    );
  const few = defineAgent({ name: "few", instructions: "i", tools: toolsOf(20) });
  const many = defineAgent({ name: "many", instructions: "i", tools: toolsOf(21) });
  const made = await deploymentFacts({
    env: {},
    agents: [few, many],
    registry: PROVIDERS,
    defaultStore: "memory",
  });
  const lines = greetingText(await facts({}, made)).split("\n").filter((line) => line.startsWith("  tools "));
  assert.deepEqual(lines, [
    "  tools   many has 21 tools in each prompt, and a model chooses well among about 20: " +
    "selection: toolSelection({ tools }) gives each prompt those that fit",
  ]);
});

Deno.test("E12: the greeting names the agents whose budget in dollars has a model without a price, and no other", async () => {
  const own = { instructions: "i", model: "azure/our-deployment" };
  const limited = { ...own, limits: { usd: 1 } };
  const price = { input: 1, output: 2 };
  const agents = [
    defineAgent({ ...limited, name: "none" }),
    defineAgent({
      ...own,
      name: "run",
      limits: { perRun: { usd: 1 } },
      compaction: { afterEntries: 9, model: "ollama/own" },
    }),
    defineAgent({ ...limited, name: "second", model: "azure/gpt-6-sol", fallbackModel: "vllm/own" }),
    defineAgent({ ...limited, name: "priced", price }),
    defineAgent({ ...limited, name: "known", model: "bedrock/us.anthropic.claude-opus-5-5" }),
    defineAgent({ ...limited, name: "free", model: "scripted/demo" }),
    defineAgent({ ...own, name: "unlimited" }),
  ];
  const unpricedOf = async (env: Record<string, string>) =>
    (await deploymentFacts({ env, agents, registry: PROVIDERS, defaultStore: "memory" })).unpriced.map((
      { agent },
    ) => agent);
  assert.deepEqual(await unpricedOf({}), ["none", "run", "second"]);
  const prices = JSON.stringify({ "azure/our-deployment": price, "ollama/own": price });
  assert.deepEqual(await unpricedOf({ TREADLE_PRICES: prices }), ["second"]);
  const all = { TREADLE_BUDGETS: '{"tenant":{"usd":5}}' };
  assert.deepEqual(await unpricedOf(all), ["none", "run", "second", "unlimited"]);
  const given = await deploymentFacts({ env: {}, agents, registry: PROVIDERS, defaultStore: "memory" });
  assert.match(
    greetingText(await facts({}, given)),
    /^ {2}budget {2}none: azure\/our-deployment has no price/m,
  );
});

Deno.test("E12: the greeting names the budgets that another one ends first", async () => {
  const own = { instructions: "i", model: "scripted/demo" };
  const agents = [
    defineAgent({ ...own, name: "run", limits: { usd: 1, perRun: { usd: 2, tokens: 9 } } }),
    defineAgent({ ...own, name: "day", limits: { tokens: 300 } }),
    defineAgent({ ...own, name: "fits", limits: { tokens: 200, usd: 4, perRun: { usd: 4 } } }),
  ];
  const env = { TREADLE_BUDGETS: '{"tenant":{"usd":5,"tokens":250},"user":{"usd":6}}' };
  const given = await deploymentFacts({ env, agents, registry: PROVIDERS, defaultStore: "memory" });
  assert.deepEqual(given.budgetConflicts, [
    "usd in the budget of a user is 6, and a tenant's day ends at 5",
    "usd in limits.perRun of agent run is 2, and a thread ends at 1",
    "tokens in limits of agent day is 300, and a tenant's day ends at 250",
  ]);
  assert.match(greetingText(await facts({}, given)), /^ {2}budget {2}usd in the budget of a user is 6/m);
  const budgets = () => ({ tenant: { usd: 0.1 } });
  const unknown = await deploymentFacts({
    env: {},
    agents,
    budgets,
    registry: PROVIDERS,
    defaultStore: "memory",
  });
  assert.equal(unknown.budgetConflicts.length, 1, "a function is not asked before a step");
});

Deno.test("E1: the greeting names the servers that an agent has tools of", async () => {
  const toolSources = [mcpServer({ name: "orders", url: "https://orders.example/mcp" })];
  const agents = [defineAgent({ name: "desk", instructions: "i", tools: [look], toolSources })];
  const given = await deploymentFacts({ env: {}, agents, registry: PROVIDERS, defaultStore: "memory" });
  assert.match(greetingText(await facts({}, given)), /^ {2}agents {2}desk: look, orders\.\*$/m);
});

Deno.test("E14: where authenticate finds the callers there is no line to paste: it would be refused", async () => {
  const given = await facts({}, { access: "own" });
  assert.doesNotMatch(greetingText(given), /curl|paste/);
  assert.equal(greetingFields(given).access, "own");
});

Deno.test("E1: a missing key is named with the line that sets it, in the env file that was read", async () => {
  const text = greetingText(
    await facts({ TREADLE_MODEL: "openai/gpt-5" }, {
      envFile: { type: "read", path: ".env.local", count: 1 },
    }),
  );
  assert.match(
    text,
    /openai\/gpt-5: no key\. Write this line into \.env\.local: OPENAI_API_KEY=<your key>\n/,
  );
  assert.match(text, /anthropic\/claude-sonnet-4-5: no key\. .*: ANTHROPIC_API_KEY=<your key>\n/);
  assert.match(text, /env +\.env\.local, 1 variable\n/);
});

Deno.test("E14: no value of a variable is in the greeting, in neither form, and the host of Upstash is without its credentials", async () => {
  const env = {
    ANTHROPIC_API_KEY: SECRET,
    OPENAI_APIKEY: SECRET,
    UPSTASH_REDIS_REST_URL: `https://user:${SECRET}@db.upstash.io/path`,
    UPSTASH_REDIS_REST_TOKEN: SECRET,
  };
  const given = await facts(env, { access: "keys" });
  const both = greetingText(given) + JSON.stringify(greetingFields(given));
  assert.ok(!both.includes(SECRET), both);
  assert.match(both, /store +upstash, db\.upstash\.io\n/);
  assert.match(both, /typo +OPENAI_APIKEY: did you mean OPENAI_API_KEY\?\n/);
  assert.match(both, /authorization: Bearer \$TREADLE_KEY/);
});

Deno.test("E1: the greeting has at most 15 lines, whatever there is to say", async () => {
  const env = Object.fromEntries(
    ["TREDLE_MODEL", "TREADLE_TTL", "TREADLE_X1", "TREADLE_X2"].map((name) => [name, "1"]),
  );
  const agents = Array.from({ length: 9 }, (_, index) => ({ name: `a${index}`, tools: ["look"] }));
  const text = greetingText(await facts(env, { agents }));
  assert.ok(text.split("\n").length <= 15, text);
  assert.match(text, /and 6 more/);
  assert.match(text, /and 2 more/);
});

Deno.test("E14: a closed server says so, with the variables that look mistyped", async () => {
  const text = greetingText(await facts({ TREADLE_API_KEY: SECRET }, { access: "closed" }));
  assert.match(
    text,
    /^Treadle listens on \S+ and is closed: set TREADLE_API_KEYS\.\n +typo +TREADLE_API_KEY: /,
  );
  assert.ok(!text.includes(SECRET));
});

Deno.test("E1: an env file counts as read when the environment has its variables, and else it is named as not read", async () => {
  const folder = await Deno.makeTempDir();
  const before = Deno.cwd();
  Deno.chdir(folder);
  try {
    assert.deepEqual(await findEnvFile({}, undefined), { type: "none" });
    await Deno.writeTextFile(".env", "# two\nA=1\nB='x'\n");
    assert.deepEqual(await findEnvFile({}, undefined), { type: "ignored", path: ".env" });
    assert.deepEqual(await findEnvFile({ A: "1", B: "y" }, undefined), {
      type: "read",
      path: ".env",
      count: 2,
    });
    assert.deepEqual(await findEnvFile({}, ""), { type: "none" }, "treadle dev has read none");
    assert.deepEqual(await findEnvFile({}, "other.env"), { type: "none" });
  } finally {
    Deno.chdir(before);
    await Deno.remove(folder, { recursive: true });
  }
});
