// GET /healthz: whether this deployment can do its work, which needs the store.

import type { App, HttpDeps } from "./context.ts";
import { resource } from "./resource.ts";

export function healthRoutes(app: App, { store }: HttpDeps): void {
  resource(app, "/healthz", {
    GET: async (c) => {
      await store.ping();
      return c.json({ status: "ok", store: store.name });
    },
  });
}
