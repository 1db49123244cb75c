// The Gemini API as a simulated server: https://ai.google.dev/api/generate-content.
import { type Answer, pieces, randomId } from "../openai/answer.ts";
import { type CapturedRequest, isRecord, type ParsedRequest } from "../openai/reply.ts";
import type { Frame } from "../openai/stream.ts";
import type { WireRefusal } from "../refusal.ts";
import type { SimulatedApi } from "../simulator.ts";
import { signatureOf } from "./contents.ts";
import { type GeminiCall, parseCall } from "./lint.ts";
import { refusal } from "./refuse.ts";

/** The key that the server takes. */
export const geminiKey = "AIzaSimulated0123456789abcdefghijklmnop";

export class GeminiApi implements SimulatedApi {
  readonly contentType = "text/event-stream";
  readonly #calls = new WeakMap<Record<string, unknown>, GeminiCall>();

  parse(request: CapturedRequest, turn: number): ParsedRequest {
    checkHead(request);
    const call = parseCall(request);
    this.#calls.set(call.body, call);
    const { model, stream, tools, choice, history, thinks, body } = call;
    return {
      dialect: "gemini",
      model,
      stream,
      tools,
      choice,
      parallel: true,
      history,
      reasons: thinks,
      body,
      turn,
    };
  }

  frames(answer: Answer, request: ParsedRequest): Frame[] {
    const usage = usageOf(answer);
    const cumulative = { promptTokenCount: usage.promptTokenCount, totalTokenCount: usage.promptTokenCount };
    const frames = this.#parts(answer, request, answer.sizes).map((part): Frame => ({
      data: toResponse(request, { content: { parts: [part], role: "model" }, index: 0 }, cumulative),
      delta: true,
    }));
    const { finishReason, finishMessage } = finishOf(answer);
    const last = { content: { parts: [{ text: "" }], role: "model" }, finishReason, index: 0, finishMessage };
    return [...frames, { data: toResponse(request, last, usage) }];
  }

  whole(answer: Answer, request: ParsedRequest): unknown {
    const parts = this.#parts(answer, request, [Infinity]);
    const candidate = { content: { parts, role: "model" }, index: 0, ...finishOf(answer) };
    return toResponse(request, candidate, usageOf(answer));
  }

  errorFrames({ message, code }: { message: string; code?: string | null }): Frame[] {
    const status = code ?? "UNAVAILABLE";
    return [{ data: { error: { code: status === "UNAVAILABLE" ? 503 : 500, message, status } } }];
  }

  refusal(
    status: number,
    { message, code }: { message?: string; code?: string | null },
    model: string,
  ): WireRefusal {
    switch (status) {
      case 401:
      case 403:
        return refusal(403, "PERMISSION_DENIED", message ?? "The caller does not have permission");
      case 429:
        return code === "insufficient_quota" ? quota(model, "PerDay") : quota(model, "PerMinute");
      case 503:
        return refusal(503, "UNAVAILABLE", message ?? "The model is overloaded. Please try again later.");
      case 504:
        return refusal(
          504,
          "DEADLINE_EXCEEDED",
          message ?? "Deadline expired before operation could complete.",
        );
      default:
        return status >= 500
          ? refusal(
            status,
            "INTERNAL",
            message ??
              "An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting",
          )
          : refusal(status, code ?? "INVALID_ARGUMENT", message ?? "Request contains an invalid argument.");
    }
  }

  headers(): Record<string, string> {
    return { "server-timing": "gfet4t7; dur=321", "x-gemini-service-tier": "standard" };
  }

  // Only the first of several calls is signed, as by Gemini 3; arguments that are no object cannot be told.
  #parts(answer: Answer, request: ParsedRequest, sizes: number[]): Record<string, unknown>[] {
    const call = this.#calls.get(request.body);
    const signature = (kind: Parameters<typeof signatureOf>[1]) =>
      call?.thinks ? { thoughtSignature: signatureOf(request.model, kind, request.turn) } : {};
    const thoughts = call?.showsThoughts ? pieces(answer.reasoning, sizes) : [];
    const texts = pieces(answer.text ?? "", sizes);
    const calls = answer.calls.filter(isLegal).map(({ name, arguments: args, id }, index) => ({
      functionCall: { id: id.replace(/^call_/, "") || randomId("", 8), name, args: JSON.parse(args || "{}") },
      ...(index === 0 && signature("functionCall")),
    }));
    return [
      ...thoughts.map((text) => ({ text, thought: true })),
      ...texts.map((text, index) => ({
        text,
        ...(index === texts.length - 1 && calls.length === 0 && signature("text")),
      })),
      ...calls,
    ];
  }
}

function checkHead({ method, path, headers }: CapturedRequest): void {
  if (method !== "POST") throw refusal(404, "NOT_FOUND", "Requested entity was not found.");
  if (/[?&]key=/.test(path)) throw refusal(400, "INVALID_ARGUMENT", "The key must not stand in the URL.");
  const key = headers.get("x-goog-api-key");
  if (key === null) {
    throw refusal(
      403,
      "PERMISSION_DENIED",
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other " +
        "form of API consumer identity to call this API.",
    );
  }
  if (key !== geminiKey) {
    throw refusal(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [
      {
        "@type": "type.googleapis.com/google.rpc.ErrorInfo",
        reason: "API_KEY_INVALID",
        domain: "googleapis.com",
        metadata: { service: "generativelanguage.googleapis.com" },
      },
    ]);
  }
  if (headers.get("content-type") !== "application/json") {
    throw refusal(400, "INVALID_ARGUMENT", "Invalid JSON payload received.");
  }
}

/** A 429 as Google sends it; the delay is in the body alone. */
export function quota(model: string, per: "PerDay" | "PerMinute"): WireRefusal {
  const metric = "generativelanguage.googleapis.com/generate_content_free_tier_requests";
  return refusal(
    429,
    "RESOURCE_EXHAUSTED",
    "You exceeded your current quota, please check your plan and billing details. For more information on this error, " +
      "head to: https://ai.google.dev/gemini-api/docs/rate-limits.\n" +
      `* Quota exceeded for metric: ${metric}, limit: 20, model: ${model}\nPlease retry in 34.4s.`,
    [
      {
        "@type": "type.googleapis.com/google.rpc.Help",
        links: [{
          description: "Learn more about Gemini API quotas",
          url: "https://ai.google.dev/gemini-api/docs/rate-limits",
        }],
      },
      {
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        violations: [{
          quotaMetric: metric,
          quotaId: `GenerateRequests${per}PerProjectPerModel-FreeTier`,
          quotaDimensions: { location: "global", model },
          quotaValue: "20",
        }],
      },
      { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.4s" },
    ],
  );
}

function toResponse({ model }: ParsedRequest, candidate: object, usageMetadata: object): object {
  return { candidates: [candidate], usageMetadata, modelVersion: model, responseId: "simulatedResponse1" };
}

function finishOf(answer: Answer): { finishReason: string; finishMessage?: string } {
  const broken = answer.calls.find((call) => !isLegal(call));
  if (broken && answer.finish !== "length") {
    const finishMessage = `Malformed function call: print(default_api.${broken.name}(${broken.arguments}`;
    return { finishReason: "MALFORMED_FUNCTION_CALL", finishMessage };
  }
  switch (answer.finish) {
    case "length":
      return { finishReason: "MAX_TOKENS" };
    case "content_filter":
      return { finishReason: "SAFETY" };
    case "stop":
    case "tool_calls":
      return { finishReason: "STOP" };
  }
}

function isLegal({ arguments: args }: { arguments: string }): boolean {
  try {
    return isRecord(JSON.parse(args || "{}"));
  } catch {
    return false;
  }
}

function usageOf({ usage }: Answer): Record<string, number> {
  const { input, output, cached, reasoning } = usage;
  return {
    promptTokenCount: input,
    candidatesTokenCount: output - reasoning,
    totalTokenCount: input + output,
    ...(cached > 0 && { cachedContentTokenCount: cached }),
    ...(reasoning > 0 && { thoughtsTokenCount: reasoning }),
  };
}
