// What a step leaves for its conversation: that there is something to tell. What it is stands in the thread.

import { failureFields, toAgentError } from "../../core/error.ts";
import type { Outbox } from "../../core/store/outbox.ts";
import { toHex } from "../../core/text/byte_text.ts";
import { parseWakeName, type WakeHandler, type WakeOutcome, type WakeUp } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import { converse } from "./converse.ts";
import { channelOfThread, noChannel, type OpenChannels } from "./open_channels.ts";

/** The kind of the definition, and of its name in the due index. */
export const NEWS = "channel";

/** Milliseconds after which the cron pump takes what was left and whose wake-up was lost. */
const REPAIR_MS = 60_000;

/** Milliseconds until what has failed is tried again: the first five times, and at most. */
const FIRST_RETRY_MS = 1_000;
const QUICK_ATTEMPTS = 5;
const LAST_RETRY_MS = 900_000;

/** Attempts after which it is given up: some three days, in which the operator mends a token. */
const MOST_ATTEMPTS = 300;

/** What is kept as a definition of the kind {@link NEWS}. */
interface News {
  readonly thread: string;
  /** The time of its row in the due index, in epoch milliseconds. */
  readonly due: number;
  /** Attempts that have failed; missing before the first one has. */
  readonly attempts?: number;
}

/** The outbox of a deployment: one item for each step of a thread of a channel that leaves it at rest, or asks people. */
export function createOutbox(channels: OpenChannels, { random }: Pick<HttpDeps, "random">): Outbox {
  return ({ ref: { tenant, thread }, status, requests, at }) => {
    if (status === "open" && requests.length === 0) return [];
    if (channelOfThread(channels, thread)?.tenant !== tenant) return [];
    const news: News = { thread, due: at + REPAIR_MS };
    const { due } = news;
    return [{ kind: NEWS, id: toHex(random(12)), text: JSON.stringify(news), at: due }];
  };
}

/**
 * Does the work of a wake-up `@channel/<id>`. A commit that was refused has left nothing to tell: then nothing is told. What the platform or
 * the store does not do is tried again, later and later; the row of the due index has the time too.
 */
export function newsHandler(channels: OpenChannels, deps: HttpDeps): WakeHandler {
  const { store } = deps;
  return async (wake) => {
    const { tenant, name, due } = wake;
    const { id } = parseWakeName(name);
    const text = await store.readDefinition(tenant, NEWS, id);
    if (text === undefined) {
      if (due !== undefined) await store.moveDue(tenant, name, { from: due });
      return { type: "stale" };
    }
    const news: News = JSON.parse(text);
    const channel = channelOfThread(channels, news.thread);
    try {
      if (channel === undefined) throw noChannel();
      const outcome = await converse({ tenant, thread: news.thread }, channel, {}, deps);
      if (outcome.type === "busy") return { type: "again", afterMs: outcome.afterMs, because: "not_yet" };
    } catch (error) {
      const { attempts = 0 } = news;
      if (attempts + 1 < MOST_ATTEMPTS) return await putOff(wake, { news, text, error }, deps);
      deps.log("error", "what a thread has come to was not told in its channel", {
        tenant,
        thread: news.thread,
        channel: channel?.name ?? null,
        ...failureFields(error),
      });
    }
    await store.removeDefinition(tenant, NEWS, id);
    await store.moveDue(tenant, name, { from: due ?? news.due });
    return { type: "handled" };
  };
}

/** Keeps that an attempt has failed, and when the next one is: no earlier than the platform says. */
async function putOff(
  { tenant, name }: WakeUp,
  { news, text, error }: { readonly news: News; readonly text: string; readonly error: unknown },
  { store, clock, log }: Pick<HttpDeps, "store" | "clock" | "log">,
): Promise<WakeOutcome> {
  const { attempts = 0 } = news;
  const { retryAfterMs = 0, code } = toAgentError(error);
  log("warn", "a channel was not told what its thread has come to", {
    tenant,
    thread: news.thread,
    attempts: attempts + 1,
    ...failureFields(error),
  });
  const doubled = Math.max(0, attempts + 1 - QUICK_ATTEMPTS);
  const afterMs = Math.max(retryAfterMs, Math.min(FIRST_RETRY_MS * 2 ** doubled, LAST_RETRY_MS));
  const due = clock() + Math.max(afterMs, REPAIR_MS);
  const failed: News = { ...news, due, attempts: attempts + 1 };
  await store.putDefinition(tenant, NEWS, parseWakeName(name).id, JSON.stringify(failed), text);
  await store.moveDue(tenant, name, { to: due });
  return { type: "again", afterMs, because: code };
}
