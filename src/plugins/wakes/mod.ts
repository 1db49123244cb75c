// The entry `@treadle/treadle/wakes`: threads that go on without a client.

import type { Plugin } from "../../http/plugin.ts";
import type { Waking } from "../../http/ports/waking.ts";
import { enqueueInput } from "./enqueue_input.ts";
import { createInlineWaker } from "./inline_waker.ts";
import { wakeRoutes } from "./routes.ts";
import { wakeThread } from "./wake_on_request.ts";
import { createWakes } from "./dispatch_wakes.ts";

/** Milliseconds that an invocation waits for a wake-up; Workers end it 30 s behind its response. */
const MAX_DELAY_MS = 5_000;

/** Threads that one isolate runs at the same time without a client. */
const AT_ONCE = 16;

/**
 * Runs threads without a client: `wake` of a step, `POST /v1/threads/:id/wake`, inputs of webhooks, schedules and channels, and the cron pump,
 * which repairs what was lost. It is part of the standard set. A deployment without it refuses these with `plugin_missing`, and is refused
 * itself where another of its plugins has wake-ups.
 *
 * @example
 * ```ts ignore
 * import { serve } from "@treadle/treadle/kernel/cloudflare";
 * import { schedules } from "@treadle/treadle/schedules";
 * import { wakes } from "@treadle/treadle/wakes";
 * import { digest } from "./agents/digest.ts";
 *
 * export default serve({ agents: [digest], plugins: [schedules(), wakes()] });
 * ```
 */
export function wakes(): Plugin {
  return { name: "wakes", open: ({ deps }) => ({ routes: wakeRoutes(deps), waking: WAKING }) };
}

const WAKING: Waking = {
  open(deps, { waker, isStopped, ...added }) {
    const opened = createWakes(deps, { ...added, waker: () => waker() ?? inline });
    const inline = createInlineWaker({
      wakes: () => opened,
      clock: deps.clock,
      sleep: deps.sleep,
      maxDelayMs: MAX_DELAY_MS,
      atOnce: AT_ONCE,
      isStopped,
    });
    return opened;
  },
  enqueue: enqueueInput,
  wake: wakeThread,
};
