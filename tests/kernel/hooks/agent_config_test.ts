// K1: what agents set of plugins: it reaches `compile` as the schema has it, and what no plugin reads is refused at start.

import assert from "node:assert/strict";
import * as z from "zod/mini";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { agent as build } from "../../../src/agents/builder.ts";
import type { Json } from "../../../src/core/json.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import type { Plugin } from "../../../src/http/plugin.ts";
import { scripted } from "../../../src/providers/scripted/provider.ts";
import { tool } from "./_plugins.ts";

const SETTINGS = z.object({ times: z.int(), tools: z._default(z.array(z.string()), ["search"]) });
type Settings = z.infer<typeof SETTINGS>;

/** A plugin that notes for which agent it was compiled with what. */
function atMost() {
  const compiled: (readonly [agent: string, config: Settings | undefined])[] = [];
  const plugin = definePlugin({
    name: "at-most",
    config: SETTINGS,
    slices: { run: { schema: z.object({ used: z.number() }), initial: { used: 0 } } },
    compile({ name, config }) {
      compiled.push([name, config]);
      if (config === undefined) return undefined;
      const { times, tools } = config;
      return {
        offer: ({ run }) => run.used < times ? undefined : { deny: tools, because: `${times} is the most` },
        observed: (calls, { run }) => ({ run: { used: run.used + calls.length } }),
      };
    },
  });
  return { plugin, compiled };
}

function deploy(plugins: readonly Plugin[], ...agents: readonly Partial<AgentDefinition>[]) {
  return createDeps({
    providers: [scripted],
    agents: agents.map((part, index) =>
      defineAgent({ name: `a${index}`, model: "scripted/a", tools: [tool("search")], ...part })
    ),
    plugins,
    env: { TREADLE_STORE: "memory", TREADLE_OPEN: "1" },
    log: () => {},
  });
}

Deno.test("K1: each agent's settings reach compile as the schema has them, with its defaults, and frozen", () => {
  const { plugin, compiled } = atMost();
  const deps = deploy([plugin], { plugins: { "at-most": { times: 2 } } }, {}, {
    plugins: { "at-most": { times: 1, tools: ["pay"] } },
  });
  assert.deepEqual(compiled, [
    ["a0", { times: 2, tools: ["search"] }],
    ["a1", undefined],
    ["a2", { times: 1, tools: ["pay"] }],
  ]);
  const [[, config] = []] = compiled;
  assert.throws(() => config?.tools.push("other"), TypeError);
  const having = [...deps.agents.values()].map((agent) => deps.plugins.of(agent).hasAny);
  assert.deepEqual(having, [true, false, true]);
});

const REFUSED: Readonly<
  Record<string, readonly [settings: Record<string, Json>, code: string, message: RegExp]>
> = {
  "that do not fit": [
    { "at-most": { times: "two", tools: [1] } },
    "agent_invalid",
    /^Agent "a0" has settings of the plugin "at-most" that do not fit: times: .*; tools\.0: /,
  ],
  "of a plugin that is missing": [
    { "at-least": { times: 2 } },
    "config_invalid",
    /^Agent "a0" has settings of the plugin "at-least", which the deployment does not have; add it to plugins/,
  ],
  "of a plugin without any": [
    { plain: {} },
    "config_invalid",
    /^Agent "a0" has settings of the plugin "plain", which takes no settings; remove them\.$/,
  ],
  "of a plugin without decisions": [
    { routes: {} },
    "config_invalid",
    /^Agent "a0" has settings of the plugin "routes", which takes no settings/,
  ],
  "whose schema waits": [
    { waits: {} },
    "plugin_failed",
    /^The plugin waits answered with a promise in config\.$/,
  ],
  "whose schema says nothing": [
    { mute: {} },
    "plugin_failed",
    /^The plugin mute threw in config\.$/,
  ],
  "whose schema throws": [{ throws: {} }, "plugin_failed", /^The plugin throws threw in config\.$/],
};

const standardSchema = (validate: () => never | Promise<never>) => ({
  "~standard": { version: 1 as const, vendor: "test", validate },
});

for (const [what, [settings, code, message]] of Object.entries(REFUSED)) {
  Deno.test(`K1: settings ${what} are refused at start`, () => {
    const plugins = [
      atMost().plugin,
      definePlugin({ name: "plain", compile: () => undefined }),
      definePlugin({ name: "routes", config: z.object({}), open: () => ({}) }),
      definePlugin({
        name: "waits",
        config: standardSchema(() => new Promise<never>(() => {})),
        compile: () => undefined,
      }),
      definePlugin({
        name: "mute",
        config: standardSchema(() => undefined as never),
        compile: () => undefined,
      }),
      definePlugin({
        name: "throws",
        config: standardSchema(() => assert.fail("no schema")),
        compile: () => undefined,
      }),
    ];
    assert.throws(() => deploy(plugins, { plugins: settings }), { code, message });
  });
}

Deno.test("K1: settings are JSON, stand behind the builder's calls, and are a part of the agent's hash", () => {
  const having = (plugins: AgentDefinition["plugins"]) => defineAgent({ name: "a", plugins });
  assert.throws(() => having({ "at-most": { times: NaN } }), {
    code: "agent_invalid",
    message: /\/plugins\/at-most\/times is NaN, a number that JSON does not have/,
  });
  const hashes = [undefined, { "at-most": { times: 1 } }, { "at-most": { times: 2 } }].map(having);
  assert.equal(new Set(hashes.map(({ hash }) => hash)).size, 3);
  const built = build("a").plugin("at-most", { times: 1 }).plugin("other", true).build();
  assert.deepEqual(built.plugins, { "at-most": { times: 1 }, other: true });
});

Deno.test("K1: the settings have the type of their schema, and of no other", () => {
  definePlugin({
    name: "typed",
    config: SETTINGS,
    // @ts-expect-error: the settings have no such field
    compile: ({ config }) => config?.missing,
  });
  definePlugin({
    name: "untyped",
    // @ts-expect-error: no settings are declared
    compile: ({ config }) => config?.times,
  });
});
