// What the deployment can do, by the routes of its plugins: what it lacks is not asked for.

import { signal } from "@preact/signals";
import type { PluginView } from "../../../core/contract/deployment.ts";
import { json } from "../api.js";

/** The plugins of the deployment, in its order; undefined before they are known. */
export const plugins = signal<readonly PluginView[] | undefined>(undefined);

/** Reads the plugins. */
export async function readPlugins(): Promise<void> {
  plugins.value = (await json<{ readonly plugins: readonly PluginView[] }>("/v1/plugins")).plugins;
}

/** True where a plugin serves this route, such as `GET /v1/inbox`. */
export function serves(route: string): boolean {
  return plugins.value?.some(({ routes }) => routes.includes(route)) ?? false;
}
