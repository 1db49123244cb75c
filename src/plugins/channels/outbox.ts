// What a step leaves for its conversation: that there is something to tell. What it is stands in the thread.

import type { Outbox } from "../../core/store/outbox.ts";
import { toHex } from "../../core/text/byte_text.ts";
import { parseWakeName, type WakeHandler } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import { converse } from "./converse.ts";
import { channelOfThread, type OpenChannels } from "./open_channels.ts";

/** The kind of the definition, and of its name in the due index. */
export const NEWS = "channel";

/** Milliseconds after which the cron pump takes what was left and whose wake-up was lost. */
const REPAIR_MS = 60_000;

/** What is kept as a definition of the kind {@link NEWS}. */
interface News {
  readonly thread: string;
  /** The time of its row in the due index, in epoch milliseconds. */
  readonly due: number;
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

/** Does the work of a wake-up `@channel/<id>`. A commit that was refused has left nothing to tell: then nothing is told. */
export function newsHandler(channels: OpenChannels, deps: HttpDeps): WakeHandler {
  const { store } = deps;
  return async ({ tenant, name, due }) => {
    const { id } = parseWakeName(name);
    const text = await store.readDefinition(tenant, NEWS, id);
    if (text === undefined) {
      if (due !== undefined) await store.moveDue(tenant, name, { from: due });
      return { type: "stale" };
    }
    const news: News = JSON.parse(text);
    const channel = channelOfThread(channels, news.thread);
    if (channel !== undefined) {
      const outcome = await converse({ tenant, thread: news.thread }, channel, {}, deps);
      if (outcome.type === "busy") return { type: "again", afterMs: outcome.afterMs, because: "not_yet" };
    }
    await store.removeDefinition(tenant, NEWS, id);
    await store.moveDue(tenant, name, { from: due ?? news.due });
    return { type: "handled" };
  };
}
