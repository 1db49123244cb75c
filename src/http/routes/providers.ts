// /v1/providers: the model APIs of this deployment, and how each tool choice is held there.

import { Hono } from "hono/tiny";
import { FEATURES } from "../../core/model/capability.ts";
import { AgentError } from "../../core/error.ts";
import type { ModelGroup, ProviderView } from "../../kernel/choice/provider_view.ts";
import type { HttpDeps, HttpEnv } from "../context.ts";
import { namePath } from "../schemas/requests.ts";
import { param } from "../validate.ts";

/** The routes of providers. */
export function providerRoutes({ providers }: HttpDeps) {
  return new Hono<HttpEnv>()
    .get(
      "/v1/providers",
      async (c) => c.json({ providers: (await providers()).map(providerJson) }),
    )
    .get(
      "/v1/providers/:name",
      param(namePath),
      async (c) => {
        const { name } = c.req.valid("param");
        const view = (await providers()).find((provider) => provider.name === name);
        if (view !== undefined) return c.json(providerJson(view));
        throw new AgentError("provider_unknown", `There is no provider ${name}; see GET /v1/providers.`);
      },
    );
}

function providerJson({ name, configured, variables, groups }: ProviderView) {
  return { name, configured, variables, models: groups.map(groupJson) };
}

function groupJson({ row, lacks, thinks, modes, cuts, parallelFlag }: ModelGroup) {
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
    cuts,
    parallelFlag,
  };
}
