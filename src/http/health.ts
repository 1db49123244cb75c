// GET /healthz: whether this deployment can do its work, which needs the store.

import { type AgentError, toAgentError } from "../core/error.ts";
import type { App, HttpDeps } from "./context.ts";
import { resource } from "./resource.ts";

/** How long an answer of the store counts: whoever asks without a key must not make it work. */
const FRESH_MS = 2_000;

export function healthRoutes(app: App, { store, clock }: HttpDeps): void {
  let known: { readonly until: number; readonly failure: AgentError | undefined } | undefined;

  resource(app, "/healthz", {
    GET: async (c) => {
      if (known === undefined || clock() >= known.until) {
        const failure = await store.ping().then(() => undefined, toAgentError);
        known = { until: clock() + FRESH_MS, failure };
      }
      if (known.failure !== undefined) throw known.failure;
      return c.json({ status: "ok", store: store.name });
    },
  });
}
