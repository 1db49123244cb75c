// The state that a page shares with its agent: what stands of the thread, under the key `thread`. Other keys are the page's own,
// and come back as they were. Changes are patches of RFC 6902.

import type { FinishReason } from "../../../core/entry.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import type { ThreadStatus } from "../../../core/state.ts";

/** An object of a frame. A field that is undefined is left out. */
export type Frame = Readonly<Record<string, unknown>>;

/** A call that waits for people. */
export interface WaitingApproval {
  readonly callId: string;
  readonly name: string;
  readonly args: JsonObject;
  /** Id of its interrupt: the digest of the call. */
  readonly digest: string;
  /** ISO 8601; missing for ever. */
  readonly expiresAt?: string | undefined;
  /** Of a phase that the call belongs to. */
  readonly thread?: string | undefined;
  readonly edits?: true | undefined;
  readonly asks?: true | undefined;
}

/** A call whose result neither people nor the page bring. */
export interface WaitingCall {
  readonly callId: string;
  readonly name: string;
  /** `later`: the result of what its tool began. `authorization`: the user authorizes the server of its tool. */
  readonly waitsFor: "later" | "authorization";
  /** ISO 8601; from then on the call has failed. */
  readonly expiresAt: string;
  /** Of a phase that the call belongs to. */
  readonly thread?: string | undefined;
}

/** What stands of the thread. */
export interface SharedThread {
  /** Id of the thread of the branch that the page shows. */
  readonly id: string;
  readonly status: ThreadStatus | "running";
  /** Id of the last message of a user that the page has when the run begins: where it stands no more, the page has edited. */
  readonly message?: string | undefined;
  /** Commits of the thread; 0 for one that begins. */
  readonly version: number;
  /** Steps of the thread. */
  readonly step: number;
  /** Tokens of the thread. */
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
  /** The strategic plan, where the thread has one of its own. */
  readonly plan?: Json | undefined;
  readonly approvals: readonly WaitingApproval[];
  readonly waits: readonly WaitingCall[];
  /** Of a thread that is read: messages of users that stand behind what its stream brings, as a later step takes them. */
  readonly waiting?: readonly JsonObject[] | undefined;
  /** Of a thread that is read, by ids of messages: the threads of the branches to choose from there. */
  readonly branches?: JsonObject | undefined;
}

/** One change. */
export type Patch = { readonly op: "replace"; readonly path: string; readonly value: unknown };

/** The whole state, with what stands of the thread in the order of its fields; `own` is the page's. */
export function stateSnapshot(
  own: JsonObject,
  { id, status, message, version, step, usage, plan, approvals, waits, waiting, branches }: SharedThread,
): Frame {
  const thread = { id, status, message, version, step, usage, plan, approvals, waits, waiting, branches };
  return { ...own, thread };
}

/** The call is open behind the run, and no interrupt is answered for it. `expiresAt`: epoch milliseconds. */
export function withWait(
  { waits }: SharedThread,
  { callId, name, expiresAt }: { readonly callId: string; readonly name: string; readonly expiresAt: number },
  waitsFor: WaitingCall["waitsFor"],
): Pick<SharedThread, "waits"> {
  const others = waits.filter((each) => each.callId !== callId);
  return { waits: [...others, { callId, name, waitsFor, expiresAt: new Date(expiresAt).toISOString() }] };
}

/** What changes when a step starts: the messages up to its input wait no more. */
export function withStep(
  { waiting }: SharedThread,
  { step, input }: { readonly step: number; readonly input?: string | undefined },
): Partial<SharedThread> {
  const place = waiting?.findIndex(({ entryId }) => entryId === input) ?? -1;
  return { status: "running", step, waiting: place < 0 ? waiting : waiting?.slice(place + 1) };
}

/** What changes when a call has its outcome. */
export function withoutCall({ approvals, waits }: SharedThread, id: string): Partial<SharedThread> {
  const isOther = ({ callId }: { readonly callId: string }) => callId !== id;
  return {
    ...(approvals.every(isOther) ? {} : { approvals: approvals.filter(isOther) }),
    ...(waits.every(isOther) ? {} : { waits: waits.filter(isOther) }),
  };
}

/** `result` of RUN_FINISHED. */
export function toRunResult(
  { version, step, waits }: SharedThread,
  status: ThreadStatus,
  finish: FinishReason | null,
): Frame {
  return {
    done: status !== "open",
    status,
    version,
    step,
    finish: finish ?? undefined,
    waits: status === "waiting" && waits.length > 0 ? waits : undefined,
  };
}

/** What leads from one state of the thread to the next; empty when nothing has changed. */
export function diffThreads(before: SharedThread, after: SharedThread): Patch[] {
  return CHANGING.flatMap((key): Patch[] => {
    const value = after[key] ?? [];
    return before[key] === after[key] ? [] : [{ op: "replace", path: `/thread/${key}`, value }];
  });
}

/** What events change of a thread. */
const CHANGING = ["status", "version", "step", "usage", "approvals", "waits", "waiting"] as const;
