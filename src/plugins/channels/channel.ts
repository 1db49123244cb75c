// What a platform has to be so that people talk with an agent there. One folder for each platform; the rest of the plugin knows none.

import { AgentError } from "../../core/error.ts";
import type { EnvSource } from "../../core/tool/bindings.ts";
import type { JsonObject } from "../../core/json.ts";
import type { HttpDeps } from "../../http/context.ts";

/** Milliseconds for which a message is recognised: 3 days. Every platform has stopped its retries by then. */
export const RECEIPT_MS = 3 * 86_400_000;

/** Who may decide about calls that wait for people, besides those who decide elsewhere: the person by the platform's id, and the call. */
export type Deciders = readonly string[] | ((decision: AskedDecision) => boolean | Promise<boolean>);

/** What is about to be decided, for {@link Deciders}. */
export interface AskedDecision {
  /** The person by the id that the platform gives: `U024BE7LH`. */
  readonly person: string;
  /**
   * The user of the conversation, as the thread has it: `slack:T061EG9R6.U024BE7LH`, who began it, or with `shared` the conversation.
   */
  readonly user: string;
  /** The person has written a message of the run that the call is of. */
  readonly isRequester: boolean;
  readonly tenant: string;
  readonly tool: string;
  readonly thread: string;
  readonly callId: string;
  readonly approved: boolean;
}

/** What every channel has. */
export interface ChannelOptions {
  /** Name of the agent that answers. */
  readonly agent: string;
  /** Its name in the URL `/channels/<name>` and in ids of threads: letters, digits, `_` and `-`; that of the platform by default. */
  readonly name?: string;
  /** The tenant of its threads; by default the only one of TREADLE_API_KEYS, or that of a deployment without keys. */
  readonly tenant?: string;
  /** Who may approve and deny by the buttons of a message. Without it messages have no buttons, and people decide elsewhere. */
  readonly deciders?: Deciders;
  /**
   * True: everybody in a conversation may write to the agent, and its thread belongs to the conversation. By default it belongs to who began
   * it, and others are refused: tools may act with the rights of the thread's user.
   */
  readonly shared?: boolean;
  /** True: in a conversation that has begun, every message is for the agent. By default it is those that name it, and private ones. */
  readonly follows?: boolean;
  /** False: the answer is posted when it is whole. By default a message grows with it, where the platform edits messages. */
  readonly streams?: boolean;
}

/** A channel of a deployment: what `channels` takes, such as `slack({ agent: "support" })`. */
export interface Channel extends ChannelOptions {
  readonly name: string;
  /**
   * Its part of one deployment; called when the deployment is made, so it makes no request. What is wrong with its settings goes to
   * `refuse` as the rest of a sentence, such as `SLACK_BOT_TOKEN is not set`.
   */
  open(setup: ChannelSetup): Platform;
}

/** What a channel is opened with. */
export interface ChannelSetup {
  /** Variables and bindings. */
  readonly env: EnvSource;
  readonly deps: HttpDeps;
  readonly refuse: (problem: string) => void;
}

/** A platform, opened with its secrets. */
export interface Platform {
  /** Most UTF-16 code units of one message, 1,500 at least. A longer text is posted as several. */
  readonly longestText: number;
  /** Milliseconds between two edits of a message that grows; undefined where messages are not edited. */
  readonly editMs: number | undefined;
  /** Says what a request is, when its signature is right. Nothing is parsed before that. */
  receive(request: ReceivedRequest): Promise<Received>;
  /** What people read as the name of a user in a text. */
  nameUser(person: string): string;
  /**
   * Posts a message; its id.
   *
   * @throws {AgentError} retryable - it may or may not stand there: `rate_limited` where it does not
   * @throws {PostRefused} it does not stand there, and never will
   */
  post(place: Place, message: ChannelMessage): Promise<string>;
  /**
   * The id of a message by its key, if it was posted since `since` (epoch milliseconds); for a post whose answer was lost. Missing where
   * a platform does not show an app its own messages: there each message is put into one that was posted before with an ellipsis, so
   * that what a lost answer leaves behind is an ellipsis at most.
   *
   * @throws as `post` does
   */
  find?(place: Place, key: string, since: number): Promise<string | undefined>;
  /** True where a post whose key was used some minutes ago returns the message that stands there. `find` finds none there. */
  readonly isIdempotent?: boolean;
  /** Replaces a message. @throws as `post` does */
  edit(place: Place, id: string, message: ChannelMessage): Promise<void>;
  /**
   * Removes a message of the agent that a worker has posted behind the one that took its conversation over. One that is gone is removed.
   * Missing where a post whose key was used returns the message that stands there: then it is the other worker's as well.
   *
   * @throws as `post` does
   */
  remove?(place: Place, id: string): Promise<void>;
  /** Sends a notice to one person in the conversation. A notice that fails is not repeated. */
  whisper(place: Place, person: string, text: string): Promise<void>;
  /** True where `whisper` is read by the person alone. Missing where everybody reads it: then it has no secret, and not many are written. */
  whispersAlone?(place: Place): boolean;
  /**
   * True when the message of a person was written behind the message `than` of the agent: only such a one answers a question. Missing where
   * ids do not say so: then every message does.
   */
  isLater?(message: IncomingMessage["id"], than: string): boolean;
  /**
   * What stands before a message that `hasEarlier`, the oldest first, without what this channel has posted. `after`: nothing that stands up
   * to this `order` of a message.
   *
   * @throws {AgentError} retryable - another attempt may succeed; any other error cannot
   */
  readEarlier?(message: IncomingMessage, after?: string): Promise<readonly Quote[]>;
  /** Confirms a click, where the platform waits for that. */
  confirmClick?(place: Place): Promise<void>;
  /**
   * The bytes of a file of a message.
   *
   * @throws {AgentError} retryable - another attempt may succeed; any other one cannot
   */
  download(file: IncomingFile, maxBytes: number): Promise<Uint8Array>;
}

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly headers: Pick<Headers, "get">;
  readonly body: Uint8Array<ArrayBuffer>;
  /** The public URL that it was sent to. */
  readonly url: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What a request is. */
export type Received =
  /** Not of the platform; `because` is for the log. */
  | { readonly type: "forged"; readonly because: string }
  /** The platform tries the address. */
  | { readonly type: "greeting"; readonly body: JsonObject }
  /** Nothing that the agent is to know. */
  | { readonly type: "nothing" }
  /** `response`: the JSON of the response to the platform; none by default. */
  | { readonly type: "message"; readonly message: IncomingMessage; readonly response?: JsonObject }
  | { readonly type: "decision"; readonly decision: IncomingDecision; readonly response?: JsonObject }
  /** One text with several of them, in the order in which they count. */
  | { readonly type: "several"; readonly each: readonly Received[] };

/** What the platform needs to post in a conversation; texts by their names. */
export type Place = Readonly<Record<string, string>>;

/** Where a message or a click comes from. */
interface Incoming {
  /** The conversation, by the platform's ids: letters, digits, `_`, `.`, `:` and `-`. */
  readonly conversation: string;
  readonly place: Place;
  /** The person by the platform's id, as `deciders` has it. */
  readonly person: string;
  /** The person among all of the platform: with the workspace, where ids are of one. */
  readonly user: string;
}

/** A message of a person. */
export interface IncomingMessage extends Incoming {
  /** The platform's id of the message, the same in each delivery of it. */
  readonly id: string;
  readonly text: string;
  readonly files: readonly IncomingFile[];
  /** It is addressed to the agent, so it begins a conversation where there is none. */
  readonly isAddressed: boolean;
  /** What it is about, as the request of the platform has it. */
  readonly quotes?: readonly Quote[];
  /** Messages may stand before it in its conversation, which `readEarlier` reads. Without `order` it does so where the message begins the thread. */
  readonly hasEarlier?: true;
  /** Its place among the messages of its conversation: a number in digits, the later the greater. The messages after the one before it are read. */
  readonly order?: string;
}

/** Words that stand where a message was written. */
export interface Quote {
  /** Who wrote them, as people read it. */
  readonly by: string;
  readonly text: string;
  /** The conversation is about them: the message that begins its thread brings them, and no later one. */
  readonly isOfAll?: true;
  /** The `id` that they have as a message: what is an input is quoted by none. */
  readonly id?: string;
  readonly files?: readonly IncomingFile[];
}

/** A file of a message. */
export interface IncomingFile {
  readonly name: string;
  /** The IANA media type. */
  readonly mediaType: string;
  /** Bytes, as the platform says. */
  readonly bytes: number;
  /** What the platform finds it by. */
  readonly ref: string;
}

/** A click on a button of a call that waits for people. */
export interface IncomingDecision extends Incoming {
  readonly callId: string;
  readonly approved: boolean;
}

/** A message of the agent. */
export interface ChannelMessage {
  /** The same in each attempt to post it, and no other one's within its conversation. */
  readonly key: string;
  /** Markdown. */
  readonly text: string;
  /** Buttons below the text: the call that they decide about. */
  readonly decides?: string;
}

/** True for the error of a request that a limit of the platform has refused: it was not done. */
export function isLimit(error: unknown): error is AgentError {
  return error instanceof AgentError && error.code === "rate_limited";
}

/** A message that the platform does not take, however often it is sent. */
export class PostRefused extends Error {
  constructor(readonly code: string) {
    super(`The platform refused a message: ${code}.`);
    this.name = "PostRefused";
  }
}
