// A scripted model behind HTTP, in the dialect of Anthropic Messages. An input is a job such as `job trip: pure keyed; once`:
// the first plan calls pure and keyed, the second calls once, and the third is the answer. Labels of calls are
// `<job>.<plan>.<place>`. A request whose history is not legal for the dialect is refused with 400.

interface WireBlock {
  readonly type: string;
  readonly id?: string;
  readonly name?: string;
  readonly text?: string;
  readonly signature?: string;
  readonly tool_use_id?: string;
  readonly content?: unknown;
}

interface WireMessage {
  readonly role: "user" | "assistant";
  readonly content: string | readonly WireBlock[];
}

export interface ModelBody {
  readonly system?: unknown;
  readonly tools?: readonly { readonly name: string }[];
  readonly tool_choice?: unknown;
  readonly messages: readonly WireMessage[];
}

/** Where a model is in its job. */
export interface Turn {
  readonly job: string;
  /** Number of the plan, from 0. */
  readonly plan: number;
  /** Names of the tools that the plan calls; none in the answer. */
  readonly calls: readonly string[];
}

export interface ScriptedModel extends AsyncDisposable {
  readonly url: string;
  /** The bodies of all requests, oldest first. */
  readonly requests: ModelBody[];
}

/** `instead` may give another response than the script's. */
export function serveModel(
  instead: (turn: Turn) => Promise<Response> | undefined = () => undefined,
): ScriptedModel {
  const requests: ModelBody[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const body: ModelBody = await request.json();
    requests.push(body);
    const wrong = whatIsIllegal(body.messages);
    if (wrong !== undefined) return refusal(400, "invalid_request_error", wrong);
    if (asksForSummary(body)) return answer([says(summaryOf(body))], "end_turn");
    const turn = turnOf(body.messages);
    return await instead(turn) ?? play(turn);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** A refusal in the form of Anthropic. */
export function refusal(status: number, type: string, message: string, headers: HeadersInit = {}): Response {
  return Response.json({ type: "error", error: { type, message } }, { status, headers });
}

/** The text of the answer to a job. */
export function answerTo(job: string): string {
  return `Job ${job} is done.`;
}

/** In a prompt of its own, which has no tools, or behind the last request. */
function asksForSummary({ tools, messages }: ModelBody): boolean {
  return tools === undefined || /Answer with the summary only/.test(JSON.stringify(messages.at(-1)));
}

function summaryOf({ messages }: ModelBody): string {
  const jobs = JSON.stringify(messages).match(/(?<=(?:User: |")job )\w+/g) ?? [];
  return `SUMMARY of ${jobs.join(", ")}`;
}

function turnOf(messages: readonly WireMessage[]): Turn {
  const jobs = messages.map(({ role, content }) => role === "user" ? lastJob(content) : undefined);
  const from = jobs.findLastIndex((text) => text !== undefined);
  const [, job = "", script = ""] = jobs[from] ?? [];
  const plan = messages.slice(from).filter(({ role }) => role === "assistant").length;
  const calls = (script.split(";")[plan] ?? "").split(" ").filter((name) => name !== "");
  return { job, plan, calls };
}

// Several inputs may come as one text.
function lastJob(content: WireMessage["content"]): RegExpExecArray | undefined {
  const texts = typeof content === "string" ? [content] : content.map(({ text = "" }) => text);
  return [...texts.join("\n").matchAll(/^job (\w+):(.*)$/gm)].at(-1);
}

function play({ job, plan, calls }: Turn): Response {
  if (calls.length === 0) return answer([says(answerTo(job))], "end_turn");
  const thinking = {
    start: { type: "thinking", thinking: "" },
    deltas: [
      { type: "thinking_delta", thinking: `Plan ${plan} of ${job}.` },
      { type: "signature_delta", signature: signatureOf(`${job}.${plan}`) },
    ],
  };
  const uses = calls.map((name, place) => ({
    start: { type: "tool_use", id: `toolu_${job}_${plan}_${place}`, name, input: {} },
    deltas: [{
      type: "input_json_delta",
      partial_json: JSON.stringify({ label: `${job}.${plan}.${place}` }),
    }],
  }));
  return answer([thinking, ...uses], "tool_use");
}

function signatureOf(text: string): string {
  return btoa(`signature of ${text}`);
}

function says(text: string) {
  return { start: { type: "text", text: "" }, deltas: [{ type: "text_delta", text }] };
}

/** The beginning of an answer whose end never comes. */
export function unfinishedAnswer(text: string): Response {
  const whole = framesOf([says(text)], "end_turn");
  const [end] = whole.flatMap(({ type }, index) => type === "content_block_stop" ? [index] : []);
  const bytes = new TextEncoder().encode(textOf(whole.slice(0, end)));
  const body = new ReadableStream({ start: (controller) => controller.enqueue(bytes) });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

function answer(
  blocks: readonly { start: object; deltas: readonly object[] }[],
  stopReason: string,
): Response {
  const text = textOf(framesOf(blocks, stopReason));
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}

interface Frame {
  readonly type: string;
  readonly [name: string]: unknown;
}

function textOf(frames: readonly Frame[]): string {
  return frames.map((frame) => `event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`).join("");
}

function framesOf(
  blocks: readonly { start: object; deltas: readonly object[] }[],
  stopReason: string,
): readonly Frame[] {
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 20, output_tokens: 1 },
  };
  return [
    { type: "message_start", message },
    ...blocks.flatMap(({ start, deltas }, index) => [
      { type: "content_block_start", index, content_block: start },
      ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
      { type: "content_block_stop", index },
    ]),
    {
      type: "message_delta",
      delta: { stop_reason: stopReason, stop_sequence: null },
      usage: { output_tokens: 9 },
    },
    { type: "message_stop" },
  ];
}

/** Every call has its result in the next message, and thinking comes back with the signature that was given to it. */
function whatIsIllegal(messages: readonly WireMessage[]): string | undefined {
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== "assistant" || typeof content === "string") continue;
    const uses = content.filter(({ type }) => type === "tool_use");
    if (uses.length === 0) continue;
    const [first] = content;
    if (first?.type !== "thinking") return `messages.${index}: the thinking before the calls is missing`;
    if (!atob(first.signature ?? "").startsWith("signature of ")) return `messages.${index}: wrong signature`;
    const next = messages[index + 1]?.content ?? [];
    const results = typeof next === "string" ? [] : next.flatMap(({ tool_use_id }) => tool_use_id ?? []);
    if (uses.some(({ id = "" }) => !results.includes(id))) return `messages.${index}: a call has no result`;
  }
  return undefined;
}
