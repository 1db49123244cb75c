// What a deployment says of its plugins.

import type { PluginView } from "../core/contract/deployment.ts";
import type { OpenedPlugin, Plugin } from "../http/plugin.ts";

/** What the deployment says of a plugin; `opened` is its part of the deployment. */
export function toPluginView({ name, compile }: Plugin, opened: OpenedPlugin | undefined): PluginView {
  const routes = opened?.routes?.routes.map(({ method, path }) => `${method} ${path}`) ?? [];
  return {
    name,
    decides: compile !== undefined || opened?.load !== undefined,
    routes: [...new Set(routes)],
    ...opened?.page && { page: { title: opened.page.title } },
  };
}
