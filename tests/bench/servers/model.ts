// A model that answers at once: Chat Completions, streamed and whole, from answers prepared beforehand. It reads the whole
// request and checks nothing; whether requests are legal is what tests/wire/openai/server.ts is for.
//
// The base URL says how it answers: http://host:port/<events>-<batch>-<pace>-<stamped>-<turns>/v1. `batch` events are one
// write, `pace` milliseconds after the last one, or when it is taken if that is 0; with `stamped` 1 the first text says when it was
// sent. With `turns` 1 a tool's result is answered in words alone, and no two answers or calls have the same id. The command
// `wait` sets how many milliseconds after its request each later answer begins; 0 at first.

import { answerCommands } from "../lab/process.ts";
import { modelAnswer } from "../lab/workload.ts";

/** Answers that differ, since an agent that repeats a call is stopped. */
const VARIANTS = 64;

/** The text of a step, and its call. */
interface Reply {
  readonly index: number;
  readonly calls: boolean;
}

/** Which of a stream's events is the first text. */
const FIRST_TEXT = 1;

const encoder = new TextEncoder();
const ENVELOPE = { created: 1_770_000_000, model: "bench-model" };
const USAGE = {
  prompt_tokens: 900,
  completion_tokens: 60,
  total_tokens: 960,
  prompt_tokens_details: { cached_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: 0 },
};

const streams = new Map<string, Uint8Array<ArrayBuffer>[]>();
let asked = 0;
let waitMs = 0;
let last = new Uint8Array();
let server: Deno.HttpServer<Deno.NetAddr>;

await answerCommands({
  open: () => {
    server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, answer);
    return { url: `http://127.0.0.1:${server.addr.port}` };
  },
  wait: ({ ms }: { ms: number }) => {
    waitMs = ms;
  },
  /** What the last request held. */
  last: () => {
    const { messages, tools } = JSON.parse(new TextDecoder().decode(last));
    return { messages: messages.length, tools: tools.length, bytes: last.length };
  },
});
await server!.shutdown();

async function answer(request: Request): Promise<Response> {
  last = new Uint8Array(await request.arrayBuffer());
  const [events = 20, batch = 5, pace = 0, stamped = 0, turns = 0] =
    request.url.split("/")[3]?.split("-").map(Number) ?? [];
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  const index = asked++;
  const reply: Reply = turns === 1
    ? { index, calls: !endsWithResult(last) }
    : { index: index % VARIANTS, calls: true };
  if (!wantsStream(last)) return Response.json(completion(reply));
  const body = stream(prepared(reply, events, batch), pace, stamped === 1);
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

/** True when the newest message is a tool's result. */
function endsWithResult(body: Uint8Array): boolean {
  return JSON.parse(new TextDecoder().decode(body)).messages.at(-1).role === "tool";
}

/** What every chunk of an answer, or the whole one, begins with. */
function envelope(index: number): object {
  return { id: `chatcmpl-bench${String(index).padStart(16, "0")}`, ...ENVELOPE };
}

/** `stream` stands near one of the two ends of every body; the history between them is not searched. */
function wantsStream(body: Uint8Array): boolean {
  const decoder = new TextDecoder();
  const ends = decoder.decode(body.subarray(0, 200)) + decoder.decode(body.subarray(-2_000));
  return /"stream":\s*true/.test(ends);
}

function stream(
  chunks: readonly Uint8Array<ArrayBuffer>[],
  pace: number,
  stamped: boolean,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let next = 0;
  return new ReadableStream({
    async pull(controller) {
      if (pace > 0) await new Promise((resolve) => setTimeout(resolve, pace));
      const index = next++;
      const chunk = chunks[index];
      if (!chunk) controller.close();
      else controller.enqueue(stamped && index === FIRST_TEXT ? stamp() : chunk);
    },
  }, { highWaterMark: 0 });
}

function stamp(): Uint8Array<ArrayBuffer> {
  const now = performance.timeOrigin + performance.now();
  return encoder.encode(`data: ${chunk(0, { content: `sent at ${now} ` })}\n\n`);
}

function prepared(reply: Reply, events: number, batch: number): Uint8Array<ArrayBuffer>[] {
  const key = `${reply.index}/${reply.calls}/${events}/${batch}`;
  const known = streams.get(key);
  if (known) return known;
  const frames = toEvents(reply, events).map((text) => `data: ${text}\n\n`);
  const made: Uint8Array<ArrayBuffer>[] = [];
  for (let start = 0; start < frames.length; start += batch) {
    made.push(encoder.encode(frames.slice(start, start + batch).join("")));
  }
  if (reply.index < VARIANTS) streams.set(key, made);
  return made;
}

/** Role, text, call and its arguments, finish, usage, [DONE]: `count` events in all, the text taking what the others leave. */
function toEvents({ index, calls }: Reply, count: number): string[] {
  const { text, callId, args } = modelAnswer(index);
  const texts = pieces(text, count - (calls ? 10 : 4));
  const call = (delta: object) => chunk(index, { tool_calls: [{ index: 0, ...delta }] });
  const callEvents = [
    call({ id: callId, type: "function", function: { name: "lookup_order", arguments: "" } }),
    ...pieces(args, 5).map((piece) => call({ function: { arguments: piece } })),
  ];
  return [
    chunk(index, { role: "assistant", content: "", refusal: null }),
    ...texts.map((content) => chunk(index, { content })),
    ...calls ? callEvents : [],
    chunk(index, {}, calls ? "tool_calls" : "stop"),
    JSON.stringify({ ...envelope(index), object: "chat.completion.chunk", choices: [], usage: USAGE }),
    "[DONE]",
  ];
}

function chunk(index: number, delta: object, finish: string | null = null): string {
  return JSON.stringify({
    ...envelope(index),
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

function completion({ index, calls }: Reply): object {
  const { text, callId, args } = modelAnswer(index);
  const call = { id: callId, type: "function", function: { name: "lookup_order", arguments: args } };
  return {
    ...envelope(index),
    object: "chat.completion",
    choices: [{
      index: 0,
      message: {
        role: "assistant",
        content: text,
        refusal: null,
        annotations: [],
        ...calls ? { tool_calls: [call] } : {},
      },
      logprobs: null,
      finish_reason: calls ? "tool_calls" : "stop",
    }],
    usage: USAGE,
    service_tier: "default",
    system_fingerprint: "fp_bench000000",
  };
}
