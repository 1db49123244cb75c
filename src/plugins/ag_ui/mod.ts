// The entry `@treadle/treadle/ag_ui`: clients of AG-UI.

import type { Plugin } from "../../http/plugin.ts";
import type { Busy } from "../../kernel/request.ts";
import { agUiRoutes } from "./routes.ts";

/** What a deployment sets of {@link agUi}. */
export interface AgUiOptions {
  /**
   * What becomes of a message that comes while a run of its thread goes on, where the request does not say it (`forwardedProps.busy`): the
   * next step takes it (`steer`, the default), it waits for the end of the run (`queue`), the step is cancelled (`interrupt`), or the
   * message is refused with `thread_busy` (`reject`).
   */
  readonly busy?: Busy | undefined;
}

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
export function agUi({ busy }: AgUiOptions = {}): Plugin {
  return {
    name: "ag_ui",
    open: ({ deps }) => ({
      routes: agUiRoutes(deps, busy),
      tokenRoutes: [/^POST \/agui(?:\/[^/]+)?$/],
      runRoutes: [/^\/agui(?:\/[^/]+)?$/],
    }),
  };
}
