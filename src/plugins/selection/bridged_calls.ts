// Calls through the bridge: a model that calls `call_tool` with the name of a tool and its arguments has called that tool. From here on
// everything sees that call; the history alone keeps how it was written.

import type { Block, CallBlock } from "../../core/entry.ts";
import type { PlanEvent } from "../../core/event.ts";
import { bridgeText } from "../../core/tool/bridge.ts";
import { holdsInfinity, isJsonObject, parseJson } from "../../core/json.ts";
import type { CallBridge } from "../../core/tool/thread_tools.ts";
import { CALL_TOOL } from "../../core/tool/tool_selection.ts";

/** Reads calls of `call_tool`. */
export const callBridge: CallBridge = {
  read: (blocks) =>
    blocks.some(isOfBridge) ? blocks.map((block) => isOfBridge(block) ? inner(block) : block) : blocks,
  listen: (emit) => new BridgedEvents(emit).take,
};

function isOfBridge(block: Block): block is CallBlock {
  return block.type === "call" && block.name === CALL_TOOL;
}

/** The call that a bridged call is of; the call itself where it names none: then it fails as any other with wrong arguments. */
function inner(call: CallBlock): CallBlock {
  const read = readBridged(call.args);
  if (read === undefined) return call;
  const { name, args } = read;
  const isPlain = bridgeText(name, args) === call.args;
  return { ...call, name, args, via: { name: CALL_TOOL, args: isPlain ? undefined : call.args } };
}

/** Name and arguments in the arguments of a bridged call. Some models write the inner arguments as a text, and those of none as null or nothing. */
function readBridged(text: string): { readonly name: string; readonly args: string } | undefined {
  const json = parseJson(text);
  if (!isJsonObject(json) || typeof json.name !== "string" || json.name === CALL_TOOL) return undefined;
  if (holdsInfinity(json)) return undefined; // written again it would be null
  const { name, arguments: given = null } = json;
  const args = typeof given === "string" ? given : JSON.stringify(given);
  return { name, args: /^\s*(?:null\s*)?$/.test(args) ? "{}" : args };
}

/** The events of an answer, in which bridged calls are those that they are of: such a call is emitted when it is complete. */
class BridgedEvents {
  readonly #emit: (event: PlanEvent) => void;
  /** Blocks of bridged calls that have begun and not ended. */
  readonly #open = new Set<number>();

  constructor(emit: (event: PlanEvent) => void) {
    this.#emit = emit;
  }

  readonly take = (event: PlanEvent): void => {
    switch (event.type) {
      case "call.started":
        if (event.name === CALL_TOOL) this.#open.add(event.block);
        else this.#emit(event);
        break;
      case "call.delta":
        if (!this.#open.has(event.block)) this.#emit(event);
        break;
      case "call.ready": {
        if (!this.#open.delete(event.block)) return this.#emit(event);
        const { block, callId } = event;
        const { name, args } = readBridged(event.args) ?? { name: CALL_TOOL, args: event.args };
        this.#emit({ type: "call.started", block, callId, name });
        if (args !== "") this.#emit({ type: "call.delta", block, callId, text: args });
        this.#emit({ ...event, name, args });
        break;
      }
      default:
        if (event.type === "answer.dropped") this.#open.clear();
        this.#emit(event);
    }
  };
}
