// Webhook templates: the events that an agent accepts, and how their payloads become inputs. Plain data of the agent; the plugin
// `webhooks()` reads it.

import type { Json } from "../json.ts";
import type { ToolChoice } from "../tool_choice.ts";

/** What a value of a payload is compared with. */
export type PayloadTest =
  /** Equal to it. */
  | string
  | number
  | boolean
  | null
  /** Equal to one of them. */
  | readonly (string | number | boolean | null)[]
  /** There, and not null; or neither. */
  | { readonly exists: boolean };

/** Tests by the JSON pointers (RFC 6901) of the values; `*` in the place of an index is any item of a list. */
export type PayloadTests = Readonly<Record<string, PayloadTest>>;

/**
 * What an agent makes of an event. The first template of the agent that takes an event makes its input.
 *
 * Texts with places: `{/issue/number}` is the value at a JSON pointer (RFC 6901) of the payload, `{/issue/body|none}` with a text
 * in its place when there is none, `{}` the whole payload; `{#event}`, `{#id}` and `{#trigger}` are what the delivery says about
 * itself; `{{` and `}}` are braces. A text is inserted as it is, every other value as JSON. A value that is missing or null and
 * has no text in its place means that the template does not take the event.
 */
export interface WebhookTemplate {
  /** The name of a trigger of `webhooks()`. */
  readonly trigger: string;
  /** The events that it takes, such as `issues.opened`; one `*` at the end stands for any rest. Every event by default. */
  readonly event?: string | readonly string[];
  /** All of these hold. */
  readonly where?: PayloadTests;
  /** None of these holds: what excludes the messages of the agent itself. */
  readonly unless?: PayloadTests;
  /** The id of the thread, a text with places. Left out: each event has a thread of its own. */
  readonly thread?: string;
  /**
   * The event may join a thread that belongs to a user. False by default: senders are strangers to users, and an id that a payload
   * has a part in may be that of anybody's thread.
   */
  readonly users?: boolean;
  /** What the agent reads, a text with places. */
  readonly input: string;
  /** Texts with places, for a thread that the event creates. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** The tool choice of the run, in any spelling. It stands here and is never read from a payload. */
  readonly toolChoice?: ToolChoice | Json;
}
