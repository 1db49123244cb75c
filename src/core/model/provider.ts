// Provider: an adapter to one model API. It maps, streams, decodes and normalises errors; it decides nothing.

import type { Agent } from "../agent.ts";
import type { MediaPart, MediaReader, Part } from "../content/part.ts";
import type { LoadPrices } from "../budget/price.ts";
import type { ClearToolResults } from "../history/clear_tool_results.ts";
import type { ModelSettings } from "./model_settings.ts";
import type { Capabilities, CapabilityTable, Lacks } from "./capability.ts";
import type { OutputFormat } from "./output_format.ts";
import type { Block, FinishReason, NoticeEntry, Opaque } from "../entry.ts";
import type { Json } from "../json.ts";
import type { Clock, Env, Sleep } from "../ports.ts";
import type { ResponseFacts } from "../record.ts";
import type { TracedWork, TraceHeaders } from "../text/trace_context.ts";
import type { KnownTool } from "../tool/found_tools.ts";
import type { ToolSpec } from "../tool/tool_spec.ts";
import type { ToolChoice } from "../tool_choice.ts";
import type { Warning } from "../tool_choice/choice_report.ts";
import type { Usage } from "../usage.ts";

/** One message of the prompt, in a form that no API determines. Every call is followed by one tool message, in order. */
export type Message = UserMessage | AssistantMessage | ToolMessage | NoticeMessage;

/** An input, or several that were joined. */
export interface UserMessage {
  readonly role: "user";
  readonly text: string;
  /** The same with its media, in order; absent without media. */
  readonly parts?: readonly Part[];
}

/** An earlier answer of a model. */
export interface AssistantMessage {
  readonly role: "assistant";
  readonly blocks: readonly Block[];
  /** A model has refused the signed thinking of the answer: an API that checks it does not get it again. */
  readonly withoutThinking?: true;
}

/** The observation of one call. */
export interface ToolMessage {
  readonly role: "tool";
  readonly callId: string;
  readonly name: string;
  /** The observation as text for the model. */
  readonly text: string;
  /** Follows the text; absent without media. */
  readonly media?: readonly MediaPart[];
  /** See ToolEntry. */
  readonly inResult?: true;
  readonly failed: boolean;
}

/** A message of the application to the model. Only an API that does not lack `notices` gets one: others get a marked user message. */
export interface NoticeMessage extends Pick<NoticeEntry, "tools" | "effort" | "until"> {
  readonly role: "notice";
  readonly text: string;
}

/** What notices have besides text: tools that are added or withdrawn, text that counts for one turn. */
export type Carried = "added" | "withdrawn" | "until";

/** How a provider writes messages into the body of a request: a history is rendered by it once and kept as text. */
export interface HistoryWriter {
  /** Everything that the text of a message depends on: the API, the provider whose opaque parts it takes back, and so on. */
  readonly key: string;
  /**
   * The messages as JSON texts with commas between, "" for none. The texts of two parts, joined by a comma, are the text of
   * the whole, wherever the second part begins with an assistant message.
   */
  write(messages: readonly Message[]): string;
  /** The name that a tool has in requests; absent where all have their own. */
  nameOf?(tool: string): string;
}

/** The beginning of a history as a writer wrote it: never parsed, validated or written again. */
export interface RenderedHistory {
  /** How calls were turned into messages; see {@link Agent.historyForm}. */
  readonly form: Agent["historyForm"];
  /** {@link HistoryWriter.key} of the writer. A request of another writer does not take the text. */
  readonly key: string;
  /** How many entries the text stands for. */
  readonly count: number;
  /** {@link Shortening.key} of how long outputs were shortened; absent where none are. */
  readonly shortening?: string | undefined;
  /** How many of the entries are written without their thinking; absent for none. */
  readonly withoutThinking?: number | undefined;
  /** {@link TurnHistory.recall} of the entries. */
  readonly recall?: string | undefined;
  /** The mark of notices where they are written as messages of the user; absent where the API has messages for them. */
  readonly mark?: string | undefined;
  /** JSON texts of messages with commas between. */
  readonly text: string;
  /** Some of the messages have media; absent where none has. */
  readonly hasMedia?: true;
  /** A summary that the provider has signed stands before the text; absent where none does. */
  readonly compacted?: true | undefined;
  /** How many of the entries are written without what they say of the agent and its tools; absent for none. */
  readonly withoutTools?: number | undefined;
  /** What its notices have besides text; absent for nothing. */
  readonly carried?: readonly Carried[] | undefined;
}

/** The older part of a conversation. */
export interface OlderMessages extends Pick<RenderedHistory, "key" | "text" | "carried"> {
  /** The same as messages, for a request that another writer writes. */
  messages(): readonly Message[];
}

/** What a choice is written from. Both are enforced before: the choice is one that the model takes, the tools are sent. */
export interface ChoiceRequest {
  readonly model: string;
  readonly choice: ToolChoice;
  readonly tools: readonly ToolSpec[];
  /** False permits at most one call; undefined leaves the provider's default. */
  readonly parallel: false | undefined;
  readonly settings: ModelSettings;
  /** What the model is known to lack; a setting that it lacks is left out with a warning. */
  readonly lacks: Lacks;
  /** The version of the rules that write the request, the newest by default: earlier ones only write past requests again. */
  readonly writer?: number | undefined;
  /** Tools that notices of the conversation add, each name once as it was added last; they are not in `tools`. */
  readonly added?: readonly ToolSpec[] | undefined;
  /** Tools that searches in the conversation have found, each name once as it was found first; absent for none. */
  readonly found?: readonly KnownTool[] | undefined;
  /**
   * `as_told` has a user's message right behind a notice, as releases before 2026-11-26 had it of Anthropic: only to write their
   * requests again.
   */
  readonly noticePlaces?: "as_told" | undefined;
}

/** What a request for a summary by the API has. */
export interface CompactionRequest {
  /** In place of the API's own prompt, where it takes one. */
  readonly instructions: string | undefined;
}

/** A summary by the API. */
export interface CompactionResult {
  /** What people and other providers read; "" where the API alone can read its summary. */
  readonly text: string;
  /** What goes back in place of the conversation, unchanged. */
  readonly data: Json;
}

/** One request to a model. */
export interface ModelRequest extends ChoiceRequest {
  readonly system: string;
  /** The answer in words is JSON of this form; {@link outputMode} decides what the request has for it. */
  readonly output?: OutputFormat | undefined;
  /** What comes before `messages`; only for a provider that has a writer for this request. */
  readonly older?: OlderMessages;
  readonly messages: readonly Message[];
  /** Reads the blobs of the media in `older` and `messages`; absent where neither has any. */
  readonly media?: MediaReader;
  /** Another model gave the last answer: warnings are about all media, and not only about those behind that answer. */
  readonly reportsAllMedia?: boolean | undefined;
  /** Stable per thread: routes to the same prompt cache where the API has a field for it. */
  readonly cacheKey: string;
  /** Marks what a prompt cache may keep, where the API requires marks; what a mark writes costs a little more, and reads a tenth. */
  readonly cacheBreakpoints: boolean;
  /** The API is to leave out old results of tools; only where it does not lack `context_editing`. */
  readonly clearToolResults?: ClearToolResults | undefined;
  /** A summary of what came before, as the provider has signed it; only for a provider that has written it. */
  readonly compacted?: Json | undefined;
  /** The API is to summarise the conversation in place of an answer; only where it does not lack `compaction`. */
  readonly compact?: CompactionRequest | undefined;
  /** `end` marks the end of the conversation alone, as releases before 2026-11-24 did: only to write their requests again. */
  readonly cacheMarks?: "end" | undefined;
  /**
   * The id of this model's last answer in the conversation: an API that can says why its prompt cache has not read on from there
   * ({@link ModelResult.cacheMiss}).
   */
  readonly previousResponse?: string | undefined;
  /** False where no later request goes on from this one, so that nothing is written into a cache that charges for it. */
  readonly continues?: false;
}

/** Events of one answer. Blocks are numbered from 0 in the order in which they began; a call has no minted id yet. */
export type ModelEvent =
  | { readonly type: "warning"; readonly warning: Warning }
  | { readonly type: "text.started" | "reasoning.started"; readonly block: number }
  | { readonly type: "text.delta" | "reasoning.delta"; readonly block: number; readonly text: string }
  | { readonly type: "text.ended" | "reasoning.ended"; readonly block: number }
  | { readonly type: "call.started"; readonly block: number; readonly name: string }
  | { readonly type: "call.delta"; readonly block: number; readonly text: string }
  /** The block has ended and its argument text is final. */
  | { readonly type: "call.ended"; readonly block: number; readonly args: string };

/** What one model call uses of the platform. */
export interface ModelIo {
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
  /**
   * Takes the body of each request before it is sent, as it is for a streamed answer, and its API where that is not the usual one of
   * {@link Provider.apis}. What it throws is the failure of the request: nothing is sent.
   */
  readonly onRequest?: (body: string, api?: string) => void;
  /** No event is read before the answer is whole: it may come in one body, and a stream that breaks may begin again. */
  readonly isUnread?: boolean | undefined;
  /** Observes the requests of the call; undefined when nothing does. */
  readonly trace?: ModelTrace | undefined;
  /** Headers that a request has besides those of the provider, whose own win: those of its trace. */
  readonly headers?: TraceHeaders;
}

/** Observes the requests of one model call. */
export interface ModelTrace {
  /** Begins one request; a request that is sent again is another one. Never throws. */
  startChat(chat: ChatStart): ChatTrace;
}

/** A request as it begins. */
export interface ChatStart {
  readonly provider: Pick<Provider, "name" | "server">;
  readonly request: ModelRequest;
}

/** One request. */
export interface ChatTrace extends TracedWork {
  end(result: ModelResult): void;
  /** Takes what the provider rejected with. */
  fail(thrown: unknown): void;
}

/** What one model call needs of the outside world. */
export interface StreamIo extends ModelIo {
  /** Takes an event as it happens. Never throws. */
  readonly emit: (event: ModelEvent) => void;
}

/** A call as the provider gave it; the driver mints its id. */
export interface ModelCall {
  readonly type: "call";
  readonly name: string;
  /** Raw argument text; `{}` when the model wrote none. */
  readonly args: string;
  /** The id the provider used, for logs only: some repeat it within a conversation. */
  readonly providerId?: string;
  readonly meta?: Opaque;
}

/** One part of an answer, as the provider gave it. */
export type ModelBlock = Exclude<Block, { type: "call" }> | ModelCall;

/** One whole answer of a model. */
export interface ModelResult extends Pick<ResponseFacts, "fingerprint" | "removed" | "cacheMiss"> {
  /** In the order of the block numbers. */
  readonly blocks: readonly ModelBlock[];
  readonly finish: FinishReason;
  /** The reason as the provider names it, for logs. */
  readonly rawFinish?: string;
  readonly usage: Usage;
  /** The model that answered, as the provider names it. */
  readonly model: string;
  readonly requestId?: string;
  /** The id of the answer in its body; some APIs give none. */
  readonly responseId?: string;
  /** The answer to {@link ModelRequest.compact}; absent where the API has made none. */
  readonly compaction?: CompactionResult;
}

/** What the record of a thread keeps of an answer. */
export function responseFacts(
  { responseId, requestId, fingerprint, rawFinish: finish, removed, cacheMiss }: ModelResult,
): { readonly response?: ResponseFacts } {
  const id = responseId ?? requestId;
  if ((id ?? fingerprint ?? finish ?? removed?.[0]) === undefined) return {};
  return { response: { id, fingerprint, finish, removed, cacheMiss } };
}

/**
 * The names of a provider's APIs: the dialect and the API, and behind an @ the kind of a server that is not the vendor's own, such as
 * `openai.responses` and `openai.chat@compatible`. An address is no part of a name, because it can be private.
 */
export interface ProviderApis {
  /** What records do not name. It stays the same for ever: records without a name mean it. */
  readonly usual: string;
  /** The API that a request is written for. */
  of(request: ChoiceRequest): string;
}

/**
 * An adapter to one model API. A failure of the provider or the network leaves `stream` as a {@link ModelError}: a request
 * with `afterOutput` is never sent again, and `lacks` names the features that the refusal reports as missing. A stream
 * that ends without the end mark of its protocol is `model_protocol`.
 */
export interface Provider {
  readonly name: string;
  /** The base URL of the server, for what observes requests; undefined where it is not known. */
  readonly server?: string | undefined;
  /** The APIs that requests are written for; undefined where there is one in one form. */
  readonly apis?: ProviderApis | undefined;
  /** Loads what its models cost, of a provider that a program has made; a definition has them itself. */
  readonly prices?: LoadPrices | undefined;
  /** The capabilities of a model under these settings, as the table has them. */
  capabilities(model: string, settings: ModelSettings): Capabilities;
  /**
   * The exact wire value of the choice, with the parallel flag where the wire has it in there; null when the field is left
   * out. Pure, so that the first event of a step can hold what will be sent.
   */
  map(request: ChoiceRequest): Json;
  /** The writer of the request's messages, whose text `stream` takes as `older`; undefined where it takes messages only. */
  historyWriter(request: ChoiceRequest): HistoryWriter | undefined;
  /** Loads what the first request needs ahead of it; does nothing where there is nothing to load. Never throws. */
  prepare(): void;
  /**
   * The most output tokens, thinking included, that the API holds an answer to this request to; undefined where the
   * request sets no limit.
   */
  outputLimit(request: ChoiceRequest & Partial<Pick<ModelRequest, "compact">>): number | undefined;
  /** The body that {@link stream} sends for a streamed answer to the request, byte for byte; nothing is sent. */
  body(request: ModelRequest): string | Promise<string>;
  /**
   * Sends the request, with its body to `io.onRequest`, and emits what comes of it while it comes. Every event is emitted before the promise settles.
   *
   * @throws {ModelError} `model_*`; blocks that were started may be left open
   * @throws {AgentError} step_cancelled, or the reason of the signal
   */
  stream(request: ModelRequest, io: StreamIo): Promise<ModelResult>;
}

/** What a provider is made from. Each takes its own variables out of the environment, by their customary names. */
export interface ProviderSetup {
  readonly env: Env;
  readonly clock: Clock;
  readonly sleep: Sleep;
  /** What a platform gives besides texts, such as the AI binding of Workers. */
  readonly bindings: Readonly<Record<string, unknown>>;
}

/** A provider as a deployment lists it: it is made when a model of it is first used. */
export interface ProviderDefinition {
  /** What stands before the slash of a model. */
  readonly name: string;
  readonly capabilities: CapabilityTable;
  /** The environment variables it reads, the most important first. */
  readonly variables: readonly string[];
  /** Loads what its models cost, for the first step of one of them; absent where no prices are known. */
  readonly prices?: LoadPrices | undefined;
  /**
   * Creates the provider from its variables.
   *
   * @throws {AgentError} config_invalid - names the variable that is missing or wrong
   */
  create(setup: ProviderSetup): Provider;
}
