// How a running step finds out that it was cancelled through another isolate: pushed over a subscription, which costs two
// requests for any duration, else by polling.

import { pause } from "../../pause.ts";
import type { Store } from "../../../core/store.ts";
import type { WatchOutcome } from "../../../core/store/step_store.ts";
import type { ThreadRef } from "../../../core/store/thread.ts";
import type { Command } from "../client.ts";
import type { Database } from "../database.ts";
import { malformedReply } from "../errors.ts";
import { cancelChannel } from "../keys.ts";
import { HEADER_FIELD } from "../layout.ts";
import { type RestAddress, subscribe, SubscriptionRefused } from "./subscription.ts";

/**
 * How a running step watches for its cancel. `subscribe`: over pub/sub, and by polling where the database refuses that or
 * the stream ends. `off`: the renewal of the lease finds it, after 10 s at most, of a resumable step after 2 s.
 */
export type CancelWatch = "subscribe" | "poll" | "off";

/** Milliseconds between two polls of a step, of the first ones and of later ones: a Worker may make few requests. */
const POLL_MS = 250;
const LATER_POLL_MS = 2_000;
const FIRST_POLLS = 20;

/** Subscriptions of an isolate at the same time: each has a connection of its own, here and in a bridge to Redis. */
const MAX_SUBSCRIPTIONS = 100;

/** Milliseconds without a new subscription at a database that refused one. */
const REFUSED_MS = 300_000;

/** The watches of one store. */
export class Watches {
  readonly #database: Database;
  readonly #mode: CancelWatch;
  readonly #address: RestAddress | undefined;
  #pollsUntil = 0;
  #subscriptions = 0;

  /** Without an address there is nothing to subscribe at. */
  constructor(database: Database, mode: CancelWatch, address: RestAddress | undefined) {
    this.#database = database;
    this.#mode = mode;
    this.#address = address;
  }

  /** As Store.watch. */
  watch(...[ref, lease, signal]: Parameters<Store["watch"]>): Promise<WatchOutcome> {
    return new Promise((resolve) => {
      const stop = () => resolve("stopped"); // what is under way is left to its end
      if (signal.aborted || this.#mode === "off") return stop();
      signal.addEventListener("abort", stop, { once: true });
      this.#untilFenced(ref, lease, signal).then((outcome) => {
        signal.removeEventListener("abort", stop);
        resolve(outcome);
      });
    });
  }

  async #untilFenced(...[ref, lease, signal]: Parameters<Store["watch"]>): Promise<WatchOutcome> {
    const isFenced = () => this.#isFenced(ref, lease);
    let firstPolls = FIRST_POLLS;
    if (this.#mode === "subscribe" && this.#address !== undefined && Date.now() >= this.#pollsUntil) {
      if (this.#subscriptions >= MAX_SUBSCRIPTIONS) {
        firstPolls = 0; // so many steps would send too many polls
        await pause(LATER_POLL_MS, signal);
      } else if (await this.#awaitFence(this.#address, ref, isFenced, signal)) return "fenced";
    }
    for (let polls = 0; !signal.aborted; polls++) {
      if (await isFenced().catch(() => false)) return "fenced";
      await pause(polls < firstPolls ? POLL_MS : LATER_POLL_MS, signal);
    }
    return "stopped";
  }

  /**
   * True once the step is fenced, false when polling has to find it: the subscription is over, or a message came before its
   * cancel. That is so of a script that is sent twice, because Redis did not have it, and of a replica that is behind.
   */
  async #awaitFence(
    address: RestAddress,
    ref: ThreadRef,
    isFenced: () => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<boolean> {
    this.#subscriptions++;
    try {
      const channel = cancelChannel(this.#database.prefix, ref);
      for await (const event of subscribe(address, channel, signal)) {
        // A cancel before the confirmation was published to no subscriber.
        if (await isFenced()) return true;
        if (event === "message") return false;
      }
    } catch (error) {
      if (error instanceof SubscriptionRefused) this.#pollsUntil = Date.now() + REFUSED_MS;
    } finally {
      this.#subscriptions--;
    }
    return false;
  }

  /** One command. A replica that is behind shows an earlier epoch, or no thread yet: that is no fence. */
  async #isFenced(ref: ThreadRef, { owner, epoch }: Parameters<Store["watch"]>[1]): Promise<boolean> {
    const { header } = this.#database.keys(ref);
    const [fields] = await this.#database.client.pipeline("watch", [
      (pipeline) => pipeline.hmget(header, HEADER_FIELD.epoch, HEADER_FIELD.beginOwner),
    ]);
    if (!Array.isArray(fields)) throw malformedReply("watch");
    const [current, holder] = fields;
    return Number(current) > epoch || (Number(current) === epoch && holder !== owner);
  }
}

/** Hints to the watched step of a thread that it is fenced: behind the script that does it, in the same request. */
export function publishCancel({ prefix }: Database, ref: ThreadRef): Command {
  const channel = cancelChannel(prefix, ref);
  return (pipeline) => pipeline.publish(channel, "");
}
