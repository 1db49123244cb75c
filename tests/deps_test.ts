import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../src/agents/define_agent.ts";
import { defineTool } from "../src/agents/define_tool.ts";
import { AgentError } from "../src/core/error.ts";
import type { ToolExecutor } from "../src/core/executor.ts";
import { createDeps, type DepsOptions } from "../src/deps.ts";
import { createScriptedDriver } from "../src/kernel/drivers/scripted.ts";
import type { StoreLifetimes } from "../src/core/store/limits.ts";
import { createScriptedProvider } from "../src/providers/scripted/provider.ts";
import { scenario } from "../src/providers/scripted/scenario.ts";
import { createExecutor } from "../src/kernel/tools/executor.ts";
import { createMemoryStore } from "../src/stores/embedded/memory.ts";
import { createUpstashStore } from "../src/stores/upstash/store.ts";
import { createTreadle } from "../src/treadle.ts";

const agents = [defineAgent({ name: "one", instructions: "Be." })];
const deps = (env: Record<string, string>, options: Partial<DepsOptions> = {}) =>
  createDeps({ env, agents, ...options });

Deno.test("deps: an empty environment is a closed deployment on the memory store with the demo model", async () => {
  const made = deps({});
  assert.deepEqual([made.store.name, made.access.type, made.port], ["memory", "closed", 8787]);
  assert.equal((await made.model(undefined)).ref, "scripted/demo");
  assert.equal(made.driver("tool_calling").name, "tool_calling");
});

Deno.test("E12, E13, deps: a model has the context and the price of its table, that of its family, and the price of a deployment before both", async () => {
  const made = deps({ ANTHROPIC_API_KEY: "key" }, {
    prices: { "anthropic/claude-sonnet-4-5-preview": { input: 1, output: 2 } },
  });
  const read = async (name: string) => {
    const { price, window } = await made.model(`anthropic/claude-${name}`);
    return [price?.input, price?.family, window];
  };
  assert.deepEqual(await read("sonnet-4-5"), [3, undefined, 200_000]);
  assert.deepEqual(await read("sonnet-4-5-20250929"), [3, undefined, 200_000]);
  assert.deepEqual(await read("haiku-4-5-latest"), [1, "claude-haiku-4-5", 200_000]);
  assert.deepEqual(await read("sonnet-4-5-preview"), [1, undefined, 200_000]);
  assert.deepEqual(await read("sonnet-9"), [undefined, undefined, undefined]);
});

Deno.test("deps: every wrong variable is named, and no value is repeated", () => {
  const secret = "short-secret";
  const wrong: Record<string, string> = {
    PORT: "http",
    TREADLE_API_KEYS: `acme:${secret}`,
    TREADLE_MODEL: "gpt",
    TREADLE_TOOL_CHOICE: "{",
    TREADLE_CORS_ORIGINS: "https://a.example/path",
    TREADLE_THREAD_TTL: "soon",
    UPSTASH_REDIS_REST_URL: "redis://x",
    OPENAI_API: "legacy",
  };
  assert.throws(() => deps(wrong), (error: Error) => {
    assert.match(error.message, /^The environment is wrong/);
    for (const name of Object.keys(wrong)) assert.ok(error.message.includes(name), name);
    assert.ok(!error.message.includes(secret));
    return true;
  });
});

Deno.test("deps: wrong combinations are config_invalid and say which variable", async () => {
  const key = "a".repeat(16);
  const cases: readonly [Record<string, string>, RegExp][] = [
    [{ TREADLE_API_KEYS: `a:${key},b:${key}` }, /TREADLE_API_KEYS must not give the same key twice/],
    [{ TREADLE_API_KEYS: key }, /TREADLE_API_KEYS must be tenant:key pairs/],
    ...["a/:", "a/c i:", "a/ci/:", "a/ci/root:", "a/ci/read+read:", "a/ci/read/run:"].map((
      before,
    ): [Record<string, string>, RegExp] => [
      { TREADLE_API_KEYS: before + key },
      /TREADLE_API_KEYS must name a key as tenant\/name:key, or with scopes/,
    ]),
    [{ TREADLE_API_KEYS: `a:${key}`, TREADLE_OPEN: "1" }, /TREADLE_OPEN must not be 1/],
    [{ TREADLE_STORE: "sqlite:x" }, /TREADLE_STORE names no store/],
    [{ TREADLE_STORE: "upstash" }, /UPSTASH_REDIS_REST_URL/],
    [{ TREADLE_STORE: "toString" }, /TREADLE_STORE/],
    [{ TREADLE_OPEN: "yes" }, /TREADLE_OPEN must be 0 or 1/],
    [{ TREADLE_TRACE_CONTENT: "true" }, /TREADLE_TRACE_CONTENT must be 0 or 1/],
    [{ TREADLE_TRACE_TENANT: "acme" }, /TREADLE_TRACE_TENANT must be 0 or 1/],
    [{ OPENAI_API: "legacy" }, /OPENAI_API must be chat or responses/],
    [{ PORT: "70000" }, /PORT must be a port number/],
    [{ TREADLE_THREAD_TTL: "3651d" }, /TREADLE_THREAD_TTL must be at most 10 years/],
    [
      { TREADLE_THREAD_TTL: "25s" },
      /TREADLE_THREAD_TTL must be at least 5m: a thread has to outlive the lease/,
    ],
    [{ TREADLE_THREAD_TTL: "4m" }, /TREADLE_THREAD_TTL must be at least 5m/],
    [{ TREADLE_MODEL: "openai/gpt-5" }, /OPENAI_API_KEY/],
  ];
  for (const [env, message] of cases) {
    await assert.rejects(async () => await deps(env).model(undefined), { code: "config_invalid", message });
  }
});

Deno.test("E1: half of Upstash is config_invalid and names the half that is missing", () => {
  const [url, token] = ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"];
  assert.throws(() => deps({ [url]: "https://x.upstash.io" }), {
    code: "config_invalid",
    message: /wrong: UPSTASH_REDIS_REST_TOKEN must be set/,
  });
  assert.throws(() => deps({ [token]: "t", TREADLE_STORE: "memory" }), {
    code: "config_invalid",
    message: /wrong: UPSTASH_REDIS_REST_URL must be set/,
  });
});

Deno.test("E1: TREADLE_MODEL of an unknown provider is config_invalid at the start, and not repeated", async () => {
  assert.throws(() => deps({ TREADLE_MODEL: "nobody/x" }), (error: Error) => {
    assert.match(error.message, /^TREADLE_MODEL names no provider; .*: .*\bopenai\b.*\bscripted\b/);
    assert.doesNotMatch(error.message, /nobody/);
    return true;
  });
  assert.throws(() => deps({ TREADLE_MODEL: "opnai/gpt-5" }), { message: /\. Did you mean "openai"\?$/ });
  const made = deps({ TREADLE_MODEL: "openai/gpt-5" });
  await assert.rejects(
    async () => await made.model(undefined),
    { code: "config_invalid" },
    "the key is looked for on use",
  );
});

Deno.test("E1: the refusal of a model without a provider lists the deployment's own providers too", async () => {
  const provider = { ...createScriptedProvider(), name: "mine" };
  const made = deps({}, { providers: [provider] });
  const message = /provider\/model with one of: anthropic, .*\bopenai\b.*, mine\.$/;
  await assert.rejects(async () => await made.model("nobody/x"), { code: "config_invalid", message });
  assert.throws(() => deps({ TREADLE_MODEL: "nobody/x" }, { providers: [provider] }), {
    code: "config_invalid",
    message,
  });
});

Deno.test("E1: isolates that fall back to memory are warned about once, and only when nobody chose it", () => {
  const warned = (env: Record<string, string>, isolated = true) => {
    const lines: string[] = [];
    deps(env, { isolated, log: (level, message) => lines.push(`${level}: ${message}`) });
    return lines;
  };
  assert.match(warned({}).join("|"), /^warn: threads are kept in the memory of one isolate[^|]*$/);
  const upstash = { UPSTASH_REDIS_REST_URL: "https://x.upstash.io", UPSTASH_REDIS_REST_TOKEN: "t" };
  assert.deepEqual([warned(upstash), warned({ TREADLE_STORE: "memory" }), warned({}, false)], [[], [], []]);
});

Deno.test("deps: empty variables count as missing", () => {
  assert.equal(deps({ PORT: "", TREADLE_API_KEYS: "", OPENAI_API: "" }).port, 8787);
});

Deno.test("deps: Upstash is the store when it is configured, unless TREADLE_STORE says otherwise", () => {
  const upstash = { UPSTASH_REDIS_REST_URL: "https://x.upstash.io", UPSTASH_REDIS_REST_TOKEN: "t" };
  assert.equal(deps(upstash).store.name, "upstash");
  assert.equal(deps({ ...upstash, TREADLE_STORE: "memory" }).store.name, "memory");
});

Deno.test("deps: a store of the entrypoint gets what stands after the colon, and the lifetime of threads", () => {
  const seen: unknown[] = [];
  const stores: DepsOptions["stores"] = {
    file: ({ location, lifetimes }) => {
      seen.push(location, lifetimes.threadMs);
      return deps({}).store;
    },
  };
  deps({ TREADLE_STORE: "file:/data/x:y.db", TREADLE_THREAD_TTL: "12h" }, { stores });
  deps({}, { stores, defaultStore: "file:default" });
  assert.deepEqual(seen, ["/data/x:y.db", 43_200_000, "default", undefined]);
});

Deno.test("E14: a store whose lifetimes lose what is in use is refused at start, also one that is given", async () => {
  const least: readonly (readonly [Partial<StoreLifetimes>, RegExp])[] = [
    [{ threadMs: 25_000 }, /lifetimes\.threadMs is 25000, at least 300000/],
    [{ threadMs: 0 }, /lifetimes\.threadMs is 0/],
    [{ threadMs: NaN, receiptMs: 1_000 }, /threadMs is NaN, at least 300000; lifetimes\.receiptMs is 1000/],
    [{ eventsMs: 5_000 }, /eventsMs is 5000, at least 30000/],
    [{ ledgerMs: 3_600_000 }, /ledgerMs is 3600000, at least 259200000/],
  ];
  const opened = { url: "https://x.upstash.io", token: "t" };
  for (const [lifetimes, message] of least) {
    for (const given of [createMemoryStore({ lifetimes }), createUpstashStore({ ...opened, lifetimes })]) {
      const stores: DepsOptions["stores"] = { given: () => given };
      assert.throws(() => deps({ TREADLE_STORE: "given" }, { stores }), { code: "config_invalid", message });
      assert.throws(() => createTreadle({ agents, store: given, env: {}, log: () => {} }), {
        code: "config_invalid",
        message,
      });
      await given.close();
    }
  }
  const fitting = createMemoryStore({ lifetimes: { threadMs: 300_000, receiptMs: 300_000 } });
  assert.equal(deps({ TREADLE_STORE: "given" }, { stores: { given: () => fitting } }).store, fitting);
});

Deno.test("deps: the executor of a deployment runs the calls of its plans, and may be one around that of the package", async () => {
  let ran = 0;
  const look = defineTool({ name: "look", description: "", effect: "pure", run: () => ++ran });
  const script = scenario().calls("look", {}).next().says("Done.");
  const inner = createExecutor({
    clock: Date.now,
    sleep: (ms) => new Promise((done) => setTimeout(done, ms)),
  });
  const given: string[] = [];
  const around: ToolExecutor = {
    check: inner.check,
    execute: (calls, context, emit) => {
      given.push(...calls.map(({ name }) => name));
      return inner.execute(calls, context, emit);
    },
  };
  const blocking: ToolExecutor = {
    check: inner.check,
    execute: (calls) =>
      Promise.resolve(
        calls.map(({ id, name }) => ({ callId: id, name, outcome: "blocked", output: null, ms: 0 })),
      ),
  };
  for (const [executor, outcome] of [[around, "completed"], [blocking, "blocked"]] as const) {
    const treadle = createTreadle({
      agents: [defineAgent({ name: "one", model: "scripted/m", tools: [look] })],
      providers: [createScriptedProvider({ script })],
      store: "memory",
      env: {},
      log: () => {},
      executor,
    });
    const { output, calls } = await treadle.run("t1", "go", { agent: "one" });
    assert.deepEqual([output, calls.map(({ state }) => state)], ["Done.", [outcome]]);
    await treadle.close();
  }
  assert.deepEqual([given, ran], [["look"], 1]);
});

Deno.test("deps: the environment's tool choice takes every spelling, ours before OpenAI's", () => {
  assert.deepEqual(deps({ TREADLE_TOOL_CHOICE: "any", OPENAI_TOOL_CHOICE: "none" }).environmentChoice, {
    type: "required",
  });
  assert.deepEqual(deps({ OPENAI_TOOL_CHOICE: "none" }).environmentChoice, { type: "none" });
  assert.throws(
    () => deps({ TREADLE_TOOL_CHOICE: '{"type":"auto","disable_parallel_tool_use":true}' }),
    {
      code: "config_invalid",
      message: /TREADLE_TOOL_CHOICE cannot limit calls to one; set limits\.parallelCalls/,
    },
  );
});

Deno.test("deps: a server of one's own needs no key, and one provider is made for all its models", async () => {
  const made = deps({ OPENAI_BASE_URL: "http://127.0.0.1:9/v1" });
  assert.equal((await made.model("openai/a/b")).model, "a/b");
  const [a, c] = await Promise.all([made.model("openai/a"), made.model("openai/c")]);
  assert.equal(a.provider, c.provider);
});

Deno.test("deps: two agents of one name are refused", () => {
  assert.throws(() => deps({}, { agents: [...agents, ...agents] }), {
    code: "config_invalid",
    message: /one is given twice/,
  });
});

Deno.test("E13: a provider prepares once, a moment after its model is resolved, so that the store is asked first", async () => {
  let prepared = 0;
  const waits: (() => void)[] = [];
  const provider = Object.assign(createScriptedProvider(), { prepare: () => void prepared++ });
  const made = deps({}, {
    providers: [provider],
    sleep: () => new Promise((resolve) => waits.push(resolve)),
  });
  await made.model("scripted/a");
  await made.model("scripted/b");
  assert.deepEqual([prepared, waits.length], [0, 1]);
  waits[0]?.();
  await Promise.resolve();
  assert.equal(prepared, 1);
});

Deno.test("E1: an agent with a driver or a model that the deployment does not have is refused at the start, by name", () => {
  const refusal = (definition: Partial<AgentDefinition>, options: Partial<DepsOptions> = {}) => {
    const agent = defineAgent({ name: "two", ...definition });
    try {
      deps({}, { agents: [...agents, agent], ...options });
      return "accepted";
    } catch (error) {
      assert(error instanceof AgentError && error.code === "agent_invalid", String(error));
      return error.message;
    }
  };
  assert.match(
    refusal({ driver: "tool_caling" }),
    /^Agent "two" has a problem:\n {2}\/driver there is no driver "tool_caling"; write react or tool_calling\. Did you mean "tool_calling"\?$/,
  );
  assert.match(
    refusal({ model: "opnai/gpt-5" }),
    /\/model there is no provider "opnai"; write provider\/model with one of: anthropic, .*\. Did you mean "openai"\?$/,
  );
  assert.match(
    refusal({ model: "openai/gpt-5", fallbackModel: "antropic/claude" }),
    /\/fallbackModel there is no provider "antropic"; .* Did you mean "anthropic"\?$/,
  );
  assert.match(refusal({ driver: "toString", model: "constructor/x" }), /has 2 problems:/);
  const provider = { ...createScriptedProvider(), name: "mine" };
  const driver = createScriptedDriver([]);
  const own = { providers: [provider], drivers: [driver] };
  assert.equal(
    refusal({ driver: driver.name, model: "mine/m", fallbackModel: "openai/gpt-5" }, own),
    "accepted",
  );
});

Deno.test("E1: every agent that cannot be served is named at once", () => {
  const wrong = ["two", "three"].map((name) => defineAgent({ name, driver: "none" }));
  assert.throws(() => deps({}, { agents: [...agents, ...wrong] }), (error: Error) => {
    assert.match(error.message, /Agent "two" has a problem:[^]*\nAgent "three" has a problem:/);
    return true;
  });
});

Deno.test("E16: a warning is a warning of the console, which wrangler shows in another colour than an error", () => {
  const written: string[] = [];
  const { log, warn, error } = console;
  console.log = () => written.push("log");
  console.warn = () => written.push("warn");
  console.error = () => written.push("error");
  try {
    for (const level of ["info", "warn", "error"] as const) deps({}).log(level, "one");
  } finally {
    Object.assign(console, { log, warn, error });
  }
  assert.deepEqual(written, ["log", "warn", "error"]);
});

Deno.test("E16: a log line keeps its time, level and message, whatever its fields are called", () => {
  const lines: string[] = [];
  const { error } = console;
  console.error = (line: string) => lines.push(line);
  try {
    deps({}).log("error", "step failed", {
      at: "src/run.ts",
      level: "debug",
      message: "another",
      code: "internal",
    });
  } finally {
    console.error = error;
  }
  const { at, ...line } = JSON.parse(lines[0] ?? "");
  assert.deepEqual(line, { level: "error", message: "step failed", code: "internal" });
  assert.equal(new Date(at).toISOString(), at);
});
