// The entry `@treadle/treadle/deferred_calls`: results of calls that come when no step runs.

import type { Plugin } from "../../http/plugin.ts";
import { callbackUrls } from "./callback_urls.ts";
import { completeCall } from "./complete_call.ts";
import { detachCall } from "./detach_call.ts";
import { callResultRoutes } from "./routes.ts";

/**
 * Takes results of calls that tools have deferred (`context.defer`), by `/v1/threads/:id/calls`, by signed URLs and by `completeCall`. It
 * is part of the standard set. In a deployment without it a call that is deferred without a poll fails.
 *
 * @example
 * ```ts ignore
 * import { deferredCalls } from "@treadle/treadle/deferred_calls";
 * import { serve } from "@treadle/treadle/kernel/cloudflare";
 * import { support } from "./agents/support.ts";
 *
 * export default serve({ agents: [support], plugins: [deferredCalls()] });
 * ```
 */
export function deferredCalls(): Plugin {
  return {
    name: "deferred_calls",
    open: ({ deps }) => ({
      routes: callResultRoutes(deps),
      publicPaths: [/^\/callbacks\/[^/]+$/],
      lateResults: { urlOf: callbackUrls(deps), complete: completeCall, detach: detachCall },
    }),
  };
}
