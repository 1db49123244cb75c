// One worker posts the news of a thread in its conversation, until the thread rests or the worker's time is over.

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
import { type PostDeps, type Posting, postNews, SKEW_MS } from "./post_news.ts";
import { AgentError, failureFields } from "../../core/error.ts";

/** The outcome. `busy`: another worker holds the conversation; `afterMs`: when to try again. */
export type Conversed =
  | { readonly type: "posted" }
  | { readonly type: "busy"; readonly afterMs: number }
  /** No conversation has begun. */
  | { readonly type: "none" };

type Deps = PostDeps & Pick<HttpDeps, "random" | "sleep">;

/**
 * Posts the news. With `followMs` it also posts the answer while the model writes it, for so many milliseconds at most.
 *
 * @throws {AgentError} the platform or the store cannot be reached; what was posted stays recorded
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
  const posting = { ref, held: conversation, channel };
  const until = deps.clock() + followMs;
  try {
    let seen: number | undefined;
    for (;;) {
      const thread = await postNews(posting, deps);
      // The end of an authorization may be far: another worker posts the news then.
      if (thread === undefined || thread.authorization !== undefined || deps.clock() >= until) break;
      const snapshot = await deps.store.read(ref);
      if (snapshot === undefined) break;
      const { header: { epoch, status, length }, running, waiting } = snapshot;
      if (!running && waiting === 0 && status !== "open" && length <= conversation.state.entry) break;
      seen = await followStep(
        posting,
        { until, after: Math.max(seen ?? 0, placeBefore(epoch, running)) },
        deps,
      );
    }
    return { type: "posted" };
  } catch (error) {
    // The worker that took it over may vanish as well: what is new stays due.
    if (!(error instanceof ConversationLost)) throw error;
    await takeBack(posting, deps);
    return { type: "busy", afterMs: LOOK_MS };
  } finally {
    await conversation.release();
  }
}

/** Attempts to remove a message. */
const MOST_REMOVALS = 5;

/**
 * Runs in a worker that was suspended while another one took over the conversation. Removes the message that this worker has posted since
 * then, because the other worker posts it too. Where a platform finds messages by their keys, the message stays if the other worker finds it.
 */
async function takeBack(
  posting: Posting,
  deps: Pick<HttpDeps, "log" | "sleep" | "store">,
): Promise<void> {
  const { held: { posted, state: { place, sending } }, channel: { platform, name }, ref } = posting;
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
