// A trigger scheme: how one sender of webhooks signs its deliveries, and where a delivery says which event it is.

import type { Json, JsonObject } from "../core/json.ts";

/** A delivery as it arrived. */
export interface Delivery {
  readonly headers: Pick<Headers, "get">;
  /** The bytes that were sent: nothing has parsed them. */
  readonly body: Uint8Array<ArrayBuffer>;
  /** The public URL that it was sent to. */
  readonly url: string;
  /** Epoch milliseconds of its arrival. */
  readonly now: number;
}

/** Why a delivery is refused; for the log, and never for its sender. */
export type Refusal =
  | "signature_missing"
  | "signature_malformed"
  | "signature_wrong"
  | "timestamp_missing"
  | "timestamp_malformed"
  | "timestamp_old"
  | "timestamp_ahead"
  | "id_missing"
  | "id_malformed"
  | "issuer_wrong"
  | "destination_wrong"
  | "body_changed";

/** What a verification comes to. */
export type Verdict =
  | { readonly verified: true; readonly token?: SignedToken }
  | { readonly verified: false; readonly because: Refusal };

/** What a delivery is signed with, where that has an id of its own and the sender's id of the event is not signed. */
export interface SignedToken {
  readonly id: string;
  /** Epoch milliseconds from which on the token is refused. */
  readonly until: number;
}

/** A verified delivery whose body was parsed. */
export interface VerifiedEvent {
  readonly headers: Pick<Headers, "get">;
  readonly payload: Json;
}

/** What a delivery says about itself. */
export interface EventFacts {
  /**
   * The sender's id of the event, the same in each delivery of it; undefined where it has none that is signed, unless the verdict
   * has a token: deliveries with one token are one event, whatever id they name.
   */
  readonly id: string | undefined;
  /** The kind of the event, such as `issues.opened`; undefined where it has none. */
  readonly event: string | undefined;
}

/** One way to sign. Pure: no clock, no environment, WebCrypto alone. */
export interface Trigger {
  readonly name: string;
  /** Milliseconds by which the time of a delivery may be off in both directions; undefined where none is sent. */
  readonly windowMs: number | undefined;
  /** What is wrong with a secret, as the end of a sentence that begins with its name; undefined when it can be used. */
  secretProblem(secret: string): string | undefined;
  /**
   * Verifies the signature by any of the secrets, in a time that does not depend on where a signature is wrong, and the time of
   * the delivery.
   */
  verify(delivery: Delivery, secrets: readonly string[], windowMs: number): Promise<Verdict>;
  /** What a verified delivery says about itself. */
  factsOf(event: VerifiedEvent): EventFacts;
  /** The response to a verified delivery that is no event: the sender tries the address. Undefined for an event. */
  greetingOf?(event: VerifiedEvent): JsonObject | undefined;
}

/** Five minutes: the window of every sender that names one. */
export const WINDOW_MS = 300_000;

/** The verdict without a refusal. */
export const VERIFIED: Verdict = { verified: true };

/** A refusal with its reason. */
export function refuse(because: Refusal): Verdict {
  return { verified: false, because };
}
