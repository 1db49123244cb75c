// A door: an entry of the package that a deployment adds by `doors`. What is not added is no part of a bundle.

import type { Outbox } from "../core/outbox.ts";
import type { EnvSource } from "../core/tool/bindings.ts";
import type { Tick, WakeHandler, WakeIo, Waker } from "../core/wake.ts";
import type { App, HttpDeps } from "./context.ts";

/** What a deployment adds to the core: `webhooks()`, `qstash()`, `mcp()` and others make one. */
export interface Door {
  readonly name: string;
  /**
   * Its part of one deployment. Called once when the deployment is made, before the first request. It makes no request, since
   * Workers permit none then.
   *
   * @throws {AgentError} config_invalid, with each setting that is wrong; values are left out
   */
  open(deployment: Deployment): OpenDoor;
}

/** What the app needs of a deployment with its doors. */
export interface DoorDeps extends HttpDeps {
  /** What the deployment has added to the core. */
  readonly doors: readonly OpenDoor[];
}

/** The deployment that a door belongs to. */
export interface Deployment {
  readonly deps: HttpDeps;
  /** Variables and bindings. */
  readonly env: EnvSource;
}

/** The part of a door in one deployment. Each member may be missing. */
export interface OpenDoor {
  /** Served behind the middleware of the app, as its other routes. */
  readonly routes?: App;
  /** True for a request that proves itself, by a signature, in place of a caller's key. `path` is below the base path. */
  isSigned?(method: string, path: string): boolean;
  /** Takes the place of the waker of the deployment. */
  readonly waker?: Waker;
  /** Does the work of wake-ups of these kinds. */
  readonly wakes?: Readonly<Record<string, WakeHandler>>;
  /** Part of every run of the cron pump. */
  readonly tick?: Tick;
  /** What committed steps leave. */
  readonly outbox?: Outbox;
  /** Takes a batch of a Cloudflare Queue whose messages are its own; false for a queue of others. */
  queue?(batch: QueueBatch, io: WakeIo): Promise<boolean>;
}

/** The part of a MessageBatch of Cloudflare Queues that is used. */
export interface QueueBatch {
  readonly queue: string;
  readonly messages: readonly QueueMessage[];
}

/** The part of a Message of Cloudflare Queues that is used. */
export interface QueueMessage {
  readonly id: string;
  readonly body: unknown;
  /** Deliveries of this message so far, from 1. */
  readonly attempts: number;
  ack(): void;
  retry(options?: { readonly delaySeconds?: number }): void;
}
