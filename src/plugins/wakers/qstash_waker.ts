// The waker over QStash: one message for each wake-up, published through the client of Upstash, which is loaded at the first one.

import type { Client } from "@upstash/qstash";
import { AgentError } from "../../core/error.ts";
import type { Clock, Sha256, Sleep } from "../../core/ports.ts";
import { toMessage, type WakeMessage } from "./message.ts";

/** Where wake-ups are published, and where QStash delivers them. */
export interface QStashSettings {
  /** The API of QStash. */
  readonly url: string;
  readonly token: string;
  /** The public URL of `POST /wake`. */
  readonly destination: string;
  /** How often QStash repeats a delivery that fails. */
  readonly retries: number;
  /** True: QStash delivers one wake-up of a thread at a time. */
  readonly oneByOne: boolean;
}

/** The ports that publishing needs. */
export interface QStashPorts {
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly sha256: Sha256;
}

/** Publishes messages. */
export interface QStashPublisher {
  /**
   * Sends one request, or none for a wake-up beyond the longest delay.
   *
   * @throws {AgentError} waker_unavailable
   */
  publish(message: WakeMessage): Promise<void>;
}

/** The longest delay of QStash's free plan, 7 days. What is due later is left to the cron pump, which finds it by the due index. */
const LONGEST_DELAY_MS = 604_800_000;

/** Milliseconds until a request to QStash is given up. */
const PUBLISH_MS = 10_000;

/**
 * QStash drops a message whose deduplication id it has seen in the last 10 minutes. The same version of a thread is rightly woken
 * again within that time, after a failed step or by the pump, so an id counts for this long.
 */
const SAME_MS = 5_000;

/** A publisher that makes its client once. */
export function createQStashPublisher(settings: QStashSettings, ports: QStashPorts): QStashPublisher {
  const { destination, retries, oneByOne } = settings;
  const { clock, sha256 } = ports;
  let client: Client | undefined; // and not a promise: on Workers one request may not wait for another
  return {
    async publish(message) {
      const { wake: { tenant, name, notBefore = 0 } } = message;
      const now = clock();
      const delayMs = Math.max(0, notBefore - now);
      if (delayMs > LONGEST_DELAY_MS) return;
      client ??= await newClient(settings);
      const key = oneByOne ? await sha256(`${tenant}/${name}`) : undefined;
      const published = client.publishJSON({
        url: destination,
        body: toMessage(message),
        retries,
        deduplicationId: deduplicationId(message, now),
        delay: delayMs === 0 ? undefined : Math.ceil(delayMs / 1000),
        flowControl: key === undefined ? undefined : { key: `treadle-${key}`, parallelism: 1 },
      });
      await awaitAccepted(published, ports);
    },
  };
}

async function newClient({ url, token }: QStashSettings): Promise<Client> {
  const { Client } = await import("@upstash/qstash").catch((thrown) => {
    const fix = "Fix: npm install @upstash/qstash";
    throw new AgentError("config_invalid", `@upstash/qstash cannot be loaded (${thrown}). ${fix}`);
  });
  // devMode and telemetry would otherwise come from the variables of the process.
  return new Client({ baseUrl: url, token, retry: false, enableTelemetry: false, devMode: false });
}

/** The message, what it is sent for, and when: a repetition of the same request is one message, a later one is another. */
function deduplicationId({ wake, attempt }: WakeMessage, now: number): string {
  const { tenant, name, version = "", due = "", notBefore = "" } = wake;
  // Without a version each is for something else, such as the second of two decisions.
  const slot = wake.version === undefined ? now : Math.floor(now / SAME_MS);
  return encodeURI(["treadle", tenant, name, version, due, notBefore, attempt, slot].join("/"));
}

async function awaitAccepted(published: Promise<unknown>, { sleep }: QStashPorts): Promise<void> {
  const over = new AbortController();
  const overdue = sleep(PUBLISH_MS, over.signal).then(() => {
    throw new AgentError("waker_unavailable", `QStash did not answer within ${PUBLISH_MS} ms.`);
  });
  try {
    await Promise.race([published, overdue]);
  } catch (thrown) {
    throw toRefusal(thrown);
  } finally {
    over.abort("over");
    overdue.catch(() => {});
    published.catch(() => {});
  }
}

/** The texts of QStash may quote the request, so the status is all that is passed on. */
function toRefusal(thrown: unknown): AgentError {
  if (thrown instanceof AgentError) return thrown;
  const status = findStatus(thrown);
  return status === undefined
    ? new AgentError("waker_unavailable", "QStash cannot be reached; check QSTASH_URL.", { cause: thrown })
    : new AgentError(
      "waker_unavailable",
      `QStash refused a wake-up with status ${status}; check QSTASH_TOKEN and the limits of its plan.`,
      { details: { status } },
    );
}

function findStatus(thrown: unknown): number | undefined {
  return thrown instanceof Error && "status" in thrown && typeof thrown.status === "number"
    ? thrown.status
    : undefined;
}
