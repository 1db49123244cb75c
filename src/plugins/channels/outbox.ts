// The outbox item of a step whose conversation has news. The item names the thread; the news are read from it.

import { failureFields, toAgentError } from "../../core/error.ts";
import type { Outbox } from "../../core/store/outbox.ts";
import { toHex } from "../../core/text/byte_text.ts";
import { parseWakeName, type WakeHandler, type WakeOutcome, type WakeUp } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import { converse } from "./converse.ts";
import { isLimit } from "./channel.ts";
import { channelOfThread, noChannel, type OpenChannels } from "./open_channels.ts";

/** The kind of the definition, and of its name in the due index. */
export const NEWS = "channel";

/** Milliseconds after which the cron pump takes what was left and whose wake-up was lost. */
const REPAIR_MS = 60_000;

/** Milliseconds until what has failed is tried again: the first five times, and at most. */
const FIRST_RETRY_MS = 1_000;
const QUICK_ATTEMPTS = 5;
const LAST_RETRY_MS = 900_000;

/** Attempts of those that a limit has refused which each come in their turn; behind them the time doubles as well. */
const LIMITED_ATTEMPTS = 30;

/** Milliseconds between the turns of conversations that a limit has refused: each platform permits about one message a second. */
const TURN_MS = 1_000;

/** Milliseconds that a wake-up waits for such a turn at once: an isolate without a queue waits no longer than 5 s. */
const MOST_WAIT_MS = 4_000;

/** Attempts after which the work ends: about three days, in which the operator can repair a token. */
const MOST_ATTEMPTS = 300;

/** What is kept as a definition of the kind {@link NEWS}. */
interface News {
  readonly thread: string;
  /** The time of its row in the due index, in epoch milliseconds. */
  readonly due: number;
  /** Attempts that have failed; missing before the first one has. */
  readonly attempts?: number;
  /** Those of them that a limit of the platform has refused. */
  readonly limits?: number;
  /** Epoch milliseconds of its turn behind others that a limit has refused. */
  readonly turn?: number;
}

/** The outbox of a deployment: one item for each step of a thread of a channel that leaves it at rest, or requests approvals. */
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
 * Does the work of a wake-up `@channel/<id>`. After a refused commit there is no news to post. A request that the platform or the
 * store fails is repeated after growing delays; the row of the due index has the time too.
 */
export function newsHandler(channels: OpenChannels, deps: HttpDeps): WakeHandler {
  const { store } = deps;
  const turns: Turns = new Map();
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
    const waitMs = (news.turn ?? 0) - deps.clock();
    if (waitMs > 0) return { type: "again", afterMs: Math.min(waitMs, MOST_WAIT_MS), because: "not_yet" };
    try {
      if (channel === undefined) throw noChannel();
      const outcome = await converse({ tenant, thread: news.thread }, channel, {}, deps);
      if (outcome.type === "busy") return { type: "again", afterMs: outcome.afterMs, because: "not_yet" };
    } catch (error) {
      const { attempts = 0 } = news;
      if (attempts + 1 < MOST_ATTEMPTS) {
        return await putOff(wake, { news, text, error, channel: channel?.name ?? "", turns }, deps);
      }
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

/** The last turn of each channel that a limit of its platform has refused something in this isolate, in epoch milliseconds. */
type Turns = Map<string, number>;

/** The turn of one more conversation of a channel, `from` at the earliest: those that were refused together do not come back together. */
function takeTurn(channel: string, from: number, turns: Turns): number {
  const turn = Math.max(from, (turns.get(channel) ?? 0) + TURN_MS);
  turns.set(channel, turn);
  return turn;
}

/** Keeps that an attempt has failed, and when the next one is: no earlier than the platform says. */
async function putOff(
  { tenant, name }: WakeUp,
  { news, text, error, channel, turns }: {
    readonly news: News;
    readonly text: string;
    readonly error: unknown;
    /** Its name. */
    readonly channel: string;
    readonly turns: Turns;
  },
  { store, clock, log }: Pick<HttpDeps, "store" | "clock" | "log">,
): Promise<WakeOutcome> {
  const { thread, attempts = 0, limits = 0 } = news;
  const { retryAfterMs = 0, code } = toAgentError(error);
  const isLimited = isLimit(error);
  log("warn", "a channel was not told what its thread has come to", {
    tenant,
    thread,
    attempts: attempts + 1,
    ...failureFields(error),
  });
  const doubled = isLimited ? limits + 1 - LIMITED_ATTEMPTS : attempts - limits + 1 - QUICK_ATTEMPTS;
  const leastMs = Math.min(FIRST_RETRY_MS * 2 ** Math.max(0, doubled), LAST_RETRY_MS);
  const waitMs = Math.max(retryAfterMs, leastMs);
  const now = clock();
  const until = isLimited ? takeTurn(channel, now + waitMs, turns) : now + waitMs;
  const turn = until > now + waitMs ? until : undefined;
  const due = Math.max(until, now + REPAIR_MS);
  const counted = isLimited ? limits + 1 : limits;
  const failed: News = { ...news, due, attempts: attempts + 1, limits: counted, turn };
  await store.putDefinition(tenant, NEWS, parseWakeName(name).id, JSON.stringify(failed), text);
  await store.moveDue(tenant, name, { to: due });
  return { type: "again", afterMs: Math.max(waitMs, Math.min(until - now, MOST_WAIT_MS)), because: code };
}
