// The answer of a model while it is decoded: blocks in the order in which they began, their events, and the result
// that they add up to. Streams and whole bodies of every API go through it, so both give the same result.

import type { FinishReason, Opaque } from "../../../core/entry.ts";
import { argumentsText, isJsonObject, type JsonObject, parseJson } from "../../../core/json.ts";
import type { ModelBlock, ModelEvent } from "../../../core/model/provider.ts";
import { ProviderError } from "../errors/provider_error.ts";
import { MAX_BLOCKS, MAX_CALLS } from "../limits.ts";
import { checkArgsLength, isBlank, mayBeBlank } from "../calls/call_args.ts";
import type { Aliases } from "../calls/tool_names.ts";
import { keysByAlias, withOwnKeys } from "../calls/tool_schema.ts";
import { toName, toObjects } from "../json_fields.ts";

/** A text or reasoning block while it is decoded. */
export interface TextDraft {
  readonly type: "text" | "reasoning";
  readonly block: number;
  text: string;
  ended: boolean;
  meta?: Opaque;
}

/** A call while it is decoded. `block` is missing while the call may turn out to be a wrapper around several. */
export interface CallDraft {
  readonly type: "call";
  readonly wireName: string;
  readonly providerId: string | undefined;
  block: number | undefined;
  args: string;
  /** The first pieces, while they may stand for no arguments and wait; undefined once deltas were emitted. */
  held: string | undefined;
  ended: boolean;
  /** Comes back with the call when the history is replayed. */
  meta?: Opaque;
}

/** Emits the events of one answer and collects its blocks. */
export class ResponseBuilder {
  readonly #aliases: Aliases;
  /** The schemas of the tools that were sent, by their names on the wire. */
  readonly #offered: ReadonlyMap<string, JsonObject>;
  readonly #emit: (event: ModelEvent) => void;
  readonly #blocks: (TextDraft | CallDraft)[] = [];
  #calls = 0;
  /** Events that were emitted so far. */
  eventCount = 0;

  constructor(aliases: Aliases, offered: ReadonlyMap<string, JsonObject>, emit: (event: ModelEvent) => void) {
    this.#aliases = aliases;
    this.#offered = offered;
    this.#emit = (event) => {
      this.eventCount++;
      emit(event);
    };
  }

  warn(code: string, message: string): void {
    this.#emit({ type: "warning", warning: { code, message } });
  }

  /** What would go back with a block came damaged. */
  dropSignature(): void {
    this.warn(
      "signature_dropped",
      "A signature of the answer is not base64; it was dropped.",
    );
  }

  begin(type: "text" | "reasoning"): TextDraft {
    const draft: TextDraft = { type, block: this.#blocks.length, text: "", ended: false };
    checkBlocks(this.#blocks.push(draft));
    this.#emit({ type: `${type}.started`, block: draft.block });
    return draft;
  }

  /** @throws {ProviderError} model_protocol, when the block has ended: its events and the result would disagree */
  write(draft: TextDraft, text: string): void {
    if (text === "") return;
    checkOpen(draft);
    draft.text += text;
    this.#emit({ type: `${draft.type}.delta`, block: draft.block, text });
  }

  end(draft: TextDraft, meta?: Opaque): void {
    if (draft.ended) return;
    draft.ended = true;
    if (meta) draft.meta = meta;
    this.#emit({ type: `${draft.type}.ended`, block: draft.block });
  }

  beginCall(name: string, providerId: string | undefined): CallDraft {
    const wireName = this.#toOffered(name);
    const draft = newCallDraft(wireName, providerId);
    if (!this.#mayWrap(wireName)) this.#start(draft);
    return draft;
  }

  /** @throws {ProviderError} as {@link write} does */
  writeArgs(draft: CallDraft, text: string): void {
    if (text === "") return;
    checkOpen(draft);
    draft.args += text;
    checkArgsLength(draft.args.length);
    if (draft.block === undefined) return;
    const piece = (draft.held ?? "") + text;
    const waits = draft.held !== undefined && (this.#keys(draft).size > 0 || mayBeBlank(piece));
    draft.held = waits ? piece : undefined;
    if (!waits) this.#emit({ type: "call.delta", block: draft.block, text: piece });
  }

  /**
   * `args` is the whole argument text when the wire repeats it at the end; the deltas count otherwise. A text that goes on from
   * the deltas is emitted to its end, so that they add up to the arguments.
   */
  endCall(draft: CallDraft, args: string = draft.args): void {
    if (draft.ended) return;
    draft.ended = true;
    const emitted = draft.block === undefined || draft.held !== undefined ? "" : draft.args;
    draft.args = isBlank(args) || args.trim() === '"null"' ? "{}" : withOwnKeys(args, this.#keys(draft));
    checkArgsLength(draft.args.length);
    const wrapped = draft.block === undefined ? unwrap(draft.args) : undefined;
    if (wrapped) {
      for (const call of wrapped) this.#emitCall(call.name, draft.providerId, call.args);
      return;
    }
    const block = draft.block ?? this.#start(draft).block;
    const rest = draft.args.startsWith(emitted) ? draft.args.slice(emitted.length) : "";
    if (rest !== "") this.#emit({ type: "call.delta", block, text: rest });
    this.#emit({ type: "call.ended", block, args: draft.args });
  }

  /** Keeps the provider's ids of calls that reasoning follows, because reasoning is bound to everything before it, ids included. */
  keepIds(provider: string, model: string): void {
    const last = this.#blocks.findLastIndex(({ type }) => type === "reasoning");
    for (const draft of this.#blocks.slice(0, Math.max(last, 0))) {
      if (draft.type === "call" && draft.providerId) {
        draft.meta = { provider, model, data: { id: draft.providerId } };
      }
    }
  }

  /** Every block that has ended, in order; call it when all have. */
  blocks(): ModelBlock[] {
    return this.#blocks.map((draft): ModelBlock => {
      if (draft.type !== "call") return { type: draft.type, text: draft.text, meta: draft.meta };
      const { wireName, args, providerId, meta } = draft;
      return { type: "call", name: this.#aliases.fromWire(wireName), args, providerId, meta };
    });
  }

  /**
   * Why the model stopped. Calls are found in the content: a named choice ends with "stop" at OpenAI and with
   * anything elsewhere, and vLLM finishes with "tool_calls" without any.
   */
  finish(limit: "length" | "content_filter" | undefined, refused: boolean): FinishReason {
    if (limit) return limit;
    if (this.#calls > 0) return "calls";
    return refused ? "refusal" : "stop";
  }

  #keys({ wireName }: CallDraft): ReadonlyMap<string, string> {
    return keysByAlias(this.#offered.get(wireName) ?? NO_SCHEMA);
  }

  #start(draft: CallDraft): { block: number } {
    if (++this.#calls > MAX_CALLS) {
      throw new ProviderError("model_protocol", `The answer has more than ${MAX_CALLS} calls.`);
    }
    const block = this.#blocks.length;
    draft.block = block;
    this.#blocks.push(draft);
    this.#emit({ type: "call.started", block, name: this.#aliases.fromWire(draft.wireName) });
    return { block };
  }

  #emitCall(wireName: string, providerId: string | undefined, args: string): void {
    const draft = newCallDraft(wireName, providerId);
    this.#start(draft);
    this.writeArgs(draft, args);
    this.endCall(draft);
  }

  // Models sometimes leak the namespace of their inner tools.
  #toOffered(wireName: string): string {
    const bare = wireName.replace(/^functions\./, "");
    return !this.#offered.has(wireName) && this.#offered.has(bare) ? bare : wireName;
  }

  // Models sometimes leak their inner tool for parallel calls: vercel/ai 6be0f51.
  #mayWrap(wireName: string): boolean {
    return WRAPPERS.has(wireName) && !this.#offered.has(wireName);
  }
}

function newCallDraft(wireName: string, providerId: string | undefined): CallDraft {
  return { type: "call", wireName, providerId, block: undefined, args: "", held: "", ended: false };
}

/** Of a tool that was not offered. */
const NO_SCHEMA: JsonObject = {};

const WRAPPERS = new Set(["parallel", "multi_tool_use.parallel", "multi_tool_use_parallel"]);

// {"tool_uses":[{"recipient_name":"functions.get_weather","parameters":{...}}]}
function unwrap(args: string): { name: string; args: string }[] | undefined {
  const json = parseJson(args);
  if (!isJsonObject(json)) return undefined;
  const calls = toObjects(json.tool_uses).flatMap((use) => {
    const name = toName(use.recipient_name)?.replace(/^functions\./, "");
    return name === undefined ? [] : [{ name, args: argumentsText(use.parameters ?? {}) }];
  });
  return calls.length === 0 ? undefined : calls;
}

/** @throws {ProviderError} model_protocol, for more blocks than {@link MAX_BLOCKS} */
export function checkBlocks(count: number): void {
  if (count <= MAX_BLOCKS) return;
  throw new ProviderError("model_protocol", `The answer has more than ${MAX_BLOCKS} blocks.`);
}

function checkOpen({ type, ended }: TextDraft | CallDraft): void {
  if (!ended) return;
  throw new ProviderError("model_protocol", `The answer goes on with a ${type} block that has ended.`);
}
