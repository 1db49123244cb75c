// What a plugin opens besides its decisions: its routes, and how they read its states.

import assert from "node:assert/strict";
import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { createApp } from "../../src/app.ts";
import { createDeps } from "../../src/deps/create_deps.ts";
import type { HttpEnv } from "../../src/http/context.ts";
import { definePlugin } from "../../src/http/define_plugin.ts";
import type { Plugin } from "../../src/http/plugin.ts";
import { createScriptedProvider, scripted } from "../../src/providers/scripted/provider.ts";
import { scenario } from "../../src/providers/scripted/scenario.ts";

const BARE = {
  agents: [defineAgent({ name: "a", model: "scripted/a" })],
  env: { TREADLE_STORE: "memory", TREADLE_OPEN: "1" },
  providers: [scripted],
  log: () => {},
};

const NO_PAGE = /"mine" has a page that is not a title of 1 to 24 characters and the text of a module/;

/** What a plugin draws on the page. */
const MODULE = "export function mount(element) { element.textContent = 'Mine.'; }\n";

const OPENED: Readonly<Record<string, readonly [open: () => unknown, message: RegExp]>> = {
  "opens nothing": [() => undefined, /"mine" opens no part of the deployment/],
  "waits in open": [async () => await Promise.resolve({}), /"mine" waits in open/],
  "has a mistyped part": [() => ({ route: new Hono() }), /"mine" opens a part that there is not: route/],
  "has routes that are none": [() => ({ routes: {} }), /"mine" has routes that are no Hono app/],
  "has a page without a title": [() => ({ page: { module: MODULE } }), NO_PAGE],
  "has a page with a title of 25 characters": [
    () => ({ page: { title: "a".repeat(25), module: MODULE } }),
    NO_PAGE,
  ],
  "has a page with a title of two lines": [() => ({ page: { title: "One\ntwo", module: MODULE } }), NO_PAGE],
  "has a page with a title of two lines by another separator": [
    () => ({ page: { title: "One\u2028two", module: MODULE } }),
    NO_PAGE,
  ],
  "has a page with a title of a space that does not break": [
    () => ({ page: { title: "\u00a0", module: MODULE } }),
    NO_PAGE,
  ],
  "has a page with a title of spaces": [() => ({ page: { title: " ", module: MODULE } }), NO_PAGE],
  "has a page without a module": [
    () => ({ page: { title: "Mine" } }),
    NO_PAGE,
  ],
  "has a page that is null": [() => ({ page: null }), NO_PAGE],
  "has no page but its title": [() => ({ page: "Mine" }), NO_PAGE],
};

for (const [what, [open, message]] of Object.entries(OPENED)) {
  Deno.test(`K1: a plugin that ${what} is refused at start with its name`, () => {
    const mine = { name: "mine", open } as Plugin;
    assert.throws(() => createDeps({ ...BARE, plugins: [mine] }), { code: "config_invalid", message });
  });
}

Deno.test("K3: two plugins with one route are refused at start, because the order of the list would decide", () => {
  const having = (name: string) => ({
    name,
    open: () => ({ routes: new Hono<HttpEnv>().get("/v1/spent", (c) => c.text(name)) }),
  });
  assert.throws(() => createDeps({ ...BARE, plugins: [having("one"), having("two")] }), {
    code: "config_invalid",
    message: "Two plugins of the deployment have the route GET /v1/spent.",
  });
});

for (const basePath of ["/", "/agents"]) {
  Deno.test(`K3: a plugin with a route of the kernel is refused at start below ${basePath}: it would never be called`, () => {
    const mine = {
      name: "mine",
      open: () => ({ routes: new Hono<HttpEnv>().get("/v1/threads/:thread", (c) => c.text("mine")) }),
    };
    const path = `${basePath === "/" ? "" : basePath}/v1/threads/:thread`;
    assert.throws(() => createApp(createDeps({ ...BARE, plugins: [mine] }), { basePath }), {
      code: "config_invalid",
      message:
        `A plugin of the deployment has the route GET ${path}, which the kernel has; choose another path.`,
    });
  });
}

for (
  const [name, file] of [
    ["mine", "mine"],
    ["a/../b", "a%2F..%2Fb"],
    ["50% größer: 2", "50%25%20gr%C3%B6%C3%9Fer%3A%202"],
  ] as const
) {
  for (const basePath of ["/", "/agents"]) {
    Deno.test(`E15: the module of the plugin ${name} is a file of the page below ${basePath}, with its policy, and no key is needed`, async () => {
      const mine = { name, open: () => ({ page: { title: "Größen 2", module: MODULE } }) };
      const { TREADLE_OPEN: _, ...env } = BARE.env;
      const keyed = { ...BARE, env: { ...env, TREADLE_API_KEYS: "acme:a-key-of-16-or-more-bytes" } };
      const deps = createDeps({ ...keyed, plugins: [mine, { name: "bare", open: () => ({}) }] });
      const app = createApp(deps, { readAsset: () => Promise.resolve("<title>Page</title>"), basePath });
      const base = basePath === "/" ? "" : basePath;
      const read = async (path: string, headers = {}) => await app.request(`${base}${path}`, { headers });
      const [page, module] = [await read("/"), await read(`/playground/plugins/${file}.js`)];
      assert.equal(page.status, 200);
      assert.deepEqual([module.status, await module.text()], [200, MODULE]);
      assert.equal(module.headers.get("content-type"), "text/javascript; charset=utf-8");
      const policy = module.headers.get("content-security-policy") ?? "";
      assert.deepEqual(policy, page.headers.get("content-security-policy"));
      assert.match(policy, /script-src 'self'/);
      const known = await read(`/playground/plugins/${file}.js`, {
        "if-none-match": module.headers.get("etag"),
      });
      assert.equal(known.status, 304);
      assert.equal((await read("/playground/plugins/bare.js")).status, 404);

      assert.equal((await read("/v1/plugins")).status, 401, "who has no key is not told of it");
      const listed = await read("/v1/plugins", { authorization: "Bearer a-key-of-16-or-more-bytes" });
      assert.deepEqual(await listed.json(), {
        plugins: [
          { name, decides: false, routes: [], page: { title: "Größen 2" } },
          { name: "bare", decides: false, routes: [] },
        ],
      });
      const pageless = createApp(deps, { basePath });
      for (const path of ["/", `/playground/plugins/${file}.js`]) {
        assert.equal((await pageless.request(`${base}${path}`)).status, 404, `${path} without a page`);
      }
    });
  }
}

Deno.test("E15: a plugin with a route of the module of another is refused at start", () => {
  const mine = { name: "mine", open: () => ({ page: { title: "Mine", module: MODULE } }) };
  const path = "/playground/plugins/mine.js";
  const thief = {
    name: "thief",
    open: () => ({ routes: new Hono<HttpEnv>().get(path, (c) => c.text("export {}")) }),
  };
  const readAsset = () => Promise.resolve("");
  assert.throws(() => createApp(createDeps({ ...BARE, plugins: [thief, mine] }), { readAsset }), {
    code: "config_invalid",
    message:
      `A plugin of the deployment has the route GET ${path}, which the kernel has; choose another path.`,
  });
});

Deno.test("K1, E14: a plugin with decisions and a route reads its states there, and no other user does", async () => {
  const spent = definePlugin({
    name: "spent",
    slices: { thread: { schema: z.object({ calls: z.number() }), initial: { calls: 0 } } },
    compile: () => ({
      observed: (calls, { thread }) => ({ thread: { calls: thread.calls + calls.length } }),
    }),
    open: ({ states }) => ({
      routes: new Hono<HttpEnv>().get("/v1/threads/:id/spent", async (c) => {
        const ref = { tenant: c.var.tenant, thread: c.req.param("id") };
        const { thread } = await states(ref);
        return c.json(thread);
      }),
    }),
  });
  const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "blue" });
  const agents = [defineAgent({ name: "a", model: "scripted/a", tools: [look] })];
  const script = scenario().calls("look").next().says("Blue.");
  const authenticate = (request: Request) => ({
    tenant: "acme",
    user: request.headers.get("x-user") ?? "nobody",
  });
  const deps = createDeps({
    agents,
    plugins: [spent],
    authenticate,
    env: { TREADLE_STORE: "memory" },
    log: () => {},
    providers: [createScriptedProvider({ script })],
  });
  const app = createApp(deps);
  const asked = (user: string, path: string, body?: object) =>
    app.request(path, {
      headers: { "x-user": user, "content-type": "application/json" },
      ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    });
  const step = await asked("ann", "/v1/threads/t1/steps", {
    agent: "a",
    input: "What colour?",
    until: "done",
  });
  assert.equal(step.status, 200, await step.text());
  assert.deepEqual(await (await asked("ann", "/v1/threads/t1/spent")).json(), { calls: 1 });
  assert.equal((await asked("bob", "/v1/threads/t1/spent")).status, 404);
});

/** 12:00 and 20:00 UTC of a day. */
const [NOON, EVENING] = [Date.UTC(2026, 0, 5, 12), Date.UTC(2026, 0, 5, 20)];

/** As docs/plugins.md has it, with a count of the calls that it refuses. */
const workingHours = definePlugin({
  name: "working-hours",
  config: z.strictObject({ from: z.number(), to: z.number() }),
  slices: { thread: { schema: z.object({ refused: z.number() }), initial: { refused: 0 } } },
  compile: ({ config }) => config && {},
  open: ({ deps, states }) => ({
    load({ config }) {
      const hour = new Date(deps.clock()).getUTCHours();
      if (config === undefined || (hour >= config.from && hour < config.to)) return undefined;
      return {
        judge: (calls) => new Map(calls.map(({ id }) => [id, { refuse: `Come at ${config.from}.` }])),
        observed: (calls, { thread }) => ({ thread: { refused: thread.refused + calls.length } }),
      };
    },
    routes: new Hono<HttpEnv>().get("/v1/threads/:id/refused", async (c) => {
      return c.json((await states({ tenant: c.var.tenant, thread: c.req.param("id") })).thread);
    }),
  }),
});

for (
  const [when, now, outcome, refused] of [["within", NOON, "completed", 0], [
    "outside",
    EVENING,
    "blocked",
    1,
  ]] as const
) {
  Deno.test(`K1: a rule about time reads the clock where it is loaded, with the settings of its agent: ${when} the hours a call is ${outcome}`, async () => {
    const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
    const deps = createDeps({
      ...BARE,
      agents: [defineAgent({
        name: "a",
        model: "scripted/a",
        tools: [look],
        plugins: { "working-hours": { from: 9, to: 17 } },
      })],
      plugins: [workingHours],
      providers: [createScriptedProvider({ script: scenario().calls("look", {}).next().says("Done.") })],
      clock: () => now,
    });
    const app = createApp(deps);
    const send = (path: string, body?: object) =>
      app.request(
        path,
        body && {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        },
      );
    const step = await send("/v1/threads/t1/steps", { agent: "a", input: "Look.", until: "done" });
    assert.equal(step.status, 200);
    const { entries } = await (await send("/v1/threads/t1/history")).json();
    const outcomes = entries.flatMap((entry: { outcome?: string }) => entry.outcome ?? []);
    assert.deepEqual([outcomes, await (await send("/v1/threads/t1/refused")).json()], [[outcome], {
      refused,
    }]);
    assert.equal((await send("/v1/threads/t9/refused")).status, 404);
  });
}

// Checked by the types, as what `compile` decides: a state that is another than its schema says.
void definePlugin({
  name: "counts",
  slices: { run: { schema: z.object({ used: z.number() }), initial: { used: 0 } } },
  // @ts-expect-error -- the state is a number
  open: () => ({ load: () => ({ observed: () => ({ run: { used: "one" } }) }) }),
});
