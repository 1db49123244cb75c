// A simulated Ollama: POST /api/chat, answered line by line as server/routes.go does.
import { type Answer, pieces, randomId } from "../openai/answer.ts";
import type { Frame } from "../openai/stream.ts";
import { type CapturedRequest, type HistoryEntry, isRecord, type ParsedRequest } from "../openai/reply.ts";
import { WireRefusal } from "../refusal.ts";
import type { SimulatedApi } from "../simulator.ts";
import { lintRequest, MODELS, refuse } from "./lint.ts";

/** A server that wants this key, as ollama.com does. */
export const simulatedKey = "ollama-simulated-0123456789";

export class OllamaApi implements SimulatedApi {
  readonly contentType = "application/x-ndjson";

  parse(captured: CapturedRequest, turn: number): ParsedRequest {
    const { method, path, headers, body } = captured;
    if (method !== "POST" || path !== "/api/chat") {
      throw new WireRefusal(404, "404 page not found", "404 page not found");
    }
    if (headers.get("content-type") !== "application/json") throw refuse(400, "no JSON is sent");
    if (headers.get("authorization") !== `Bearer ${simulatedKey}`) throw refuse(401, "unauthorized");
    const refusal = lintRequest(captured);
    if (refusal) throw refusal;
    const sent = isRecord(body) ? body : {};
    const model = String(sent.model);
    const tools = records(sent.tools).map(({ function: offered }) => nameOf(offered));
    return {
      dialect: "ollama",
      model,
      stream: sent.stream !== false,
      tools,
      choice: { kind: tools.length === 0 ? "none" : "auto" },
      parallel: true,
      history: toHistory(records(sent.messages)),
      // Models that can think do so unless they are told not to.
      reasons: MODELS[model]?.thinking === true && sent.think !== false,
      body: sent,
      turn,
    };
  }

  frames(answer: Answer, request: ParsedRequest): Frame[] {
    const line = (message: object): Frame => ({
      data: { ...head(request), message: { role: "assistant", content: "", ...message }, done: false },
      delta: true,
    });
    return [
      ...pieces(answer.reasoning, answer.sizes).map((thinking) => line({ thinking })),
      ...pieces(answer.text ?? "", answer.sizes).map((content) => line({ content })),
      ...answer.calls.map((call, index) => line({ tool_calls: [toCall(call, index)] })),
      { data: { ...head(request), message: { role: "assistant", content: "" }, ...tail(answer) } },
    ];
  }

  whole(answer: Answer, request: ParsedRequest): unknown {
    const message = {
      role: "assistant",
      content: answer.text ?? "",
      ...(answer.reasoning === "" ? {} : { thinking: answer.reasoning }),
      ...(answer.calls.length === 0 ? {} : { tool_calls: answer.calls.map(toCall) }),
    };
    return { ...head(request), message, ...tail(answer) };
  }

  errorFrames({ message }: { message: string }): Frame[] {
    return [{ data: { error: message } }];
  }

  refusal(status: number, { message }: { message?: string }, model: string): WireRefusal {
    return refuse(status, message ?? OFFICIAL[status] ?? `model runner of ${model} has unexpectedly stopped`);
  }

  encode({ data }: Frame): string {
    return `${JSON.stringify(data)}\n`;
  }
}

const OFFICIAL: Readonly<Record<number, string>> = {
  401: "unauthorized",
  429:
    "you (somebody) have reached your weekly usage limit, upgrade for higher limits: https://ollama.com/upgrade",
  503: "server busy, please try again.  maximum pending requests exceeded",
};

function head({ model }: ParsedRequest) {
  return { model, created_at: new Date().toISOString() };
}

// Durations are nanoseconds.
function tail({ finish, usage }: Answer) {
  return {
    done: true,
    done_reason: finish === "length" ? "length" : "stop",
    total_duration: 4_883_583_458,
    load_duration: 1_334_875,
    prompt_eval_count: usage.input,
    prompt_eval_duration: 342_546_000,
    eval_count: usage.output,
    eval_duration: 4_535_599_000,
  };
}

function toCall({ name, arguments: args }: Answer["calls"][number], index: number) {
  return { id: randomId("call_", 8), function: { index, name, arguments: JSON.parse(args) } };
}

// Ids are made up here: the n-th result of a message answers its n-th call.
function toHistory(messages: readonly Record<string, unknown>[]): HistoryEntry[] {
  let calls = 0;
  let results = 0;
  return messages.flatMap(({ role, content, tool_calls }): HistoryEntry[] => {
    const text = String(content);
    if (role === "tool") return [{ kind: "result", id: `call_${results++}`, output: text }];
    const message: HistoryEntry = { kind: "message", role: String(role), text };
    const made = records(tool_calls).map(({ function: called }): HistoryEntry => ({
      kind: "call",
      id: `call_${calls++}`,
      name: nameOf(called),
      arguments: JSON.stringify(isRecord(called) ? called.arguments : {}),
    }));
    return made.length > 0 && text === "" ? made : [message, ...made];
  });
}

function nameOf(called: unknown): string {
  return isRecord(called) ? String(called.name) : "";
}

function records(list: unknown): Record<string, unknown>[] {
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
