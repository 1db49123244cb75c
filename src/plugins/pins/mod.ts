// The entry `@treadle/treadle/pins`: entries that every request of a thread to its model has.

import type { Plugin } from "../../http/plugin.ts";
import { changePins } from "./pin_changes.ts";
import { admitPins } from "./pins.ts";

/**
 * Pins entries of threads: `pin` and `pins` of a step. It is part of the standard set. A deployment without it refuses such a step with
 * `plugin_missing`; what is pinned already stays so.
 *
 * @example
 * ```ts ignore
 * import { serve } from "@treadle/treadle/kernel/cloudflare";
 * import { pins } from "@treadle/treadle/pins";
 * import { support } from "./agents/support.ts";
 *
 * export default serve({ agents: [support], plugins: [pins()] });
 * ```
 */
export function pins(): Plugin {
  return { name: "pins", open: () => ({ pinning: { change: changePins, admit: admitPins } }) };
}
