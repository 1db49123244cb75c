// Mistral's API, simulated. Shapes: the recordings of ../shared/fixtures/mistral, and mistral-tool-call of vercel/ai: a call comes
// whole in one delta, with neither index nor type, together with the finish reason.
import { type Answer, pieces, randomId } from "../openai/answer.ts";
import type { CapturedRequest, Choice, HistoryEntry, ParsedRequest } from "../openai/reply.ts";
import { isRecord } from "../openai/reply.ts";
import type { Frame } from "../openai/stream.ts";
import { WireRefusal } from "../refusal.ts";
import type { SimulatedApi } from "../simulator.ts";
import { lintMistral, refused } from "./lint.ts";

/** The key that the server accepts. */
export const mistralKey = "simulated0MistralKey0123456789ab";

export const mistralApi: SimulatedApi = {
  contentType: "text/event-stream",
  headers: () => ({
    "mistral-correlation-id": crypto.randomUUID(),
    "x-kong-request-id": crypto.randomUUID(),
  }),
  parse,
  frames: (answer, request) => {
    const base = head("chat.completion.chunk", request);
    const frame = (delta: Record<string, unknown>, finish: string | null, more = {}): Frame => ({
      data: { ...base, choices: [{ index: 0, delta, finish_reason: finish }], ...more },
      delta: !("role" in delta),
    });
    const finish = toFinish(answer);
    const usage = { usage: toUsage(answer) };
    const calls = answer.calls.map((call) => toCall(call));
    return [
      frame({ role: "assistant", content: "" }, null),
      ...pieces(answer.reasoning, answer.sizes).map((text) => frame({ content: [toThinking(text)] }, null)),
      ...pieces(answer.text ?? "", answer.sizes).map((content) => frame({ content }, null)),
      calls.length > 0
        ? frame({ content: "", tool_calls: calls }, finish, usage)
        : frame({ content: "" }, finish, usage),
      { data: "[DONE]" },
    ];
  },
  whole: (answer, request) => ({
    ...head("chat.completion", request),
    choices: [{
      index: 0,
      message: {
        role: "assistant",
        content: answer.reasoning === ""
          ? answer.text ?? ""
          : [toThinking(answer.reasoning), ...answer.text ? [{ type: "text", text: answer.text }] : []],
        tool_calls: answer.calls.length === 0 ? null : answer.calls.map(toCall),
      },
      finish_reason: toFinish(answer),
    }],
    usage: toUsage(answer),
  }),
  errorFrames: ({ message, code }) => [{
    data: { object: "error", message, type: "internal_server_error", param: null, code: code ?? "1000" },
  }],
  refusal: (status, { message, code }) => {
    switch (status) {
      case 401:
        return new WireRefusal(401, "Unauthorized", { detail: message ?? "Unauthorized" });
      case 429:
      case 503:
        // No room is a 429 or a 503, a rate a 429: litellm#25078.
        return status === 503 || code === "3505"
          ? refused(
            status,
            "Service tier capacity exceeded for this model.",
            "service_tier_capacity_exceeded",
            "3505",
          )
          : refused(429, message ?? "Rate limit exceeded", "rate_limited", code ?? "1300");
      default:
        return status >= 500
          ? refused(status, message ?? "Internal server error", "internal_server_error", code ?? "1000")
          : refused(status, message ?? "Invalid request", "invalid_request_error", code ?? null);
    }
  },
};

function parse(captured: CapturedRequest, turn: number): ParsedRequest {
  if (captured.method !== "POST" || captured.path !== "/v1/chat/completions") {
    throw new WireRefusal(404, "no Route matched with those values", {
      message: "no Route matched with those values",
    });
  }
  if (captured.headers.get("authorization") !== `Bearer ${mistralKey}`) {
    throw new WireRefusal(401, "Unauthorized", { detail: "Unauthorized" });
  }
  const refusal = lintMistral(captured);
  if (refusal) throw refusal;
  const body = isRecord(captured.body) ? captured.body : {};
  const tools = list(body.tools).flatMap(({ function: definition }) =>
    isRecord(definition) ? [String(definition.name)] : []
  );
  const model = String(body.model);
  return {
    dialect: "mistral",
    model,
    stream: body.stream === true,
    tools,
    choice: tools.length === 0 ? { kind: "none" } : toChoice(body.tool_choice),
    parallel: body.parallel_tool_calls !== false,
    history: list(body.messages).flatMap(toHistory),
    reasons: /^magistral/.test(model) ||
      (typeof body.reasoning_effort === "string" && body.reasoning_effort !== "none"),
    body,
    turn,
  };
}

function toChoice(choice: unknown): Choice {
  if (isRecord(choice) && isRecord(choice.function)) {
    return { kind: "named", name: String(choice.function.name) };
  }
  switch (choice) {
    case "any":
    case "required":
      return { kind: "required" };
    case "none":
      return { kind: "none" };
    default:
      return { kind: "auto" };
  }
}

function toHistory(message: Record<string, unknown>): HistoryEntry[] {
  const text = typeof message.content === "string"
    ? message.content
    : list(message.content).map((chunk) => typeof chunk.text === "string" ? chunk.text : "").join("");
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

function head(object: string, { model }: ParsedRequest) {
  return { id: randomId("", 32), object, created: Math.floor(Date.now() / 1000), model };
}

function toThinking(text: string) {
  return { type: "thinking", thinking: [{ type: "text", text }] };
}

function toCall(call: Answer["calls"][number]) {
  return { id: randomId("", 9), function: { name: call.name, arguments: call.arguments } };
}

function toFinish({ finish }: Answer): string {
  return finish === "content_filter" ? "stop" : finish;
}

function toUsage({ usage }: Answer) {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    num_cached_tokens: usage.cached,
    prompt_tokens_details: { cached_tokens: usage.cached },
  };
}
