// Which call a streamed piece of a call belongs to. OpenAI numbers them; its imitators leave out indexes, repeat or rotate
// ids, repeat names or split them. These rules survive every stream on record; the numbers are those of the test names.

import { isJsonObject, type JsonObject, parseJson } from "../core/json.ts";
import type { Answer, CallDraft } from "./_answer.ts";

/** One element of `delta.tool_calls`. */
export interface CallDelta {
  readonly index: number | undefined;
  readonly id: string | undefined;
  /** "" and undefined both mean that the delta names nothing. */
  readonly name: string | undefined;
  /** A piece of the argument text, or the whole arguments as an object. */
  readonly args: string | JsonObject | undefined;
}

interface Tracked {
  readonly index: number | undefined;
  readonly id: string | undefined;
  name: string;
  args: string;
  /** Missing until the name is certain to be whole: some servers split it. */
  draft: CallDraft | undefined;
}

export class CallTracker {
  readonly #answer: Answer;
  readonly #offered: ReadonlySet<string>;
  readonly #calls: Tracked[] = [];

  /** `offered` are the wire names of the tools that were sent. */
  constructor(answer: Answer, offered: ReadonlySet<string>) {
    this.#answer = answer;
    this.#offered = offered;
  }

  push(delta: CallDelta): void {
    const call = this.#find(delta) ?? this.#open(delta);
    if (!call) {
      if (delta.args !== undefined && delta.args !== "") {
        this.#answer.warn(
          "call_delta_dropped",
          "A piece of a call named no call and fits no open one; it was dropped.",
        );
      }
      return;
    }
    if (delta.name && delta.name !== call.name) call.name += delta.name;
    if (delta.args !== undefined) this.#append(call, delta.args);
  }

  /** Announces calls whose name may still grow; to be called before another block begins. */
  settle(): void {
    for (const call of this.#calls) this.#start(call);
  }

  /** Every call is complete. */
  end(): void {
    for (const call of this.#calls) this.#answer.endCall(this.#start(call), call.args);
  }

  // Undefined: the delta begins a new call, if it names one.
  #find(delta: CallDelta): Tracked | undefined {
    const byId = delta.id ? this.#calls.findLast((call) => call.id === delta.id) : undefined;
    const byIndex = delta.index === undefined
      ? undefined
      : this.#calls.findLast((call) => call.index === delta.index);
    const sole = this.#calls.length === 1 ? this.#calls[0] : undefined;

    if (byId) return this.#repeatsId(byId, delta) ? undefined : byId;
    // A piece without a name never opens a call: LM Studio gives each piece an id of its own.
    if (!delta.name) return byIndex ?? sole;
    if (!byIndex) return undefined;
    if (delta.id) return delta.name === byIndex.name && continues(byIndex, delta.args) ? byIndex : undefined;
    if (delta.name === byIndex.name) return restarts(byIndex, delta.args) ? undefined : byIndex;
    return this.#continuesName(byIndex, delta.name) ? byIndex : undefined;
  }

  // The id is known, but it is another call: Azure and others give one id to several.
  #repeatsId(call: Tracked, delta: CallDelta): boolean {
    if (!delta.name) return false;
    if (delta.name !== call.name) return !this.#continuesName(call, delta.name);
    if (delta.index !== undefined && call.index !== undefined && delta.index !== call.index) return true;
    return typeof delta.args === "string" && delta.args !== call.args && restarts(call, delta.args);
  }

  #continuesName(call: Tracked, name: string): boolean {
    return call.draft === undefined && call.args === "" && !this.#offered.has(call.name) &&
      !this.#offered.has(name);
  }

  #open({ index, id, name }: CallDelta): Tracked | undefined {
    if (!name) return undefined;
    this.settle();
    const call: Tracked = { index, id, name: "", args: "", draft: undefined };
    this.#calls.push(call);
    return call;
  }

  #append(call: Tracked, args: string | JsonObject): void {
    if (typeof args !== "string") {
      const whole = JSON.stringify(args);
      if (call.args === "") this.#answer.writeArgs(this.#start(call), whole);
      call.args = whole;
      return;
    }
    // The whole text once more.
    if (args === call.args && isComplete(args)) return;
    if (args === "") return;
    call.args += args;
    this.#answer.writeArgs(this.#start(call), args);
  }

  #start(call: Tracked): CallDraft {
    return call.draft ??= this.#answer.beginCall(call.name, call.id);
  }
}

function continues(call: Tracked, args: CallDelta["args"]): boolean {
  if (args === undefined || args === "") return !isComplete(call.args);
  return typeof args === "string" && !args.trimStart().startsWith("{");
}

function restarts(call: Tracked, args: CallDelta["args"]): boolean {
  if (args === undefined || args === "") return false;
  return (typeof args !== "string" || args.trimStart().startsWith("{")) && isComplete(call.args);
}

function isComplete(args: string): boolean {
  return isJsonObject(parseJson(args));
}
