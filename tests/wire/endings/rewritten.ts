// The answers of a simulated server, changed on their way: what a server or a proxy does that breaks its own protocol.
import { EventStreamCodec } from "@smithy/eventstream-codec";
import { providerOf } from "../ask.ts";
import type { AiBinding } from "../../../src/providers/workers_ai/binding.ts";
import type { Provider } from "../../../src/core/model/provider.ts";
import type { WireCase } from "../case.ts";
import { encodeFrame } from "../bedrock/api.ts";
import type { Simulator } from "../simulator.ts";

/** Changes an answer; the request has been answered by then. */
export type Rewrite = (response: Response) => Promise<Response> | Response;

/** The provider of the case and the fetch under which each answer is rewritten, also that of a binding. */
export function rewriting(
  wire: WireCase,
  server: Simulator,
  rewrite: Rewrite,
  reach: typeof fetch = wire.fetch?.(server) ?? fetch,
): { provider: Provider; fetch: typeof fetch } {
  const bindings = wire.bindings?.(server) ?? {};
  const ai = bindings.AI;
  return {
    provider: providerOf(
      wire,
      server,
      isBinding(ai) ? { ...bindings, AI: rewritten(ai, rewrite) } : bindings,
    ),
    fetch: async (input, init) => await rewrite(await reach(input, init)),
  };
}

function isBinding(value: unknown): value is AiBinding {
  return typeof value === "object" && value !== null && "run" in value;
}

function rewritten(ai: AiBinding, rewrite: Rewrite): AiBinding {
  return {
    run: async (model, inputs, options) => {
      const answer = await ai.run(model, inputs, options);
      return answer instanceof Response ? await rewrite(answer) : answer;
    },
  };
}

/** Every JSON text of the answer through `edit`; undefined takes the piece out. */
export function editing(edit: (wire: unknown, event: string | undefined) => unknown): Rewrite {
  return async (response) => {
    const type = response.headers.get("content-type") ?? "";
    const bytes = new Uint8Array(await response.arrayBuffer());
    const body = type.includes("amazon.eventstream") ? editFrames(bytes, edit) : editText(bytes, edit);
    return new Response(body, { status: response.status, headers: { "content-type": type } });
  };
}

// Lines of `data: {...}`, or of `{...}`; the end mark of OpenAI is a text.
function editText(bytes: Uint8Array, edit: (wire: unknown, event: string | undefined) => unknown): string {
  const lines = /^((?:data: ?)?)(\{.*\}|\[DONE\])\r?$/gm;
  return new TextDecoder().decode(bytes).replace(lines, (_line, head, data) => {
    const edited = edit(data === END_MARK ? data : JSON.parse(data), undefined);
    if (edited === undefined) return "";
    return head + (edited === END_MARK ? END_MARK : JSON.stringify(edited));
  });
}

/** Behind the last event of Chat Completions. */
export const END_MARK = "[DONE]";

function editFrames(
  bytes: Uint8Array,
  edit: (wire: unknown, event: string | undefined) => unknown,
): Uint8Array<ArrayBuffer> {
  const codec = new EventStreamCodec(
    (bytes) => typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes),
    (text) => new TextEncoder().encode(text),
  );
  const kept: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const frame = bytes.subarray(at, at += new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0));
    const { headers, body } = codec.decode(frame);
    const event = String(headers[":event-type"]?.value);
    const edited = edit(JSON.parse(new TextDecoder().decode(body)), event);
    if (edited !== undefined) kept.push(encodeFrame(event, edited));
  }
  const whole = new Uint8Array(kept.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const frame of kept) {
    whole.set(frame, offset);
    offset += frame.length;
  }
  return whole;
}
