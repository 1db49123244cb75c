// The standard set: what a deployment has by default, what it leaves out, and what it adds.

import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { createApp } from "../../src/app.ts";
import { AgentError } from "../../src/core/error.ts";
import { createDeps, type DepsOptions } from "../../src/deps.ts";
import { createDeps as createKernelDeps, type KernelDepsOptions } from "../../src/deps/create_deps.ts";
import type { Plugin } from "../../src/http/plugin.ts";
import { agUi } from "../../src/plugins/ag_ui/mod.ts";
import { budgets } from "../../src/plugins/budgets/mod.ts";
import { chat } from "../../src/plugins/chat/mod.ts";
import { media } from "../../src/plugins/media/mod.ts";
import { orchestration } from "../../src/plugins/orchestration/mod.ts";
import { schedules } from "../../src/plugins/schedules/mod.ts";
import { webhooks } from "../../src/plugins/webhooks/mod.ts";
import { withNeededPlugins } from "../../src/plugins/plugins_for_tests.ts";
import { standard } from "../../src/plugins/standard.ts";
import { deferredCalls } from "../../src/plugins/deferred_calls/mod.ts";
import { forks } from "../../src/plugins/forks/mod.ts";
import { pins } from "../../src/plugins/pins/mod.ts";
import { wakes } from "../../src/plugins/wakes/mod.ts";
import { summaries } from "../../src/plugins/summaries/mod.ts";
import { scripted } from "../../src/providers/scripted/provider.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { createTreadle } from "../../src/treadle.ts";
import { testModel } from "../support/model.ts";
import { mulberry32 } from "../support/mulberry32.ts";
import "./_key_doors.ts";
import { STANDARD } from "./_standard.ts";

const KEY = "acme-secret-0123456789";
/** Spans, summaries, budgets and pins have no routes. */
const NAMES = [...Object.keys(STANDARD), "telemetry", "summaries", "budgets", "pins"];

const tester = defineAgent({ name: "tester", model: "first/any" });

function optionsOf(options: Partial<DepsOptions> = {}): DepsOptions {
  return {
    env: {
      TREADLE_STORE: "memory",
      TREADLE_API_KEYS: `acme:${KEY}`,
      TREADLE_TOKEN_SECRETS: "a-secret-of-tokens-with-32-bytes-or-more",
    },
    agents: [tester],
    providers: [testModel(() => ({ says: "Hi." })).provider],
    log: () => {},
    ...options,
  };
}

/** A deployment with a thread `t1`, and what it responds. */
async function deploymentOf(options: Partial<DepsOptions>) {
  const app = createApp(createDeps(optionsOf(options)));
  const send = async (route: string, { token = KEY, json = {} }: { token?: string; json?: object } = {}) => {
    const [method = "", path = ""] = route.split(" ");
    return await app.request(path, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(method === "POST" ? { body: JSON.stringify(json) } : {}),
    });
  };
  const made = await send("POST /v1/threads", { json: { agent: "tester", id: "t1" } });
  assert.equal(made.status, 201, await made.text());
  return { app, send };
}

/** Status and code of a response; OpenAI's API has the code within its error. */
async function outcomeOf(response: Response): Promise<string> {
  const text = await response.text();
  const body = response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : {};
  return `${response.status} ${body.code ?? body.error?.code ?? ""}`.trimEnd();
}

for (const [name, { make, requests, withoutToken = [] }] of Object.entries(STANDARD)) {
  const others = Object.entries(STANDARD).filter(([other]) => other !== name);

  Deno.test(`E5: without ${name} its routes are not_found, and every other plugin answers as with it`, async () => {
    const plugins = others.map(([, other]) => other.make());
    const [without, withAll] = await Promise.all([deploymentOf({ plugins }), deploymentOf({})]);
    for (const request of requests) {
      const response = await without.send(request);
      assert.equal(response.headers.get("content-type"), "application/problem+json", request);
      assert.equal(await outcomeOf(response), "404 not_found", request);
    }
    for (const request of others.flatMap(([, other]) => other.requests)) {
      const outcome = await outcomeOf(await without.send(request));
      assert.equal(outcome, await outcomeOf(await withAll.send(request)), request);
      assert.ok(!outcome.endsWith("not_found") && !outcome.endsWith("unknown_url"), `${request}: ${outcome}`);
    }
  });

  Deno.test(`E5: ${name} alone has its routes, and those of the other plugins are not_found`, async () => {
    const [alone, withAll] = await Promise.all([deploymentOf({ plugins: [make()] }), deploymentOf({})]);
    for (const request of requests) {
      const outcome = await outcomeOf(await alone.send(request));
      assert.equal(outcome, await outcomeOf(await withAll.send(request)), request);
    }
    for (const request of others.flatMap(([, other]) => other.requests)) {
      assert.equal(await outcomeOf(await alone.send(request)), "404 not_found", request);
    }
    const step = await alone.send("POST /v1/threads/t1/steps", { json: { input: "Hi." } });
    assert.equal(step.status, 200, await step.text());
  });

  Deno.test(`E5: a token for browsers is good for routes of ${name}, and for none of them without it`, async () => {
    const withAll = await deploymentOf({});
    const issued = await withAll.send("POST /v1/tokens", {
      json: { user: "u1", agents: ["tester"], scopes: ["read", "run", "decide"] },
    });
    const { token } = await issued.json();
    assert.equal(typeof token, "string");
    const plugins = others.map(([, other]) => other.make());
    const without = await deploymentOf({ plugins });
    for (const request of requests.filter((each) => !withoutToken.includes(each))) {
      assert.notEqual((await withAll.send(request, { token })).status, 403, request);
      assert.equal(await outcomeOf(await without.send(request, { token })), "403 forbidden", request);
    }
    for (const request of withoutToken) {
      assert.ok((await withAll.send(request, { token })).status >= 400, request);
    }
  });
}

Deno.test("E5: the table of the standard set has every route of it", () => {
  for (const [name, { make, requests }] of Object.entries(STANDARD)) {
    const deployment = { env: {}, policies: [], states: () => assert.fail(), counts: () => assert.fail() };
    const { routes } = make().open?.({ ...deployment, deps: createDeps(optionsOf()) }) ?? {};
    const patterns = new Set(routes?.routes.map(({ method, path }) => `${method} ${path}`));
    const untested = [...patterns].filter((pattern) => {
      const matching = new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}$`);
      return !requests.some((request) => matching.test(request));
    });
    assert.deepEqual([name, untested, patterns.size > 0], [name, [], true]);
  }
});

Deno.test("E5: the standard set is the plugins of the table, and those of the list in any order respond alike", async () => {
  assert.deepEqual(standard().map(({ name }) => name), NAMES);
  const requests = [
    ...Object.values(STANDARD).flatMap((plugin) => plugin.requests),
    "GET /v1/threads/t1",
    "GET /v1/agents",
    "GET /nothing",
    "PUT /agui",
    "GET /v1/models/missing",
  ];
  const outcomes = async (plugins: readonly Plugin[] | undefined) => {
    const { send } = await deploymentOf(plugins === undefined ? {} : { plugins });
    const found: string[] = [];
    for (const request of requests) found.push(`${request}: ${await outcomeOf(await send(request))}`);
    return found;
  };
  const expected = await outcomes(undefined);
  const random = mulberry32(5);
  for (let round = 0; round < 24; round++) {
    const plugins = standard().map((plugin) => ({ plugin, place: random() }))
      .toSorted((one, other) => one.place - other.place).map(({ plugin }) => plugin);
    assert.deepEqual(await outcomes(plugins), expected, plugins.map(({ name }) => name).join());
  }
});

Deno.test("E5: doors is an alias: its plugins stand behind those of plugins, and without plugins behind the standard set", () => {
  const opened: string[] = [];
  const noting = (name: string): Plugin => ({ name, open: () => (opened.push(name), {}) });
  createDeps(optionsOf({ plugins: [noting("a"), noting("b")], doors: [noting("c")] }));
  assert.deepEqual(opened.splice(0), ["a", "b", "c"]);

  const { openedPlugins } = createDeps(optionsOf({ doors: [noting("c")] }));
  assert.deepEqual([openedPlugins.length, opened], [NAMES.length + 1, ["c"]]);
});

Deno.test("E5: two plugins of one name are refused with the name, also where one of them is a door", () => {
  const twin = chat();
  const refusal = {
    code: "config_invalid",
    message:
      'The deployment has two plugins with the name "chat"; keep one of them in plugins, or rename your own.',
  };
  for (const options of [{ plugins: [...standard(), twin] }, { doors: [twin] }]) {
    assert.throws(() => createDeps(optionsOf(options)), refusal);
  }
  assert.throws(() => createKernelDeps({ ...optionsOf(), plugins: [twin, twin] }), refusal);
});

const NO_LIST =
  "plugins must be a list of plugins, such as [chat()] or [...standard(), webhooks()]; [] has none.";
const NO_PLUGIN =
  "is no plugin, which has decisions (compile) or a part of the deployment (open). Call the function of one, " +
  "as in [chat()], and spread a list, as in [...standard()].";

Deno.test("E5: what is no list of plugins is refused with its place", () => {
  const cases: readonly (readonly [plugins: unknown, message: string])[] = [
    [undefined, NO_LIST],
    [chat(), NO_LIST],
    [[chat(), chat], `plugins[1] ${NO_PLUGIN}`],
    [[null], `plugins[0] ${NO_PLUGIN}`],
  ];
  for (const [plugins, message] of cases) {
    const options = Object.assign({}, optionsOf(), { plugins });
    // @ts-expect-error -- as a project without types has it
    assert.throws(() => createKernelDeps(options), { code: "config_invalid", message });
    if (plugins !== undefined) {
      assert.throws(() => createDeps(options), { code: "config_invalid", message });
    }
  }
});

Deno.test("E9: what an agent or a variable needs of a plugin that is left out is refused at start with the line to add", () => {
  const digest = defineAgent({
    name: "digest",
    model: "first/any",
    schedules: [{ name: "nightly", cron: "0 3 * * *", input: "Digest." }],
  });
  const line =
    /import \{ schedules \} from "@treadle\/treadle\/schedules", and add schedules\(\) to plugins\.$/;
  const refused = (options: Partial<DepsOptions>) => {
    assert.throws(() => createDeps(optionsOf(options)), (thrown) => {
      assert.ok(thrown instanceof AgentError);
      assert.equal(thrown.code, "config_invalid");
      assert.match(thrown.message, line);
      return true;
    });
  };
  for (const plugins of [undefined, [], standard()]) {
    refused({ agents: [digest], ...(plugins === undefined ? {} : { plugins }) });
  }
  assert.throws(() => createKernelDeps({ ...optionsOf(), agents: [digest], plugins: [] }), { message: line });
  createDeps(optionsOf({ agents: [digest], plugins: [...standard(), schedules()] }));
  createDeps(optionsOf({ agents: [digest], plugins: [schedules(), wakes()] }));

  const env = { ...optionsOf().env, TREADLE_WEBHOOKS_OUT: "[]" };
  assert.throws(() => createDeps(optionsOf({ env })), {
    code: "config_invalid",
    message: /and add outgoingWebhooks\(\) to plugins\.$/,
  });
});

Deno.test("E5: createTreadle takes plugins as createDeps does", async () => {
  const treadle = createTreadle({ ...optionsOf(), plugins: [] });
  const get = (path: string) =>
    treadle.fetch(new Request(`http://treadle.test${path}`, { headers: { authorization: `Bearer ${KEY}` } }));
  assert.equal((await get("/v1/models")).status, 404);
  assert.equal((await get("/v1/agents")).status, 200);
  await treadle.close();
});

Deno.test("K4, E13: a deployment without the plugin refuses an agent with compaction, with the line to add", async () => {
  const options = {
    agents: [defineAgent({ name: "brief", model: "scripted/demo", compaction: { afterEntries: 8 } })],
    env: {},
    providers: [scripted],
    plugins: [],
  };
  const message = 'Agent "brief" has compaction, and the deployment has no plugin that reads it: ' +
    'import { summaries } from "@treadle/treadle/summaries", and add summaries() to plugins.';
  assert.throws(() => createKernelDeps(options), { code: "config_invalid", message });
  assert.equal(createKernelDeps({ ...options, plugins: [summaries()] }).afterPlan.length, 1);
  const added = await withNeededPlugins({ agents: options.agents });
  assert.deepEqual(added.map(({ name }) => name), [
    "approvals",
    "deferred_calls",
    "media",
    "wakes",
    "summaries",
  ]);
});

Deno.test("K4, E12: a deployment without the plugin refuses what is limited in tokens or dollars, with the line to add", async () => {
  const limited = (limits: AgentDefinition["limits"]) =>
    defineAgent({ name: "spender", model: "scripted/demo", limits });
  const made = (options: Partial<KernelDepsOptions>) =>
    createKernelDeps({ agents: [], env: {}, providers: [scripted], plugins: [], ...options });
  const agents = [
    limited({ tokens: 1_000 }),
    limited({ usd: 1 }),
    limited({ perRun: { usd: 1 } }),
    limited({ recovery: { tokens: 1_000 } }),
    defineAgent({
      name: "spender",
      model: "scripted/demo",
      orchestrate: { workers: { hand: { agent: "tester", limits: { tokens: 1_000 } } } },
    }),
  ];
  const refused: [Partial<KernelDepsOptions>, string][] = [
    ...agents.map((agent): [Partial<KernelDepsOptions>, string] => [
      { agents: [agent, defineAgent({ name: "tester", model: "scripted/demo" })] },
      'Agent "spender" has limits of tokens or dollars',
    ]),
    [{ budgets: { tenant: { steps: 1 } } }, "The deployment has budgets"],
    [{ env: { TREADLE_BUDGETS: '{"tenant":{"steps":1}}' } }, "TREADLE_BUDGETS is set"],
  ];
  for (const [options, what] of refused) {
    const message = `${what}, and the deployment has no plugin that reads it: ` +
      'import { budgets } from "@treadle/treadle/budgets", and add budgets() to plugins.';
    assert.throws(() => made(options), { code: "config_invalid", message });
    assert.notEqual(made({ ...options, plugins: [budgets(), orchestration()] }).spending, undefined);
  }
  made({ agents: [limited({ steps: 9, calls: 9, wallMs: 9_000, perRun: { calls: 9 } })] });
  const added = await withNeededPlugins({ agents: agents.slice(0, 1) });
  assert.deepEqual(added.map(({ name }) => name), [
    "approvals",
    "deferred_calls",
    "media",
    "wakes",
    "budgets",
  ]);
  const twin = { ...budgets(), name: "twin" };
  assert.throws(() => made({ plugins: [budgets(), twin] }), {
    code: "config_invalid",
    message: /Two plugins of the deployment limit what steps spend/,
  });
});

Deno.test("K4, D10: a deployment without the plugin refuses an agent with workers, with the line to add", async () => {
  const made = (agents: KernelDepsOptions["agents"], plugins: readonly Plugin[]) =>
    createKernelDeps({ agents, env: {}, providers: [scripted], plugins });
  const model = "scripted/demo";
  const lead = defineAgent({ name: "lead", model, orchestrate: { workers: { hand: { agent: "hand" } } } });
  const hand = defineAgent({ name: "hand", model, plan: "Begin with the oldest." });
  assert.throws(() => made([lead, hand], []), {
    code: "config_invalid",
    message: 'Agent "lead" has workers, and the deployment has no plugin that reads it: ' +
      'import { orchestration } from "@treadle/treadle/orchestration", and add orchestration() to plugins.',
  });
  assert.notEqual(made([lead, hand], [orchestration()]).delegation, undefined);
  assert.throws(() => made([lead], [orchestration()]), {
    code: "agent_invalid",
    message: /there is no agent "hand"/,
  });
  assert.equal(made([hand], []).delegation, undefined, "a plan alone is text of requests");
  const added = await withNeededPlugins({ agents: [lead, hand] });
  assert.deepEqual(added.map(({ name }) => name), [
    "approvals",
    "deferred_calls",
    "media",
    "wakes",
    "orchestration",
  ]);
});

Deno.test("K4, X6: a program without the plugin is refused where it brings a result, with the line to add", async () => {
  const treadle = createTreadle({ ...optionsOf(), plugins: [] });
  await treadle.create({ id: "t1" });
  const refused = {
    code: "plugin_missing",
    message: "Results of deferred calls need a plugin: add deferredCalls() of " +
      "@treadle/treadle/deferred_calls.",
  };
  await assert.rejects(treadle.completeCall("t1", "call_1", { output: 1 }), refused);
  await assert.rejects(treadle.detachCall("t1", "call_1"), refused);
  await treadle.close();
});

Deno.test("K4, E11: a program without the plugin cannot fork, and a door that would branch is refused before it ends the run, with the line to add", async () => {
  const message = "Forks need a plugin: add forks() of @treadle/treadle/forks.";
  const treadle = createTreadle({ ...optionsOf(), plugins: [] });
  await treadle.create({ id: "t1" });
  await assert.rejects(treadle.fork("t1"), { code: "plugin_missing", message });
  await treadle.close();

  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const opened = Promise.withResolvers<void>();
  const { provider } = testModel(() => ({ says: "Hi." }));
  let waits = 0;
  const waiting: typeof provider = {
    ...provider,
    async stream(request, io) {
      if (JSON.stringify(request.messages).includes("wait")) {
        asked[waits++]?.resolve();
        await opened.promise;
      }
      return await provider.stream(request, io);
    },
  };
  const { send } = await deploymentOf({ plugins: [chat(), agUi()], providers: [waiting] });
  const say = (trigger: string, id: string) => {
    const messages = [{ id, role: "user", parts: [{ type: "text", text: id }] }];
    return send("POST /api/chat/tester", { json: { id: "c1", trigger, messages } });
  };
  const agUiSays = (runId: string, ...texts: string[]) => {
    const messages = texts.map((content, index) => ({ id: `m${index}`, role: "user", content }));
    const rest = { state: {}, tools: [], context: [], forwardedProps: {} };
    return send("POST /agui/tester", { json: { threadId: "c2", runId, messages, ...rest } });
  };
  const assertRefused = async (response: Response) => {
    assert.equal(response.status, 503);
    const { code, detail } = await response.json();
    assert.deepEqual([code, detail], ["plugin_missing", message]);
  };
  await (await say("submit-message", "hello")).text();
  await assertRefused(await say("regenerate-message", "hello"));
  await (await agUiSays("r1", "hello")).text();
  await assertRefused(await agUiSays("r2", "goodbye"));
  const running = [say("submit-message", "wait"), agUiSays("r3", "hello", "wait")];
  await Promise.all(asked.map(({ promise }) => promise));
  await assertRefused(await say("regenerate-message", "wait"));
  await assertRefused(await agUiSays("r4", "goodbye"));
  opened.resolve();
  for (const response of await Promise.all(running)) await response.text();
  for (const id of ["c1", "c2"]) {
    const { status, version } = await (await send(`GET /v1/threads/${id}`)).json();
    assert.deepEqual([status, version], ["done", 2], id);
  }
});

Deno.test("K4, E8: a deployment without the plugin is refused where a plugin has wake-ups or an agent has webhooks, with the line to add", () => {
  const line = "and the deployment has no plugin that reads it: " +
    'import { wakes } from "@treadle/treadle/wakes", and add wakes() to plugins.';
  const opening = (opened: ReturnType<NonNullable<Plugin["open"]>>): Plugin => ({
    name: "own",
    open: () => opened,
  });
  const refused: [Plugin, string][] = [
    [schedules(), "schedules"],
    [opening({ outbox: () => [] }), "own"],
    [opening({ tick: () => Promise.resolve() }), "own"],
    [opening({ waker: { name: "own", schedule: () => Promise.resolve() } }), "own"],
    [opening({ wakes: { own: () => Promise.resolve({ type: "stale" }) } }), "own"],
    [opening({ queue: () => Promise.resolve(false) }), "own"],
  ];
  for (const [plugin, name] of refused) {
    assert.throws(() => createDeps(optionsOf({ plugins: [plugin] })), {
      code: "config_invalid",
      message: `The plugin ${JSON.stringify(name)} has wake-ups, ${line}`,
    });
    createDeps(optionsOf({ plugins: [plugin, wakes()] }));
  }
  const triage = defineAgent({
    name: "triage",
    model: "first/any",
    webhooks: [{ trigger: "github", input: "Look." }],
  });
  assert.throws(() => createDeps(optionsOf({ agents: [triage], plugins: [webhooks()] })), {
    code: "config_invalid",
    message: `Agent "triage" has webhooks, ${line}`,
  });
});

Deno.test("K4, E8: without the plugin nothing begins a run without a client, with the line to add, and nothing is stored of one", async () => {
  const message = "Runs without a client need a plugin: add wakes() of @treadle/treadle/wakes.";
  const refused = { code: "plugin_missing", message };
  const treadle = createTreadle({ ...optionsOf(), plugins: [] });
  await treadle.create({ id: "t1" });
  await assert.rejects(treadle.wake("t1"), refused);
  await assert.rejects(treadle.pump(), refused);
  await treadle.close();

  const { send } = await deploymentOf({ plugins: [] });
  const step = await send("POST /v1/threads/t2/steps", {
    json: { agent: "tester", input: "Hi.", wake: true },
  });
  const { code, detail, errors } = await step.json();
  assert.deepEqual([step.status, code, detail, errors?.[0]?.pointer], [
    503,
    "plugin_missing",
    message,
    "/wake",
  ]);
  assert.equal(await outcomeOf(await send("GET /v1/threads/t2")), "404 thread_unknown");
  const plain = await send("POST /v1/threads/t2/steps", { json: { agent: "tester", input: "Hi." } });
  assert.equal(plain.status, 200, await plain.text());
  assert.equal(await outcomeOf(await send("POST /v1/threads/t2/wake")), "404 not_found");
});

Deno.test("K4: a deployment takes one plugin that decides about pins, one that takes late results, runs phases, forks or wakes threads", () => {
  const made = (plugins: readonly Plugin[]) =>
    createKernelDeps({ agents: [], env: {}, providers: [scripted], plugins });
  const twice: [Plugin, string][] = [
    [pins(), "pin entries"],
    [deferredCalls(), "take results of deferred calls"],
    [orchestration(), "run calls in threads below"],
    [forks(), "fork threads"],
    [wakes(), "run threads without a client"],
  ];
  for (const [plugin, does] of twice) {
    assert.throws(() => made([plugin, { ...plugin, name: "twin" }]), {
      code: "config_invalid",
      message: `Two plugins of the deployment ${does}; it takes one.`,
    });
  }
});

Deno.test("K4, E13: a deployment without the plugin refuses the media that a tenant may store, with the line to add", () => {
  const made = (plugins: readonly Plugin[]) =>
    createKernelDeps({
      agents: [],
      env: { TREADLE_MEDIA_TENANT_MB: "5", TREADLE_MEDIA_CACHE: "7" },
      providers: [scripted],
      plugins,
    });
  assert.throws(() => made([]), {
    code: "config_invalid",
    message: "TREADLE_MEDIA_TENANT_MB is set, and the deployment has no plugin that reads it: " +
      'import { media } from "@treadle/treadle/media", and add media() to plugins.',
  });
  const { media: storage, mediaLimits } = made([media()]);
  assert.notEqual(storage, undefined);
  assert.deepEqual(mediaLimits, { bytes: 20_000_000, tenantBytesPerDay: 5_000_000, cacheBytes: 7 });
  const twin = { ...media(), name: "twin" };
  assert.throws(() => made([media(), twin]), {
    code: "config_invalid",
    message: /Two plugins of the deployment store media; it takes one/,
  });
});

const OTHER_KEY = "beta-secret-0123456789";

/** A deployment with pauses and two agents, over a store and a clock that others may share. */
function pausable(options: Partial<DepsOptions> & { reply?: Parameters<typeof testModel>[0] } = {}) {
  const { reply = () => ({ says: "Hi." }), ...rest } = options;
  const model = testModel(reply);
  const deps = createDeps(optionsOf({
    env: {
      TREADLE_STORE: "test",
      TREADLE_API_KEYS: `acme:${KEY},beta:${OTHER_KEY}`,
      TREADLE_TOKEN_SECRETS: "a-secret-of-tokens-with-32-bytes-or-more",
    },
    agents: [tester, defineAgent({ name: "other", model: "first/any" })],
    providers: [model.provider],
    stores: { test: () => createMemoryStore() },
    ...rest,
  }));
  const app = createApp(deps);
  const send = async (method: string, path: string, json?: object, headers: Record<string, string> = {}) =>
    await app.request(path, {
      method,
      headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json", ...headers },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
  const step = (thread: string, json: object, headers?: Record<string, string>) =>
    send("POST", `/v1/threads/${thread}/steps`, json, headers);
  return { deps, model, send, step };
}

Deno.test("K1: a paused agent begins no step before anything is spent, and goes on when it is resumed", async () => {
  const { deps, model, send, step } = pausable();
  const put = await send("PUT", "/v1/pauses/tester", { reason: "It refunds twice." });
  assert.equal(put.status, 200);
  const pause = await put.json();
  assert.deepEqual([pause.agent, pause.reason], ["tester", "It refunds twice."]);
  assert.match(pause.by, /^key_/);
  assert.ok(Date.now() - Date.parse(pause.since) < 60_000);
  assert.deepEqual(await (await send("GET", "/v1/pauses")).json(), { pauses: [pause] });

  const keyed = { "idempotency-key": "k1" };
  const refused = await step("t1", { agent: "tester", input: "Hello." }, keyed);
  assert.deepEqual([refused.status, refused.headers.get("retry-after")], [503, "60"]);
  const problem = await refused.json();
  assert.deepEqual([problem.code, problem.retryable, problem.details], ["agent_paused", true, {
    pause: "tester",
  }]);
  assert.doesNotMatch(JSON.stringify(problem), /refunds|key_/, "callers of the agent are not told");
  assert.equal(model.requests.length, 0);
  assert.equal(await deps.store.read({ tenant: "acme", thread: "t1" }), undefined, "no thread was made");

  assert.equal((await step("t2", { agent: "other", input: "Hello." })).status, 200);
  const beta = { authorization: `Bearer ${OTHER_KEY}` };
  assert.equal((await step("t1", { agent: "tester", input: "Hello." }, beta)).status, 200);

  assert.equal((await send("DELETE", "/v1/pauses/tester")).status, 204);
  assert.equal((await step("t1", { agent: "tester", input: "Hello." }, keyed)).status, 200);
  assert.equal((await send("PUT", "/v1/pauses/tester")).status, 200);
  const again = await step("t1", { agent: "tester", input: "Hello." }, keyed);
  assert.equal(again.status, 200, "the answer of a run that has ended is no step");
  assert.equal(model.requests.length, 3);
});

Deno.test("K1: * pauses every agent of the tenant, beside pauses of single agents", async () => {
  const { send, step } = pausable();
  assert.equal((await send("PUT", "/v1/pauses/*")).status, 200);
  await send("PUT", "/v1/pauses/other");
  const outcome = async (agent: string) => outcomeOf(await step(`t_${agent}`, { agent, input: "Hello." }));
  assert.equal(await outcome("tester"), "503 agent_paused");
  assert.equal(await outcome("other"), "503 agent_paused");
  assert.equal((await send("DELETE", "/v1/pauses/*")).status, 204);
  assert.equal(await outcome("tester"), "200");
  assert.equal(await outcome("other"), "503 agent_paused");
});

Deno.test("K1: a pause is refused for an agent that there is not, a long reason, and a caller that may not manage", async () => {
  const { send } = pausable();
  const outcome = async (...request: Parameters<typeof send>) => await outcomeOf(await send(...request));
  assert.equal(await outcome("PUT", "/v1/pauses/none"), "404 agent_unknown");
  assert.equal(await outcome("DELETE", "/v1/pauses/none"), "404 agent_unknown");
  assert.equal(await outcome("DELETE", "/v1/pauses/tester"), "204", "it goes on already");
  assert.equal(await outcome("PUT", "/v1/pauses/a%20b"), "400 invalid_path");
  assert.equal(await outcome("PUT", "/v1/pauses/*", { reason: "x".repeat(501) }), "422 invalid_request");
  assert.equal(await outcome("PUT", "/v1/pauses/*", { reson: "x" }), "422 invalid_request");
  const issued = await send("POST", "/v1/tokens", {
    user: "u1",
    agents: ["tester"],
    scopes: ["read", "run"],
  });
  const { token } = await issued.json();
  for (const [method, path] of [["GET", "/v1/pauses"], ["PUT", "/v1/pauses/*"], ["DELETE", "/v1/pauses/*"]]) {
    const headers = { authorization: `Bearer ${token}` };
    assert.equal(await outcome(method ?? "", path ?? "", undefined, headers), "403 forbidden");
  }
  assert.deepEqual(await (await send("GET", "/v1/pauses")).json(), { pauses: [] });
});

Deno.test("K1: other isolates follow within 10 s, by one read of a list, and a step has two requests beside", async () => {
  const time = { now: Date.parse("2026-11-30T12:00:00Z") };
  const clock = () => time.now;
  const memory = createMemoryStore({ clock });
  const requests: string[] = [];
  const store = new Proxy(memory, {
    get(target, name, receiver) {
      const value = Reflect.get(target, name, receiver);
      return typeof value !== "function" ? value : (...args: unknown[]) => {
        requests.push(String(name));
        return Reflect.apply(value, target, args);
      };
    },
  });
  const writing = pausable({ stores: { test: () => memory }, clock });
  const { step } = pausable({ stores: { test: () => store }, clock });
  const outcome = async (thread: string) =>
    outcomeOf(await step(thread, { agent: "tester", input: "Hello." }));
  assert.equal(await outcome("t1"), "200");
  assert.deepEqual(requests.splice(0).sort(), ["begin", "commit", "listDefinitions"]);
  await writing.send("PUT", "/v1/pauses/tester");
  time.now += 9_999;
  assert.equal(await outcome("t2"), "200");
  assert.deepEqual(requests.splice(0), ["begin", "commit"]);
  time.now += 1;
  assert.equal(await outcome("t3"), "503 agent_paused");
  assert.equal(await outcome("t3"), "503 agent_paused");
  assert.equal(requests.filter((name) => name === "listDefinitions").length, 1);
  await writing.send("DELETE", "/v1/pauses/tester");
  time.now += 10_000;
  assert.equal(await outcome("t3"), "200");
});

Deno.test("K1: a run that is paused while it runs stops between two steps, and goes on with the calls that were planned", async () => {
  const ran: string[] = [];
  const look = defineTool({
    name: "look",
    description: "Looks.",
    run: async () => {
      ran.push("look");
      await deployed.send("PUT", "/v1/pauses/looker");
      return "seen";
    },
  });
  const looker = defineAgent({ name: "looker", model: "first/any", tools: [look] });
  const deployed: ReturnType<typeof pausable> = pausable({
    agents: [looker],
    reply: (_, index) => index < 2 ? { calls: ["look"] } : { says: "Done." },
  });
  const { model, send, step } = deployed;
  const first = await (await step("t1", { agent: "looker", input: "Go.", until: "done" })).json();
  assert.deepEqual([first.thread.status, first.error, ran.length], ["open", undefined, 1]);
  const before = await (await send("GET", "/v1/threads/t1")).json();
  const [call] = before.calls;
  assert.deepEqual([call.name, call.state, model.requests.length], ["look", "pending", 2]);
  for (const busy of ["reject", "queue", "steer", "interrupt"]) {
    assert.equal(await outcomeOf(await step("t1", { input: "More.", busy })), "503 agent_paused", busy);
  }
  assert.deepEqual(await (await send("GET", "/v1/threads/t1")).json(), before);
  await send("DELETE", "/v1/pauses/looker");
  const second = await (await step("t1", { until: "step" })).json();
  assert.deepEqual([second.thread.status, second.output, ran.length], ["done", "Done.", 2]);
});

Deno.test("K1: a store that cannot tell about pauses, and a pause that cannot be read, refuse the step", async () => {
  const memory = createMemoryStore();
  const failing = Object.assign(createMemoryStore(), {
    listDefinitions: () => Promise.reject(new AgentError("store_unavailable", "The store is away.")),
  });
  const sleep = (ms: number) => ms < 2_000 ? Promise.resolve() : new Promise<void>(() => {});
  const away = pausable({ stores: { test: () => failing }, sleep });
  assert.equal(
    await outcomeOf(await away.step("t1", { agent: "tester", input: "x" })),
    "503 store_unavailable",
  );
  assert.equal(away.model.requests.length, 0);
  const { send, step } = pausable({ stores: { test: () => memory } });
  await memory.putDefinition("acme", "pause", "tester", "{}");
  assert.equal(await outcomeOf(await step("t1", { agent: "tester", input: "x" })), "500 store_corrupt");
  assert.equal((await send("PUT", "/v1/pauses/tester")).status, 200, "what a put repairs");
  assert.equal((await send("DELETE", "/v1/pauses/tester")).status, 204);
  assert.equal((await step("t1", { agent: "tester", input: "x" })).status, 200);
});

Deno.test("K1: a request waits for no read of the pauses that another one has begun", async () => {
  const memory = createMemoryStore();
  let reads = 0;
  // In workerd the promise of a request that has ended never settles.
  const store = Object.assign(createMemoryStore(), {
    listDefinitions: async (...args: Parameters<typeof memory.listDefinitions>) =>
      ++reads === 1 ? await new Promise<never>(() => {}) : await memory.listDefinitions(...args),
  });
  const { step } = pausable({ stores: { test: () => store } });
  const conflict = await step("t1", { agent: "tester", input: "x", expectedVersion: 7 });
  assert.equal(conflict.status, 409);
  assert.equal((await step("t2", { agent: "tester", input: "x" })).status, 200);
  assert.equal((await step("t3", { agent: "tester", input: "x" })).status, 200);
  assert.equal(reads, 2, "one read of a request that has ended, and one for the others");
});

Deno.test("K1: a pause that is put again keeps since when, by whom and why, unless it has another reason", async () => {
  const { send } = pausable();
  const put = async (body?: object) => await (await send("PUT", "/v1/pauses/tester", body)).json();
  const first = await put({ reason: "It refunds twice." });
  assert.deepEqual(await put(), first);
  assert.deepEqual(await put({ reason: "It leaks." }), { ...first, reason: "It leaks." });
  const refused = await send("PUT", "/v1/pauses/tester", { reason: "\u001b[2J" });
  assert.deepEqual([refused.status, (await refused.json()).code], [422, "invalid_request"]);
});

Deno.test("K1: behind a step that runs an input is accepted and waits for the end of the pause, and none interrupts the step", async () => {
  const outcomes: string[] = [];
  const look = defineTool({
    name: "look",
    description: "Looks.",
    run: async () => {
      if (outcomes.length > 0) return "seen";
      await deployed.send("PUT", "/v1/pauses/*");
      for (const busy of ["interrupt", "queue"]) {
        outcomes.push(await outcomeOf(await deployed.step("t1", { input: `By ${busy}.`, busy })));
      }
      return "seen";
    },
  });
  const deployed: ReturnType<typeof pausable> = pausable({
    agents: [defineAgent({ name: "looker", model: "first/any", tools: [look] })],
    reply: (_, index) => index === 0 ? { calls: ["look"] } : { says: `Answer ${index}.` },
  });
  const { deps, send, step } = deployed;
  await step("t1", { agent: "looker", input: "Go.", until: "done" });
  assert.deepEqual(outcomes, ["503 agent_paused", "202"]);
  const { waiting, header } = await deps.store.read({ tenant: "acme", thread: "t1" }) ?? assert.fail();
  assert.deepEqual([waiting, header.status], [1, "done"]);
  assert.equal(await outcomeOf(await step("t1", { until: "done" })), "503 agent_paused");
  await send("DELETE", "/v1/pauses/*");
  const next = await (await step("t1", { until: "done" })).json();
  assert.deepEqual([next.thread.status, next.output], ["done", "Answer 2."]);
});
