// The entry `@treadle/treadle/budgets`: tokens, dollars and time that runs, threads, users and tenants may spend.

import type { Plugin } from "../../http/plugin.ts";
import { Budgets } from "./budgets.ts";

/**
 * Holds agents, users and tenants to what they may spend: each model call is bounded before it is sent. It is part of the standard set; a
 * deployment without it refuses agents with `limits` in tokens or dollars, and budgets of tenants and users.
 *
 * @example
 * ```ts ignore
 * import { budgets } from "@treadle/treadle/budgets";
 * import { serve } from "@treadle/treadle/kernel/cloudflare";
 * import { support } from "./agents/support.ts";
 *
 * export default serve({ agents: [support], plugins: [budgets()] });
 * ```
 */
export function budgets(): Plugin {
  return { name: "budgets", open: () => ({ spending: new Budgets() }) };
}
