// Which call a streamed piece of a call belongs to. OpenAI numbers them; other servers leave out indexes, repeat or
// rotate ids, repeat names or split them. These rules survive every stream on record; the numbers are those of the
// test names.

import type { Opaque } from "../../../core/entry.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import type { CallDraft, ResponseBuilder } from "./response_builder.ts";
import { CallArgs, isBlank, isWhole } from "../calls/call_args.ts";
import { ProviderError } from "../errors/provider_error.ts";
import { MAX_CALL_INDEX, MAX_NAME_CHARS } from "../limits.ts";
import { toArgs } from "../json_fields.ts";

/** One element of `delta.tool_calls`. */
export interface CallDelta {
  readonly index: number | undefined;
  readonly id: string | undefined;
  /** "" and undefined both mean that the delta names nothing. */
  readonly name: string | undefined;
  /** A piece of the argument text, or the whole arguments as anything but text. */
  readonly args: Json | undefined;
  /** What comes back with the call when the history is replayed; the pieces add up. */
  readonly opaque?: JsonObject | undefined;
}

interface Tracked {
  readonly index: number | undefined;
  readonly id: string | undefined;
  name: string;
  readonly args: CallArgs;
  /** Missing until the name is certain to be whole: some servers split it. */
  draft: CallDraft | undefined;
  /** How many characters of the arguments were emitted; undefined after they were replaced. */
  emitted: number | undefined;
  opaque: JsonObject | undefined;
}

/** Assigns streamed pieces to calls and writes them into a {@link ResponseBuilder}. */
export class CallTracker {
  readonly #answer: ResponseBuilder;
  readonly #offered: ReadonlySet<string>;
  readonly #calls: Tracked[] = [];

  /** `offered` are the wire names of the tools that were sent. */
  constructor(builder: ResponseBuilder, offered: ReadonlySet<string>) {
    this.#answer = builder;
    this.#offered = offered;
  }

  /** A piece of a call. */
  push(delta: CallDelta): void {
    if (delta.index !== undefined && delta.index > MAX_CALL_INDEX) {
      throw new ProviderError("model_protocol", `A call has an index of more than ${MAX_CALL_INDEX}.`);
    }
    const call = this.#find(delta) ?? this.#open(delta);
    if (!call) return this.#drop(delta);
    if (delta.name && delta.name !== call.name) call.name += delta.name;
    if (delta.opaque) call.opaque = { ...call.opaque, ...delta.opaque };
    if (call.name.length > MAX_NAME_CHARS) {
      throw new ProviderError(
        "model_protocol",
        `The name of a call is longer than ${MAX_NAME_CHARS} characters.`,
      );
    }
    this.#append(call, delta.args);
  }

  /** A whole call: an element of a body that was not streamed. */
  add(delta: CallDelta): void {
    const call = this.#open(delta);
    if (!call) return this.#drop(delta);
    call.name = delta.name ?? "";
    call.opaque = delta.opaque;
    this.#append(call, delta.args);
  }

  /** Announces calls whose name may still grow; to be called before another block begins. */
  settle(): void {
    for (const call of this.#calls) this.#start(call);
  }

  /** The provider's ids of the calls, where it gave any. */
  ids(): string[] {
    return this.#calls.flatMap(({ id }) => id === undefined ? [] : [id]);
  }

  /**
   * No piece comes any more. `areWhole`: the arguments of each call are complete, or it has none. `toMeta` makes what is
   * kept with a call, of its opaque part and its id.
   */
  end(toMeta?: (opaque: JsonObject | undefined, id: string | undefined) => Opaque | undefined): {
    areWhole: boolean;
  } {
    for (const call of this.#calls) {
      const draft = this.#start(call);
      const meta = toMeta?.(call.opaque, call.id);
      if (meta) draft.meta = meta;
      this.#answer.endCall(draft, call.args.text);
    }
    return { areWhole: this.#calls.every(({ args }) => args.isBlank || args.isComplete) };
  }

  // Undefined: the delta begins a new call, if it names one.
  #find(delta: CallDelta): Tracked | undefined {
    const byId = this.#byId(delta);
    if (byId) return this.#repeatsId(byId, delta) ? undefined : byId;

    const byIndex = delta.index === undefined
      ? undefined
      : this.#calls.findLast((call) => call.index === delta.index);
    // A piece without a name never opens a call: LM Studio gives each piece an id of its own.
    if (!delta.name) return this.#findUnnamed(byIndex, toArgs(delta.args));
    if (!byIndex) return undefined;
    if (delta.id) return delta.name === byIndex.name && continues(byIndex, delta) ? byIndex : undefined;
    if (delta.name === byIndex.name) return restarts(byIndex, delta) ? undefined : byIndex;
    return this.#continuesName(byIndex, delta.name) ? byIndex : undefined;
  }

  // Several calls may share an id: the index then distinguishes them.
  #byId({ id, index }: CallDelta): Tracked | undefined {
    if (!id) return undefined;
    return this.#calls.findLast((call) => call.id === id && call.index === index) ??
      this.#calls.findLast((call) => call.id === id);
  }

  // The call at the index, unless its arguments are complete and another call still waits for some (Bedrock behind
  // LibreChat counts the pieces differently from the calls). Without an index the only open call, else the last one
  // begun: a piece in the wrong place makes a call malformed, a piece that is lost may leave one that runs with other
  // arguments.
  #findUnnamed(byIndex: Tracked | undefined, args: string): Tracked | undefined {
    const open = this.#calls.filter((call) => !call.args.isComplete);
    if (byIndex && (open.includes(byIndex) || open.length === 0 || isBlank(args) || byIndex.args.isEmpty)) {
      return byIndex;
    }
    return open.length === 1 ? open[0] : this.#calls.at(-1);
  }

  // The id is known, but it is another call: Azure and others give one id to several.
  #repeatsId(call: Tracked, delta: CallDelta): boolean {
    if (!delta.name) return false;
    if (delta.name !== call.name) return !this.#continuesName(call, delta.name);
    if (delta.index !== undefined && call.index !== undefined && delta.index !== call.index) return true;
    return typeof delta.args === "string" && restarts(call, delta) && !call.args.isSame(delta.args);
  }

  #continuesName(call: Tracked, name: string): boolean {
    return call.draft === undefined && call.args.text === "" && !this.#offered.has(call.name) &&
      !this.#offered.has(name);
  }

  #open({ index, id, name }: CallDelta): Tracked | undefined {
    if (!name) return undefined;
    this.settle();
    const call: Tracked = {
      index,
      id,
      name: "",
      args: new CallArgs(),
      draft: undefined,
      emitted: 0,
      opaque: undefined,
    };
    this.#calls.push(call);
    return call;
  }

  #drop({ args }: CallDelta): void {
    if (isBlank(toArgs(args))) return;
    this.#answer.warn("call_delta_dropped", "A piece of a call came before any call; it was dropped.");
  }

  #append(call: Tracked, args: CallDelta["args"]): void {
    const text = toArgs(args);
    if (text === "") return;
    const draft = this.#start(call);
    if (typeof args !== "string") {
      // The whole arguments, perhaps once more.
      call.args.replace(text);
      call.emitted = text.startsWith(draft.args) ? draft.args.length : undefined;
    } else if (call.args.isPlaceholder && text.trimStart().startsWith("{")) {
      // Some servers open a call with "{}" or "null" and send the arguments later.
      call.args.replace(text);
    } else if (!isWhole(text) || !call.args.isSame(text)) {
      call.args.append(text);
      if (call.emitted === call.args.text.length - text.length) return this.#emitCall(call, text);
    }
    this.#emitCall(call);
  }

  /** Emits the arguments that were not emitted yet; `rest` is their text, where it is known. What may be a placeholder waits. */
  #emitCall(call: Tracked, rest?: string): void {
    const draft = this.#start(call);
    if (call.emitted === undefined || call.args.mayBePlaceholder) return;
    this.#answer.writeArgs(draft, rest ?? call.args.text.slice(call.emitted));
    call.emitted = call.args.text.length;
  }

  #start(call: Tracked): CallDraft {
    return call.draft ??= this.#answer.beginCall(call.name, call.id);
  }
}

// A new id with the same name: the call goes on only in the middle of its arguments. Two calls without any are two
// calls.
function continues(call: Tracked, { args }: CallDelta): boolean {
  const text = toArgs(args);
  if (isBlank(text)) return !call.args.isBlank && !call.args.isComplete;
  return typeof args === "string" && !text.trimStart().startsWith("{");
}

function restarts(call: Tracked, { args }: CallDelta): boolean {
  const text = toArgs(args);
  if (text === "") return false;
  return (typeof args !== "string" || text.trimStart().startsWith("{")) && call.args.isComplete;
}
