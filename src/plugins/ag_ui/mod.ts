// The entry `@treadle/treadle/ag_ui`: clients of AG-UI.

import type { Door } from "../../http/door.ts";
import { type AgUiOptions, agUiRoutes } from "./routes.ts";

export type { AgUiOptions };

/**
 * Serves clients of AG-UI: `POST /agui` for the default agent, `POST /agui/:agent` for any. It is part of the standard set. The first
 * request loads what answers.
 *
 * @example
 * ```ts ignore
 * import { agUi } from "@treadle/treadle/ag_ui";
 * import { serve } from "@treadle/treadle/kernel/cloudflare";
 * import { support } from "./agents/support.ts";
 *
 * export default serve({ agents: [support], plugins: [agUi()] });
 * ```
 */
export function agUi(options: AgUiOptions = {}): Door {
  return {
    name: "ag_ui",
    open: ({ deps }) => ({
      routes: agUiRoutes(deps, options),
      tokenRoutes: [/^POST \/agui(?:\/[^/]+)?$/],
      runRoutes: [/^\/agui(?:\/[^/]+)?$/],
    }),
  };
}
