// The entry `@treadle/treadle/summaries`: a summary takes the place of the older part of a long history.

import type { Plugin } from "../../http/plugin.ts";
import { compact } from "./compact.ts";

/**
 * Makes the summaries of agents that have `compaction`, each in the commit of the step before it. It is part of the standard
 * set; a deployment without it refuses such an agent at its start.
 *
 * @example
 * ```ts ignore
 * import { serve } from "@treadle/treadle/kernel/cloudflare";
 * import { summaries } from "@treadle/treadle/summaries";
 * import { support } from "./agents/support.ts";
 *
 * export default serve({ agents: [support], plugins: [summaries()] });
 * ```
 */
export function summaries(): Plugin {
  return { name: "summaries", open: () => ({ afterPlan: compact }) };
}
