// Cohere's API v2, simulated. Shapes: the recordings of ../shared/fixtures/cohere. What the model says before its calls is
// scripted as text and comes as tool_plan; a call without arguments has no delta.
import { type Answer, pieces, randomId } from "../openai/answer.ts";
import { type CapturedRequest, type HistoryEntry, isRecord, type ParsedRequest } from "../openai/reply.ts";
import type { Frame } from "../openai/stream.ts";
import type { SimulatedApi } from "../simulator.ts";
import { lintCohere, refused } from "./lint.ts";

/** The key that the server accepts. */
export const cohereKey = "simulated0CohereKey0123456789abcdef";

export const cohereApi: SimulatedApi = {
  contentType: "text/event-stream",
  headers: () => ({ "x-debug-trace-id": randomId("", 32), "x-trial-endpoint-call-limit": "20" }),
  parse,
  frames: (answer) => {
    const isPlan = answer.calls.length > 0;
    const text = answer.text ?? "";
    return [
      event({ type: "message-start", id: crypto.randomUUID(), delta: { message: EMPTY } }),
      ...toContent(0, "thinking", answer.reasoning, answer.sizes),
      ...isPlan
        ? pieces(text, answer.sizes).map((part) => delta("tool-plan-delta", undefined, { tool_plan: part }))
        : toContent(answer.reasoning === "" ? 0 : 1, "text", text, answer.sizes),
      ...answer.calls.flatMap((call, index) => toCallEvents(call, index, answer.sizes)),
      event({
        type: "message-end",
        delta: { finish_reason: FINISH[answer.finish], usage: toUsage(answer) },
      }),
    ];
  },
  whole: (answer) => ({
    id: crypto.randomUUID(),
    message: {
      role: "assistant",
      ...toWholeContent(answer),
      ...(answer.calls.length > 0 &&
        { tool_calls: answer.calls.map((call) => toCall(call, call.arguments)) }),
    },
    finish_reason: FINISH[answer.finish],
    usage: toUsage(answer),
  }),
  errorFrames: ({ message }) => [
    event({ type: "message-end", delta: { error: message, finish_reason: "ERROR" } }),
  ],
  refusal: (status, { message }, model) =>
    refused(status, message ?? WORDS[status] ?? `invalid request: ${model}`),
};

const EMPTY = { role: "assistant", content: [], tool_plan: "", tool_calls: [], citations: [] };

// https://docs.cohere.com/reference/errors
const WORDS: Readonly<Record<number, string>> = {
  401: "invalid api token",
  402:
    "Please add or update your payment method at https://dashboard.cohere.com/billing?tab=payment to continue",
  404:
    "model 'xyz' not found, make sure the correct model ID was used and that you have access to the model.",
  429:
    "You are using a Trial key, which is limited to 40 API calls / minute. You can continue to use the Trial key for free " +
    "or upgrade to a Production key with higher rate limits at 'https://dashboard.cohere.com/api-keys'. Contact us on " +
    "'https://discord.gg/XW44jPfYJu' or email us at support@cohere.com with any questions",
  498: "blocked: the request or the response contains a deny-listed token",
  499: "request cancelled",
  500: "internal server error, this has been reported to our developers.",
  503: "upstream connect error or disconnect/reset before headers",
};

const FINISH: Readonly<Record<Answer["finish"], string>> = {
  stop: "COMPLETE",
  length: "MAX_TOKENS",
  tool_calls: "TOOL_CALL",
  content_filter: "COMPLETE",
};

function parse(captured: CapturedRequest, turn: number): ParsedRequest {
  if (captured.method !== "POST" || captured.path !== "/v2/chat") throw refused(404, "404 page not found");
  const authorization = captured.headers.get("authorization");
  if (authorization === null) throw refused(401, "no api key supplied");
  if (authorization !== `Bearer ${cohereKey}`) throw refused(401, "invalid api token");
  const refusal = lintCohere(captured);
  if (refusal) throw refusal;
  const body = isRecord(captured.body) ? captured.body : {};
  const tools = list(body.tools).flatMap(({ function: definition }) =>
    isRecord(definition) ? [String(definition.name)] : []
  );
  const { thinking } = body;
  return {
    dialect: "cohere",
    model: String(body.model),
    stream: body.stream === true,
    tools,
    choice: tools.length === 0 || body.tool_choice === "NONE"
      ? { kind: "none" }
      : { kind: body.tool_choice === "REQUIRED" ? "required" : "auto" },
    parallel: true,
    history: list(body.messages).flatMap(toHistory),
    reasons: /^command-a-(?:plus|reasoning)/.test(String(body.model)) &&
      !(isRecord(thinking) && thinking.type === "disabled"),
    body,
    turn,
  };
}

function toHistory(message: Record<string, unknown>): HistoryEntry[] {
  const text = typeof message.content === "string"
    ? message.content
    : list(message.content).map((part) => typeof part.text === "string" ? part.text : "").join("");
  if (message.role === "tool") return [{ kind: "result", id: String(message.tool_call_id), output: text }];
  const calls = list(message.tool_calls).map((call): HistoryEntry => {
    const { name, arguments: args } = isRecord(call.function) ? call.function : {};
    return { kind: "call", id: String(call.id), name: String(name), arguments: String(args) };
  });
  const said: HistoryEntry[] = text === "" ? [] : [{ kind: "message", role: String(message.role), text }];
  return [...said, ...calls];
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function event(data: { type: string; [key: string]: unknown }): Frame {
  return { event: data.type, data };
}

function delta(type: string, index: number | undefined, message: Record<string, unknown>): Frame {
  return { ...event({ type, ...(index !== undefined && { index }), delta: { message } }), delta: true };
}

function toContent(index: number, type: "text" | "thinking", text: string, sizes: number[]): Frame[] {
  if (text === "") return [];
  return [
    event({ type: "content-start", index, delta: { message: { content: { type, [type]: "" } } } }),
    ...pieces(text, sizes).map((part) => delta("content-delta", index, { content: { [type]: part } })),
    event({ type: "content-end", index }),
  ];
}

function toCallEvents(call: Answer["calls"][number], index: number, sizes: number[]): Frame[] {
  const args = call.arguments === "{}" ? "" : call.arguments;
  return [
    event({ type: "tool-call-start", index, delta: { message: { tool_calls: toCall(call, "") } } }),
    ...pieces(args, sizes).map((part) =>
      delta("tool-call-delta", index, { tool_calls: { function: { arguments: part } } })
    ),
    event({ type: "tool-call-end", index }),
  ];
}

function toCall({ id, name }: Answer["calls"][number], args: string) {
  return { id, type: "function", function: { name, arguments: args === "{}" ? "null" : args } };
}

function toWholeContent({ reasoning, text, calls }: Answer) {
  const content = [
    ...reasoning === "" ? [] : [{ type: "thinking", thinking: reasoning }],
    ...text && calls.length === 0 ? [{ type: "text", text }] : [],
  ];
  return { ...(content.length > 0 && { content }), ...(text && calls.length > 0 && { tool_plan: text }) };
}

function toUsage({ usage }: Answer) {
  return {
    billed_units: { input_tokens: Math.ceil(usage.input / 2), output_tokens: usage.output },
    tokens: { input_tokens: usage.input, output_tokens: usage.output },
    cached_tokens: usage.cached,
  };
}
