// The waker over a Cloudflare Queue: one message for each wake-up.

import { AgentError } from "../../core/error.ts";
import type { Clock } from "../../core/ports.ts";
import type { Waker } from "../../core/wake.ts";
import { toMessage } from "./message.ts";

/** The part of the binding to a queue that is used. */
export interface QueueProducer {
  send(
    body: unknown,
    options: { readonly contentType: "json"; readonly delaySeconds?: number },
  ): Promise<unknown>;
}

/** The longest delay of a message, 24 hours. What is due later is left to the cron pump, which finds it by the due index. */
export const LONGEST_DELAY_SECONDS = 86_400;

/** True for the binding of a Worker to a queue. */
export function isQueueProducer(binding: unknown): binding is QueueProducer {
  return typeof binding === "object" && binding !== null && "send" in binding &&
    typeof binding.send === "function";
}

/** A waker that sends to the queue. */
export function createQueuesWaker(producer: QueueProducer, clock: Clock): Waker {
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
