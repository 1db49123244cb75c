// /v1/providers: which model APIs this deployment speaks, and how each choice is held there.

import { FEATURES } from "../core/capability.ts";
import { AgentError } from "../core/error.ts";
import { NAME } from "../core/id.ts";
import type { ModelGroup, ProviderView } from "../core/provider_view.ts";
import type { App, HttpDeps } from "./context.ts";
import { pathName, resource } from "./resource.ts";

export function providerRoutes(app: App, { providers }: HttpDeps): void {
  resource(app, "/v1/providers", {
    GET: async (c) => c.json({ providers: (await providers()).map(providerJson) }),
  });

  resource(app, "/v1/providers/:name", {
    GET: async (c) => {
      const name = pathName(c, "name", NAME);
      const view = (await providers()).find((provider) => provider.name === name);
      if (view === undefined) {
        throw new AgentError("provider_unknown", `There is no provider ${name}; see GET /v1/providers.`);
      }
      return c.json(providerJson(view));
    },
  });
}

function providerJson({ name, configured, variables, groups }: ProviderView) {
  return { name, configured, variables, models: groups.map(groupJson) };
}

function groupJson({ row, lacks, thinks, modes, parallelFlag }: ModelGroup) {
  return {
    pattern: row?.models.source ?? null,
    example: row?.example ?? null,
    because: row?.because ?? null,
    asOf: row?.asOf ?? null,
    source: row?.source ?? null,
    lacks: FEATURES.flatMap((feature) => {
      const because = lacks[feature];
      return because === undefined ? [] : [{ feature, because }];
    }),
    thinks,
    modes,
    parallelFlag,
  };
}
