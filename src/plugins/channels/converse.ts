// One worker tells a conversation what its thread comes to: until it rests, or until the worker's time is over.

import type { HttpDeps } from "../../http/context.ts";
import { followStep, placeBefore } from "./follow.ts";
import {
  ConversationLost,
  type ConversationRef,
  holdConversation,
  LOOK_MS,
  readConversation,
} from "./conversation.ts";
import type { OpenChannel } from "./open_channels.ts";
import { SKEW_MS, type TellDeps, type Telling, tellNews } from "./tell.ts";
import { AgentError, failureFields } from "../../core/error.ts";

/** What it came to. `busy`: another worker tells, or has taken the conversation over; `afterMs`: when to look again. */
export type Conversed =
  | { readonly type: "told" }
  | { readonly type: "busy"; readonly afterMs: number }
  /** No conversation has begun. */
  | { readonly type: "none" };

type Deps = TellDeps & Pick<HttpDeps, "random" | "sleep">;

/**
 * Tells what is new. With `followMs` it also shows the answer while the model writes it, for so many milliseconds at most.
 *
 * @throws {AgentError} the platform or the store cannot be reached; what was told stays told
 */
export async function converse(
  ref: ConversationRef,
  channel: OpenChannel,
  { followMs = 0 }: { readonly followMs?: number },
  deps: Deps,
): Promise<Conversed> {
  const held = await holdConversation(ref, deps);
  if (held.type !== "held") return held;
  const { conversation } = held;
  const telling = { ref, held: conversation, channel };
  const until = deps.clock() + followMs;
  try {
    let seen: number | undefined;
    for (;;) {
      const thread = await tellNews(telling, deps);
      // The end of an authorization may be far: its news are told by another worker.
      if (thread === undefined || thread.authorization !== undefined || deps.clock() >= until) break;
      const snapshot = await deps.store.read(ref);
      if (snapshot === undefined) break;
      const { header: { epoch, status, length }, running, waiting } = snapshot;
      if (!running && waiting === 0 && status !== "open" && length <= conversation.state.entry) break;
      seen = await followStep(
        telling,
        { until, after: Math.max(seen ?? 0, placeBefore(epoch, running)) },
        deps,
      );
    }
    return { type: "told" };
  } catch (error) {
    // The worker that took it over may vanish as well: what is new stays due.
    if (!(error instanceof ConversationLost)) throw error;
    await takeBack(telling, deps);
    return { type: "busy", afterMs: LOOK_MS };
  } finally {
    await conversation.release();
  }
}

/** Attempts to remove a message. */
const MOST_REMOVALS = 5;

/**
 * Runs in a worker that was suspended while another one took over the conversation. Removes the message that this worker has posted when another one had taken the conversation over: that one has told it, or will. Where
 * messages are found, one that is found by its key stays, as the other worker finds it too.
 */
async function takeBack(
  telling: Telling,
  deps: Pick<HttpDeps, "log" | "sleep" | "store">,
): Promise<void> {
  const { held: { posted, state: { place, sending } }, channel: { platform, name }, ref } = telling;
  if (posted === undefined || platform.remove === undefined) return;
  for (let attempt = 1;; attempt++) {
    try {
      const others = sending && await platform.find?.(place, sending.key, sending.at - SKEW_MS);
      const kept = await readConversation(ref, deps);
      // The write that says so was done, and its answer was lost.
      if (kept?.draft === posted || Object.values(kept?.cards ?? {}).some(({ id }) => id === posted)) return;
      const isExtra = platform.find === undefined || others !== undefined && others !== posted;
      if (isExtra) await platform.remove(place, posted);
      return;
    } catch (error) {
      const waitMs = error instanceof AgentError ? error.retryAfterMs : undefined;
      if (waitMs === undefined || attempt === MOST_REMOVALS) {
        deps.log("warn", "a message stands in a channel beside the one that another worker has posted", {
          ...ref,
          channel: name,
          ...failureFields(error),
        });
        return;
      }
      await deps.sleep(waitMs);
    }
  }
}
