// A model that answers at once: Chat Completions, streamed and whole, from answers prepared beforehand. It reads the whole
// request and checks nothing; whether requests are legal is what tests/support/openai_server.ts is for.
//
// The base URL says how many chunks a stream has: http://host:port/<chunks>/v1. Each chunk is one write.

import { answerCommands } from "../lab/process.ts";
import { modelAnswer } from "../lab/workload.ts";

/** Answers that differ, since an agent that repeats a call is stopped. */
const VARIANTS = 64;

const encoder = new TextEncoder();
const ENVELOPE = { id: "chatcmpl-bench0000000000000000", created: 1_770_000_000, model: "bench-model" };
const USAGE = {
  prompt_tokens: 900,
  completion_tokens: 60,
  total_tokens: 960,
  prompt_tokens_details: { cached_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0 },
};

const streams = new Map<string, Uint8Array<ArrayBuffer>[]>();
let asked = 0;
let server: Deno.HttpServer<Deno.NetAddr>;

await answerCommands({
  open: () => {
    server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, answer);
    return { url: `http://127.0.0.1:${server.addr.port}` };
  },
});
await server!.shutdown();

async function answer(request: Request): Promise<Response> {
  const body = new Uint8Array(await request.arrayBuffer());
  const variant = asked++ % VARIANTS;
  if (!wantsStream(body)) return Response.json(completion(variant));
  const chunks = Number(new URL(request.url).pathname.split("/")[1]);
  return new Response(stream(prepared(variant, chunks)), {
    headers: { "content-type": "text/event-stream" },
  });
}

/** `stream` stands near one of the two ends of every body; the history between them is not searched. */
function wantsStream(body: Uint8Array): boolean {
  const decoder = new TextDecoder();
  const ends = decoder.decode(body.subarray(0, 200)) + decoder.decode(body.subarray(-2_000));
  return /"stream":\s*true/.test(ends);
}

/** The first token's text begins with the time it was sent, in epoch milliseconds, when the stream is a long one. */
function stream(chunks: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk) controller.enqueue(chunk);
      else controller.close();
    },
  }, { highWaterMark: 0 });
}

function prepared(variant: number, chunks: number): Uint8Array<ArrayBuffer>[] {
  const key = `${variant}/${chunks}`;
  const known = streams.get(key);
  if (known) return known;
  const made = toChunks(variant, chunks).map((text) => encoder.encode(`data: ${text}\n\n`));
  streams.set(key, made);
  return made;
}

/** Role, text, call, arguments, finish, usage, [DONE]: `count` events in all, the text taking what the others leave. */
function toChunks(variant: number, count: number): string[] {
  const { text, callId, args } = modelAnswer(variant);
  const texts = pieces(text, count - 10);
  const call = (delta: object) => chunk({ tool_calls: [{ index: 0, ...delta }] });
  return [
    chunk({ role: "assistant", content: "", refusal: null }),
    ...texts.map((content) => chunk({ content })),
    call({ id: callId, type: "function", function: { name: "lookup_order", arguments: "" } }),
    ...pieces(args, 5).map((piece) => call({ function: { arguments: piece } })),
    chunk({}, "tool_calls"),
    JSON.stringify({ ...ENVELOPE, object: "chat.completion.chunk", choices: [], usage: USAGE }),
    "[DONE]",
  ];
}

function chunk(delta: object, finish: string | null = null): string {
  return JSON.stringify({
    ...ENVELOPE,
    object: "chat.completion.chunk",
    service_tier: "default",
    system_fingerprint: "fp_bench000000",
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    usage: null,
  });
}

/** The text in `count` pieces, told again from the start when it is too short for that. */
function pieces(text: string, count: number): string[] {
  if (count > text.length) return Array.from({ length: count }, (_, index) => `${index % 10} word `);
  const size = text.length / count;
  return Array.from(
    { length: count },
    (_, index) => text.slice(Math.round(index * size), Math.round((index + 1) * size)),
  );
}

function completion(variant: number): object {
  const { text, callId, args } = modelAnswer(variant);
  const call = { id: callId, type: "function", function: { name: "lookup_order", arguments: args } };
  return {
    ...ENVELOPE,
    object: "chat.completion",
    choices: [{
      index: 0,
      message: { role: "assistant", content: text, refusal: null, annotations: [], tool_calls: [call] },
      logprobs: null,
      finish_reason: "tool_calls",
    }],
    usage: USAGE,
    service_tier: "default",
    system_fingerprint: "fp_bench000000",
  };
}
