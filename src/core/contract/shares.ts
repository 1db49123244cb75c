// Response types of the HTTP API, made from the schemas of src/http/schemas/responses.
// Written by `deno task contract`: change the schema and run the task.

import type { MediaKind } from "../content/part.ts";

/** A link to a thread, without its address. */
export interface ShareView {
  /** Revokes it; it is no address. */
  readonly id: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** The caller that has made it: a key, or `user:<user>`. */
  readonly by: string | null;
  /** Until when it is good; null until it is revoked; ISO 8601. */
  readonly expiresAt: string | null;
  /** Version of the thread up to which it shows entries. */
  readonly version: number;
  /** Number of those entries, those that it leaves out among them. */
  readonly entries: number;
}

/** A link to a thread with its address. */
export interface NewShare extends ShareView {
  /** The address, by which any client reads the thread; no later response has it. */
  readonly url: string;
}

/** The links of a thread. */
export interface ShareList {
  /** Those that are good, the oldest first. */
  readonly shares: readonly ShareView[];
}

/** A thread by a link: no calls, results, reasoning, instructions, users or costs. */
export interface SharedThread {
  /** As the thread has it now. */
  readonly title: string | null;
  /** When the link was made: what came later is not in it; ISO 8601. */
  readonly sharedAt: string;
  /** Until when the link is good; null until it is revoked; ISO 8601. */
  readonly expiresAt: string | null;
  /** Those of 200 entries, the oldest first. */
  readonly messages: readonly SharedMessage[];
  /** `after` of the next page; null at the end. */
  readonly next: number | null;
}

/** An input, or the words of an answer. */
export interface SharedMessage {
  readonly role: "user" | "assistant";
  /** At least one, in their order. */
  readonly parts: readonly (
    | {
      readonly type: "text";
      readonly text: string;
    }
    | SharedMedium
  )[];
}

/** A medium of an input. */
export interface SharedMedium {
  readonly type: MediaKind;
  /** The IANA media type without parameters, in lower case: `image/png`. */
  readonly mediaType: string;
  /** The name of the file, as the caller gave it. */
  readonly name?: string;
  /** Where any client reads the bytes as long as the link is good; absent where the provider reads a URL. */
  readonly url?: string;
}
