// The standard set: what a deployment has by default, what it leaves out, and what it adds.

import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../src/agents/define_agent.ts";
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
import { createTreadle } from "../../src/treadle.ts";
import { testModel } from "../support/model.ts";
import { mulberry32 } from "../support/mulberry32.ts";
import { outcomeOf, STANDARD } from "./_standard.ts";

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
