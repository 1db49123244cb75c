// A simulated Workers AI: the REST endpoint of Chat Completions, and the service behind the AI binding as workerd speaks to it
// (ai-api.ts: POST /run?version=3 with {inputs, options}, the model in a header).
import { type Answer, pieces } from "../openai/answer.ts";
import { toChunks, toCompletion } from "../openai/chat/wire.ts";
import {
  type CapturedRequest,
  type Choice,
  type HistoryEntry,
  isRecord,
  type ParsedRequest,
} from "../openai/reply.ts";
import type { Frame } from "../openai/stream.ts";
import type { WireRefusal } from "../refusal.ts";
import type { SimulatedApi } from "../simulator.ts";
import { CodedRefusal, lintRequest, MODELS, toBindingRefusal, toRestRefusal } from "./lint.ts";

export const account = "0123456789abcdef0123456789abcdef";
export const simulatedToken = "cf-simulated-0123456789";

export class WorkersAIApi implements SimulatedApi {
  readonly contentType = "text/event-stream";
  readonly #way: "rest" | "binding";

  constructor(way: "rest" | "binding") {
    this.#way = way;
  }

  parse(captured: CapturedRequest, turn: number): ParsedRequest {
    const body = isRecord(captured.body) ? captured.body : {};
    const isRest = this.#way === "rest";
    const model = isRest ? String(body.model) : captured.headers.get("cf-consn-model-id") ?? "";
    if (isRest) this.#checkRest(captured);
    else this.#checkBinding(captured, model);
    const refusal = lintRequest(captured);
    if (refusal) throw refusal;

    const inputs = isRest ? body : toRecord(body.inputs);
    const tools = records(inputs.tools).map((tool) => String(toRecord(tool.function).name));
    const { thinks = false, whole = false } = MODELS[model] ?? {};
    return {
      dialect: `workers_ai ${this.#way}`,
      model,
      stream: inputs.stream === true && !whole,
      tools,
      choice: toChoice(inputs.tool_choice, tools),
      parallel: true,
      history: records(inputs.messages).flatMap(toHistory),
      reasons: thinks && inputs.reasoning_effort !== null,
      body: inputs,
      turn,
    };
  }

  frames(answer: Answer, request: ParsedRequest): Frame[] {
    return this.#isNative(request) ? toNativeFrames(answer) : toChatFrames(answer, request);
  }

  whole(answer: Answer, request: ParsedRequest): unknown {
    if (!this.#isNative(request)) return toCompletion(answer, request, true);
    return {
      response: answer.text ?? null,
      ...(answer.calls.length === 0 ? {} : { tool_calls: answer.calls.map(toNativeCall) }),
      usage: toUsage(answer),
    };
  }

  errorFrames({ message, code }: { message: string; code?: string | null }): Frame[] {
    return [{ data: { errors: [{ message, code: Number(code ?? 3040) }] } }];
  }

  refusal(status: number, { message, code }: { message?: string; code?: string | null }): WireRefusal {
    const [official, text] = OFFICIAL[status] ?? [1000, "Something went wrong"];
    const refusal = new CodedRefusal(status, Number(code ?? official), message ?? text);
    return this.#way === "rest" ? toRestRefusal(refusal) : toBindingRefusal(refusal);
  }

  headers(): Record<string, string> {
    return { "cf-ray": "9e1f0c5d7b2a4c11-FRA" };
  }

  #checkRest({ method, path, headers }: CapturedRequest): void {
    if (headers.get("authorization") !== `Bearer ${simulatedToken}`) throw this.#refuse(401, 10000);
    if (method !== "POST" || path !== `/client/v4/accounts/${account}/ai/v1/chat/completions`) {
      throw this.#refuse(404, 7003);
    }
    if (!headers.has("x-session-affinity")) throw this.#refuse(400, 3003);
  }

  #checkBinding({ method, path, headers }: CapturedRequest, model: string): void {
    if (method !== "POST" || path !== "/run?version=3") throw this.#refuse(404, 7003);
    if (!headers.has("x-session-affinity")) throw this.#refuse(400, 3003);
    if (MODELS[model] === undefined) {
      throw toBindingRefusal(new CodedRefusal(400, 5007, `No such model ${model} or task`));
    }
  }

  #refuse(status: number, code: number): WireRefusal {
    return this.refusal(status, { code: String(code) });
  }

  // The REST endpoint speaks Chat Completions for all models.
  #isNative({ model }: ParsedRequest): boolean {
    return this.#way === "binding" && MODELS[model]?.native === true;
  }
}

const OFFICIAL: Readonly<Record<number, readonly [code: number, text: string]>> = {
  400: [5004, "Invalid data type for base64 input: string"],
  401: [10000, "Authentication error"],
  403: [5018, "The account is not allowed to access this model"],
  404: [7003, "Could not route to the path, perhaps your object identifier is invalid?"],
  408: [3007, "Request timeout"],
  413: [3006, "Request is too large"],
  429: [3040, "Capacity temporarily exceeded, please try again."],
};

// As recorded by users: a piece that tells nothing of a call stands behind each call (workers-ai-provider, streaming.ts).
function toChatFrames(answer: Answer, request: ParsedRequest): Frame[] {
  const body = { ...request.body, stream_options: { include_usage: true, include_obfuscation: false } };
  const frames = toChunks(answer, { ...request, body }, true);
  const closing = (index: number): Frame => ({
    data: {
      choices: [{
        index: 0,
        delta: {
          tool_calls: [{ id: null, type: null, index, function: { name: null, arguments: "" } }],
        },
        finish_reason: null,
      }],
    },
  });
  const end = frames.findLastIndex(({ delta }) => delta) + 1;
  return frames.toSpliced(end, 0, ...answer.calls.map((_call, index) => closing(index)));
}

function toNativeFrames(answer: Answer): Frame[] {
  return [
    ...pieces(answer.text ?? "", answer.sizes).map((response) => ({
      data: { response, p: "abcdefgh" },
      delta: true,
    })),
    ...answer.calls.map((call) => ({
      data: { response: "", tool_calls: [toNativeCall(call)], p: "ab" },
      delta: true,
    })),
    { data: { response: "", tool_calls: [], usage: toUsage(answer) } },
    { data: "[DONE]" },
  ];
}

function toNativeCall({ name, arguments: args }: Answer["calls"][number]) {
  return { name, arguments: JSON.parse(args) };
}

function toUsage({ usage }: Answer) {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cached },
  };
}

function toChoice(choice: unknown, tools: readonly string[]): Choice {
  if (tools.length === 0) return { kind: "none" };
  if (isRecord(choice)) return { kind: "named", name: String(toRecord(choice.function).name) };
  return { kind: choice === "none" ? "none" : choice === "required" ? "required" : "auto" };
}

function toHistory({ role, content, tool_call_id, tool_calls }: Record<string, unknown>): HistoryEntry[] {
  const text = String(content);
  if (role === "tool") return [{ kind: "result", id: String(tool_call_id), output: text }];
  const made = records(tool_calls).map(({ id, function: called }): HistoryEntry => ({
    kind: "call",
    id: String(id),
    name: String(toRecord(called).name),
    arguments: String(toRecord(called).arguments),
  }));
  const message: HistoryEntry = { kind: "message", role: String(role), text };
  return made.length > 0 && text === "" ? made : [message, ...made];
}

function toRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

function records(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
