// The stored state of a conversation: its place, its user, and how far its thread was posted. It is a definition of the tenant, changed by
// compare and set. Only the worker that holds it posts in the conversation.

import * as z from "zod/mini";
import type { ThreadDetail, ThreadView } from "../../core/contract/threads.ts";
import { AgentError } from "../../core/error.ts";
import { parseJson } from "../../core/json.ts";
import { toHex } from "../../core/text/byte_text.ts";
import type { HttpDeps } from "../../http/context.ts";
import { readThread } from "../../kernel/threads/threads.ts";
import type { Place } from "./channel.ts";

/** The kind of the definitions; each has the id of its thread, as those of the kinds below. */
const CONVERSATION = "conversation";

/** The kind of the definitions with the messages that have answered questions of a conversation. */
export const ANSWERS = "channel_answers";

/** The kind of the definitions with the messages of a conversation that are inputs. */
export const INPUTS = "channel_taken";

/** The kind of the definitions with the people who got public notices, once for each notice. */
export const NOTIFIED = "channel_told";

/** Milliseconds after which another worker takes over the conversation of a worker that has vanished. */
const HOLD_MS = 30_000;

const card = z.object({
  /** Of the message. */
  id: z.string(),
  /** Of the call as the message shows it. */
  digest: z.string(),
  text: z.string(),
  /** It is a question: the next message of the user answers it. */
  asks: z.optional(z.literal(true)),
});

const conversation = z.object({
  place: z.record(z.string(), z.string()),
  /** The user of the thread. */
  user: z.string(),
  /** Who has begun it, by the platform's id; missing in one of an earlier version. */
  person: z.optional(z.string()),
  /** When the thread was created: nothing was posted of another thread with its id. */
  createdAt: z.optional(z.string()),
  /** Entries of the history that were posted, or need not be. */
  entry: z.number(),
  /** Messages of the entry behind them that were posted. */
  part: z.number(),
  /** The version of the thread whose end without an answer was posted. */
  ended: z.optional(z.number()),
  /** The message that shows the answer while the model writes it. */
  draft: z.optional(z.string()),
  /** The key of a message that may have been posted, and since when. */
  sending: z.optional(z.object({ key: z.string(), at: z.number() })),
  /** Messages of calls that wait for people, by the ids of the calls. */
  cards: z.record(z.string(), card),
  /** It has had a question: a message may be the answer. */
  hasAsked: z.optional(z.literal(true)),
  /** Who posts, and until when. */
  held: z.optional(z.object({ by: z.string(), until: z.number() })),
});

/** A conversation. Times are epoch milliseconds. */
export type Conversation = z.infer<typeof conversation>;

type Deps = Pick<HttpDeps, "store" | "clock" | "random">;

/** The thread of a conversation, within its tenant. */
export interface ConversationRef {
  readonly tenant: string;
  readonly thread: string;
}

/** True for a thread of the user of the conversation. Another user's thread with its id is not posted there, and its calls are not decided there. */
export function ownsThread({ user }: Conversation, thread: Pick<ThreadView, "user">): boolean {
  return thread.user === user;
}

/** The thread of a conversation; undefined before its first input, and when it is gone. */
export async function findThread(
  ref: ConversationRef,
  deps: Pick<Deps, "store" | "clock">,
): Promise<ThreadDetail | undefined> {
  try {
    return await readThread(ref, deps);
  } catch (error) {
    if (error instanceof AgentError && error.code === "thread_unknown") return undefined;
    throw error;
  }
}

/** The conversation; undefined when none has begun. */
export async function readConversation(
  ref: ConversationRef,
  { store }: Pick<Deps, "store">,
): Promise<Conversation | undefined> {
  return (await readStored(ref, { store }))?.state;
}

/** The conversation, begun by the user where none has. */
export async function beginConversation(
  ref: ConversationRef,
  { place, user, person }: { readonly place: Place; readonly user: string; readonly person: string },
  { store }: Pick<Deps, "store">,
): Promise<Conversation> {
  const begun: Conversation = { place, user, person, entry: 0, part: 0, cards: {} };
  const { tenant, thread } = ref;
  const isFirst = await store.putDefinition(tenant, CONVERSATION, thread, JSON.stringify(begun), null);
  return isFirst ? begun : await readConversation(ref, { store }) ?? begun;
}

/** Removes the conversation, with what is kept beside it. */
export async function removeConversation(
  { tenant, thread }: ConversationRef,
  { store }: Pick<Deps, "store">,
): Promise<void> {
  for (const kind of [CONVERSATION, ANSWERS, INPUTS, NOTIFIED]) {
    await store.removeDefinition(tenant, kind, thread);
  }
}

/** The outcome of an attempt to hold a conversation. */
export type Held =
  | { readonly type: "held"; readonly conversation: HeldConversation }
  /** Another worker posts in it; `afterMs`: when to look again. */
  | { readonly type: "busy"; readonly afterMs: number }
  | { readonly type: "none" };

/** Most milliseconds until the next try for a conversation that another worker holds. */
export const LOOK_MS = 2_000;

/** Locks the conversation, so that no other worker posts in it. The lock ends by `release`, or after 30 s without a change. */
export async function holdConversation(ref: ConversationRef, deps: Deps): Promise<Held> {
  const stored = await readStored(ref, deps);
  if (stored === undefined) return { type: "none" };
  const { until = 0 } = stored.state.held ?? {};
  const now = deps.clock();
  if (until > now) return { type: "busy", afterMs: Math.min(until - now, LOOK_MS) };
  const held = new HeldConversation(ref, stored, deps);
  return await held.tryChange({}) ? { type: "held", conversation: held } : { type: "busy", afterMs: LOOK_MS };
}

/** A conversation that this worker holds. */
export class HeldConversation {
  readonly #ref: ConversationRef;
  readonly #deps: Deps;
  readonly #by: string;
  /** The id of a message that this worker has posted, until the conversation says so: no other worker knows it. */
  posted: string | undefined;
  #stored: StoredConversation;

  constructor(ref: ConversationRef, stored: StoredConversation, deps: Deps) {
    this.#ref = ref;
    this.#stored = stored;
    this.#deps = deps;
    this.#by = toHex(deps.random(8));
  }

  get state(): Conversation {
    return this.#stored.state;
  }

  /**
   * Changes it, and holds it for another 30 s.
   *
   * @throws {ConversationLost} another worker holds it by now
   */
  async change(change: Partial<Conversation>): Promise<void> {
    if (!await this.tryChange(change)) throw new ConversationLost();
  }

  /** As {@link change}; false when another worker holds it by now. */
  async tryChange(change: Partial<Conversation>): Promise<boolean> {
    return await this.#write({ ...change, held: { by: this.#by, until: this.#deps.clock() + HOLD_MS } });
  }

  /**
   * Holds it for at least `ms` from now on; a worker that was frozen while it wrote that writes it again.
   *
   * @throws {ConversationLost} another worker holds it by now
   */
  async keep(ms: number): Promise<void> {
    while ((this.state.held?.until ?? 0) - this.#deps.clock() < ms) await this.change({});
  }

  /** Releases it, unless another worker holds it by now. */
  async release(): Promise<void> {
    await this.#write({ held: undefined });
  }

  async #write(change: Partial<Conversation>): Promise<boolean> {
    const state = { ...this.state, ...change };
    const text = JSON.stringify(state);
    const { tenant, thread } = this.#ref;
    const { store } = this.#deps;
    if (!await store.putDefinition(tenant, CONVERSATION, thread, text, this.#stored.text)) return false;
    this.#stored = { text, state };
    this.posted = undefined;
    return true;
  }
}

/** Another worker holds the conversation by now, and goes on where this one has stopped. */
export class ConversationLost extends Error {
  constructor() {
    super("Another worker holds the conversation.");
    this.name = "ConversationLost";
  }
}

/** A conversation, and the text that stands for it in the store. */
interface StoredConversation {
  readonly text: string;
  readonly state: Conversation;
}

async function readStored(
  { tenant, thread }: ConversationRef,
  { store }: Pick<Deps, "store">,
): Promise<StoredConversation | undefined> {
  const text = await store.readDefinition(tenant, CONVERSATION, thread);
  if (text === undefined) return undefined;
  const read = z.safeParse(conversation, parseJson(text));
  return read.success ? { text, state: read.data } : undefined;
}
