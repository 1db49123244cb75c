// definePlugin: a plugin whose states have the types of their schemas.

import type { PluginDefinition } from "../kernel/hooks/plugin.ts";
import type { Plugin } from "./plugin.ts";

/**
 * A plugin, with the types of its states and settings inferred from their schemas. It is checked when a deployment is made with it.
 *
 * @example
 * ```ts
 * import { createTreadle, createScriptedProvider, defineAgent, definePlugin, defineTool, scenario } from "../mod.ts";
 * import * as z from "zod/mini";
 * import assert from "node:assert/strict";
 *
 * const atMost = (tool: string, times: number) =>
 *   definePlugin({
 *     name: `at-most-${tool}`,
 *     slices: { run: { schema: z.object({ used: z.number() }), initial: { used: 0 } } },
 *     compile: () => ({
 *       offer: ({ run }) => run.used < times ? undefined : { deny: [tool], because: `${tool} was used ${times} times` },
 *       observed: (calls, { run }) => ({ run: { used: run.used + calls.filter(({ name }) => name === tool).length } }),
 *     }),
 *   });
 *
 * const search = defineTool({ name: "search", description: "Searches.", effect: "pure", run: () => "nothing" });
 * const agent = defineAgent({ name: "finder", model: "scripted/finder", tools: [search] });
 * const model = createScriptedProvider({ script: scenario().calls("search", {}).next().says("There is nothing.") });
 * const treadle = createTreadle({ agents: [agent], store: "memory", providers: [model], plugins: [atMost("search", 1)] });
 * const { choice } = await treadle.run("t1", "Find it.");
 * assert.match(choice?.because ?? "", /plugin at-most-search: search was used 1 times/);
 * await treadle.close();
 * ```
 */
export function definePlugin<Thread = undefined, Run = undefined, Config = undefined>(
  definition:
    & PluginDefinition<Thread, Run, Config>
    & Pick<Plugin<NoInfer<Thread>, NoInfer<Run>, NoInfer<Config>>, "open">,
): Plugin<Thread, Run> {
  return definition as Plugin<Thread, Run>;
}
