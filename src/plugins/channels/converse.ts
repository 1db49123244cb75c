// One worker tells a conversation what its thread comes to: until it rests, or until the worker's time is over.

import type { HttpDeps } from "../../http/context.ts";
import { followStep, placeBefore } from "./follow.ts";
import { ConversationLost, type ConversationRef, holdConversation, LOOK_MS } from "./conversation.ts";
import type { OpenChannel } from "./open_channels.ts";
import { takeBack } from "./take_back.ts";
import { type TellDeps, tellNews } from "./tell.ts";

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
