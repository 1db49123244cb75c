// A scripted reply made concrete: ids, finish reason, usage, and the sizes of its deltas.
import type { ParsedRequest, Reply } from "./reply.ts";

/** One answer of the model, ready to be put on the wire in either dialect. */
export interface Answer {
  /** Undefined when the model only calls tools. */
  text?: string;
  /** "" when the model does not think. */
  reasoning: string;
  calls: { id: string; name: string; arguments: string }[];
  finish: "stop" | "length" | "tool_calls" | "content_filter";
  usage: { input: number; output: number; cached: number; written: number; reasoning: number };
  sizes: number[];
}

/** `showsReasoning`: the server emits reasoning_content, for any model whose script has reasoning. */
export function toAnswer(reply: Reply, request: ParsedRequest, showsReasoning: boolean): Answer {
  const calls = (reply.calls ?? []).map((call) => ({
    id: call.id ?? randomId("call_", 24),
    name: call.name,
    arguments: call.arguments,
  }));
  const text = reply.text ?? (calls.length > 0 ? undefined : "");
  const thought = reply.reasoning ?? (request.reasons ? "Considering the request." : "");
  const reasoning = request.reasons || showsReasoning ? thought : "";
  const thinking = reply.usage?.reasoning ?? tokens(reasoning);
  return {
    ...(text !== undefined && { text }),
    reasoning,
    calls,
    finish: reply.finish ?? (calls.length > 0 ? "tool_calls" : "stop"),
    usage: {
      input: reply.usage?.input ?? tokens(JSON.stringify(request.body)),
      output: reply.usage?.output ??
        thinking + tokens((text ?? "") + calls.map((call) => call.arguments).join("")),
      cached: reply.usage?.cached ?? 0,
      written: reply.usage?.written ?? 0,
      reasoning: thinking,
    },
    sizes: (reply.chunks ?? []).some((size) => size > 0) ? reply.chunks ?? [] : [7],
  };
}

/** The text in pieces of the given sizes (cycled), never splitting a code point. */
export function pieces(text: string, sizes: number[]): string[] {
  const points = [...text];
  const found: string[] = [];
  let start = 0;
  for (let turn = 0; start < points.length; turn++) {
    const size = Math.max(0, sizes[turn % sizes.length] ?? 1);
    if (size > 0) found.push(points.slice(start, start + size).join(""));
    start += size;
  }
  return found;
}

/** An id as the real API makes them. */
export function randomId(prefix: string, length: number): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return prefix + [...bytes].map((byte) => alphabet[byte % alphabet.length]).join("");
}

function tokens(text: string): number {
  return Math.ceil(text.length / 4);
}
