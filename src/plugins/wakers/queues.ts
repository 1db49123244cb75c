// The entry `@treadle/treadle/wakers/queues`: wake-ups go through a Cloudflare Queue, whose consumer is the same Worker.

import { AgentError } from "../../core/error.ts";
import type { WakeIo, Waker, Wakes } from "../../core/wake.ts";
import { parseMessage, toMessage, type WakeMessage } from "./message.ts";
import type { Deployment, Plugin, QueueBatch, QueueMessage } from "../../http/plugin.ts";
import type { Clock } from "../../core/ports.ts";

/** How wake-ups go through a queue. */
export interface QueuesOptions {
  /** The producer binding; `WAKES` by default. */
  readonly binding?: string;
  /** The name of the queue, for a Worker that consumes other queues as well: their batches are left alone. */
  readonly queue?: string;
  /** Most steps of a batch that run at once; 6 by default, as many connections as an invocation of a Worker may open at once. */
  readonly parallel?: number;
  /** True: without the binding the deployment starts as if it had no such door. */
  readonly optional?: boolean;
}

/**
 * Wake-ups through a Cloudflare Queue. The Worker needs the binding as producer and the queue as consumer.
 *
 * @throws {AgentError} config_invalid, from `open`: the deployment has no such binding, or `parallel` is no count
 * @example
 * ```ts ignore
 * import { standard } from "@treadle/treadle";
 * import { serve } from "@treadle/treadle/cloudflare";
 * import { queues } from "@treadle/treadle/wakers/queues";
 *
 * export default serve({ agents, plugins: [...standard(), queues()] });
 * ```
 */
export function queues(
  { binding = "WAKES", queue, parallel = 6, optional = false }: QueuesOptions = {},
): Plugin {
  return {
    name: "queues",
    open({ deps, env }) {
      const producer = env[binding];
      if (optional && producer === undefined) return {};
      if (!isQueueProducer(producer)) {
        throw new AgentError(
          "config_invalid",
          `queues() needs the producer binding ${binding}: add the queue to wrangler.toml, or remove the door.`,
        );
      }
      if (!Number.isInteger(parallel) || parallel < 1 || parallel > 100) {
        throw new AgentError("config_invalid", "queues() takes parallel from 1 to 100.");
      }
      return {
        waker: createQueuesWaker(producer, deps.clock),
        async queue(batch, io) {
          if (queue !== undefined && batch.queue !== queue) return false;
          await consume(batch, parallel, io, deps);
          return true;
        },
      };
    },
  };
}

/** Wake-ups of one name follow each other, since the second would find the thread busy; names run side by side. */
async function consume(
  batch: QueueBatch,
  parallel: number,
  io: WakeIo,
  deps: Deployment["deps"],
): Promise<void> {
  const byName = new Map<string, (() => Promise<void>)[]>();
  for (const message of batch.messages) {
    const parsed = parseMessage(message.body);
    if (parsed === undefined) {
      deps.log("error", "a message of the queue is no wake-up and was removed", {
        queue: batch.queue,
        id: message.id,
        attempts: message.attempts,
      });
      message.ack(); // it stays malformed however often it comes
      continue;
    }
    const key = `${parsed.wake.tenant}/${parsed.wake.name}`;
    const works = byName.get(key) ?? [];
    byName.set(key, works);
    works.push(() => settle(message, parsed, deps.wakes, io));
  }
  const waiting = byName.values();
  const lanes = Array.from({ length: Math.min(parallel, byName.size) }, async () => {
    for (const works of waiting) for (const work of works) await work();
  });
  await Promise.all(lanes);
}

async function settle(
  message: QueueMessage,
  { wake }: WakeMessage,
  wakes: Wakes,
  io: WakeIo,
): Promise<void> {
  const outcome = await wakes.handle(wake, io);
  if (outcome.type !== "again") return message.ack();
  const delaySeconds = Math.min(LONGEST_DELAY_SECONDS, Math.max(1, Math.ceil(outcome.afterMs / 1000)));
  message.retry({ delaySeconds });
}

/** The part of the binding to a queue that is used. */
export interface QueueProducer {
  send(
    body: unknown,
    options: { readonly contentType: "json"; readonly delaySeconds?: number },
  ): Promise<unknown>;
}

/** The longest delay of a message, 24 hours. What is due later is left to the cron pump, which finds it by the due index. */
const LONGEST_DELAY_SECONDS = 86_400;

/** True for the binding of a Worker to a queue. */
export function isQueueProducer(binding: unknown): binding is QueueProducer {
  return typeof binding === "object" && binding !== null && "send" in binding &&
    typeof binding.send === "function";
}

/** A waker that sends to the queue. */
function createQueuesWaker(producer: QueueProducer, clock: Clock): Waker {
  return {
    name: "queues",
    async schedule(wake) {
      const delaySeconds = Math.ceil(Math.max(0, (wake.notBefore ?? 0) - clock()) / 1000);
      if (delaySeconds > LONGEST_DELAY_SECONDS) return;
      try {
        await producer.send(toMessage({ wake, attempt: 0 }), {
          contentType: "json",
          delaySeconds: delaySeconds || undefined,
        });
      } catch (cause) {
        throw new AgentError("waker_unavailable", "The queue of wake-ups took no message.", { cause });
      }
    },
  };
}
