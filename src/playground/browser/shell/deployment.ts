// What the deployment can do, by the routes of its plugins: the page sends no request for what it lacks.

import { computed, signal } from "@preact/signals";
import type { PluginView } from "../../../core/contract/deployment.ts";
import { mayManage } from "../api/api.ts";
import { json } from "../api/http.ts";

/**
 * The plugins of the deployment, in its order; undefined before they are known, and `hidden` from a caller without the scope `manage`.
 */
export const plugins = signal<readonly PluginView[] | "hidden" | undefined>(undefined);

/** Reads the plugins, once the scopes of the caller are known: a token may not, and has no scope `manage`. */
export async function readPlugins(): Promise<void> {
  plugins.value = mayManage
    ? (await json<{ readonly plugins: readonly PluginView[] }>("/v1/plugins")).plugins
    : "hidden";
}

/** The plugins with a place of their own, at `#/plugins/<name>`. */
export const pluginPages = computed(() => {
  const { value } = plugins;
  return value === "hidden" ? [] : value?.flatMap(({ name, page }) => page ? { name, ...page } : []) ?? [];
});

/** False where no plugin serves this route, such as `GET /v1/inbox`. Where plugins are hidden, the route itself refuses. */
export function serves(route: string): boolean {
  const { value } = plugins;
  return value === "hidden" || (value?.some(({ routes }) => routes.includes(route)) ?? false);
}
