// The entry `@treadle/treadle/webhooks`: signed deliveries of other services become inputs of agents.

import { AgentError } from "../../core/error.ts";
import type { EnvSource } from "../../core/tool/bindings.ts";
import { BODY_LIMIT } from "../../http/body.ts";
import { findOnlyTenant } from "../../http/access/only_tenant.ts";
import type { Plugin } from "../../http/plugin.ts";
import type { HmacTrigger, KnownTrigger, WebhooksOptions } from "./options.ts";
import { webhookRoutes } from "./routes.ts";
import { openTemplates } from "./templates.ts";
import { openTriggers } from "./triggers.ts";

export type { HmacTrigger, KnownTrigger, WebhooksOptions };

/** Most bytes that a deployment can permit: the most that GitHub sends. */
const MOST_BYTES = 26_214_400;

const PATH = /^\/webhooks\/[^/]+\/[^/]+$/;

/**
 * The door of webhooks: `POST /webhooks/:trigger/:agent`. A delivery is verified by its signature, so it needs no API key. What
 * an agent makes of an event stands in its `webhooks`.
 *
 * @throws {AgentError} config_invalid - when the deployment is made: a trigger is wrong, its secret is missing or short, or its
 * tenant is not clear
 * @throws {AgentError} agent_invalid - when the deployment is made: a template of an agent is wrong
 *
 * @example
 * ```ts
 * import { createTreadle, defineAgent, standard } from "../../mod.ts";
 * import { webhooks } from "./mod.ts";
 * import assert from "node:assert/strict";
 *
 * const triage = defineAgent({
 *   name: "triage",
 *   model: "scripted/demo",
 *   webhooks: [{
 *     trigger: "github",
 *     event: "issues.opened",
 *     thread: "issue-{/issue/number}",
 *     input: "Triage this issue: {/issue/title}",
 *   }],
 * });
 * const env = { GITHUB_WEBHOOK_SECRET: "a-secret-of-16-or-more-bytes" };
 * const treadle = createTreadle({ agents: [triage], store: "memory", env, plugins: [...standard(), webhooks()], log: () => {} });
 * const forged = new Request("https://example.com/webhooks/github/triage", { method: "POST", body: "{}" });
 * assert.equal((await treadle.fetch(forged)).status, 401);
 * await treadle.close();
 * ```
 */
export function webhooks(options: WebhooksOptions = {}): Plugin {
  return {
    name: "webhooks",
    open({ deps, env }) {
      const { maxBodyBytes = BODY_LIMIT } = options;
      if (!Number.isInteger(maxBodyBytes) || maxBodyBytes < 1 || maxBodyBytes > MOST_BYTES) {
        throw new AgentError("config_invalid", `webhooks: maxBodyBytes must be 1 to ${MOST_BYTES}.`);
      }
      const triggers = openTriggers(options, { env, access: deps.access, agents: deps.agents.values() });
      const templates = openTemplates(deps.agents.values(), [...triggers.keys()]);
      const onlyTenant = findOnlyTenant(deps.access, env);
      const open = { triggers, templates, maxBodyBytes, publicUrl: readPublicUrl(env), onlyTenant };
      return {
        routes: webhookRoutes(open, deps),
        isSigned: (method, path) => method === "POST" && PATH.test(path),
      };
    },
  };
}

/** TREADLE_PUBLIC_URL without a slash at its end. */
function readPublicUrl({ TREADLE_PUBLIC_URL: url }: EnvSource): string | undefined {
  if (typeof url !== "string" || url === "") return undefined;
  if (/^https?:$/.test(URL.parse(url)?.protocol ?? "")) return url.replace(/\/+$/, "");
  throw new AgentError("config_invalid", "TREADLE_PUBLIC_URL must be an http or https URL.");
}
