// Anthropic Messages, simulated: POST /v1/messages, streamed or not. Shapes: the recordings of ../shared/fixtures/anthropic and
// the types of @anthropic-ai/sdk, which also reads what this serves (tests/providers/anthropic/provider_test.ts).
import { type Answer, pieces, randomId } from "../openai/answer.ts";
import { type CapturedRequest, isRecord, type ParsedRequest } from "../openai/reply.ts";
import type { Frame } from "../openai/stream.ts";
import type { WireRefusal } from "../refusal.ts";
import { simulate, type SimulatedApi, type Simulator, type SimulatorOptions } from "../simulator.ts";
import { isBound, signBound, toConversation } from "./binding.ts";
import { checkBeta, toCompaction } from "./compaction.ts";
import { appliedTo, checkEditingBeta } from "./context_management.ts";
import { signatureOf } from "./history.ts";
import { readRequest } from "./lint.ts";
import { invalid, refuse } from "./refusals.ts";

export const simulatedKey = "sk-ant-api03-simulated-key-000000000000";

export function serveAnthropic(options: SimulatorOptions = {}): Promise<Simulator> {
  return simulate(anthropicApi, options);
}

export const anthropicApi: SimulatedApi = {
  parse,
  frames,
  whole: (answer, request) => ({
    ...message(request.model, contentOf(answer, request), stopOf(answer, request), usageOf(answer, request)),
    ...editsOf(request),
  }),
  errorFrames: ({ message, code }) => {
    const error = { type: code ?? "overloaded_error", message };
    return [{ event: "error", data: { type: "error", error, request_id: randomId("req_011", 20) } }];
  },
  refusal,
  contentType: "text/event-stream; charset=utf-8",
  headers: () => ({
    "request-id": randomId("req_011", 20),
    "anthropic-organization-id": "5e0d1d4c-8f6f-4f0b-9d0f-2f2f2f2f2f2f",
    ...limits(100),
  }),
};

/** The newer one has no sampling settings any more; gateways know the older one. */
const VERSIONS = ["2023-06-01", "2026-10-21"];

function parse(captured: CapturedRequest, turn: number): ParsedRequest {
  const { method, headers } = captured;
  if (method !== "POST") throw refuse(405, "invalid_request_error", "Method Not Allowed");
  const key = headers.get("x-api-key");
  if (key === null && headers.get("authorization") === null) {
    throw refuse(401, "authentication_error", "x-api-key header is required");
  }
  const bearer = headers.get("authorization") === `Bearer ${simulatedKey}`;
  if (key !== simulatedKey && !bearer) throw refuse(401, "authentication_error", "invalid x-api-key");
  const version = headers.get("anthropic-version");
  if (version === null) throw invalid("anthropic-version: header is required");
  if (!VERSIONS.includes(version)) throw invalid(`anthropic-version: "${version}" is not a valid version`);
  if (headers.get("content-type")?.startsWith("application/json") !== true) {
    throw invalid("content-type: must be application/json");
  }
  const { body, model, tools, choice, parallel, thinks, history } = readRequest(captured);
  checkBeta(body, headers);
  checkEditingBeta(body, headers);
  const sampling = ["temperature", "top_p", "top_k"].find((key) => key in body);
  if (version !== "2023-06-01" && sampling) throw invalid(`${sampling}: Extra inputs are not permitted`);
  return {
    dialect: "anthropic",
    model,
    stream: body.stream === true,
    tools,
    choice,
    parallel,
    history,
    body,
    turn,
    reasons: thinks !== "none",
  };
}

type Content = Record<string, unknown> & { type: string };

/**
 * The text of thoughts is left out by default since Claude Opus 4.7 (platform.claude.com build-with-claude/thinking,
 * controlling-thinking-display, 2026-11); their signatures stay.
 */
export function hidesThinking(model: string, thinking: unknown): boolean {
  const { display } = isRecord(thinking) ? thinking : {};
  if (display === undefined) return thinking === undefined || /claude-(?:opus-4-[78]|[a-z]+-5)/.test(model);
  return display === "omitted";
}

// The blocks of the answer, whole.
function contentOf(answer: Answer, { model, body }: ParsedRequest): Content[] {
  if (body.compaction !== undefined) {
    return [{ type: "compaction", ...toCompaction(toConversation(body), answer.text) }];
  }
  const isHidden = hidesThinking(model, body.thinking);
  const thinking = isHidden ? "" : answer.reasoning;
  return [
    ...answer.reasoning === ""
      ? []
      : [{ type: "thinking", thinking, signature: sign(model, thinking, body) }],
    ...answer.text ? [{ type: "text", text: answer.text, citations: null }] : [],
    ...answer.calls.map((call) => ({
      type: "tool_use",
      id: call.id.replace(/^call_/, "toolu_"),
      name: call.name,
      input: inputOf(call.arguments),
      caller: { type: "direct" },
    })),
  ];
}

function sign(model: string, thinking: string, body: Record<string, unknown>): string {
  return isBound(model) ? signBound(toConversation(body), thinking) : signatureOf(model, thinking);
}

function inputOf(args: string): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return {};
  }
}

function frames(answer: Answer, request: ParsedRequest): Frame[] {
  const usage = usageOf(answer, request);
  const start = message(request.model, [], null, { ...usage, output_tokens: 1 });
  const args = answer.calls.map((call) => call.arguments);
  return [
    frame("message_start", { message: start }),
    ...contentOf(answer, request).flatMap((block, index) => [
      frame("content_block_start", { index, content_block: beginning(block) }),
      ...index === 0 ? [frame("ping", {})] : [],
      ...deltasOf(block, block.type === "tool_use" ? args.shift() ?? "" : "", answer.sizes).map((delta) => ({
        ...frame("content_block_delta", { index, delta }),
        delta: true,
      })),
      frame("content_block_stop", { index }),
    ]),
    frame("message_delta", {
      ...editsOf(request),
      delta: {
        stop_reason: stopOf(answer, request),
        stop_sequence: null,
        stop_details: null,
        container: null,
      },
      usage: {
        input_tokens: usage.input_tokens,
        output_tokens: usage.output_tokens,
        cache_creation_input_tokens: usage.cache_creation_input_tokens,
        cache_read_input_tokens: usage.cache_read_input_tokens,
        output_tokens_details: usage.output_tokens_details,
        server_tool_use: null,
        ...("iterations" in usage ? { iterations: usage.iterations } : {}),
      },
    }),
    frame("message_stop", {}),
  ];
}

function editsOf({ body }: ParsedRequest) {
  const edits = appliedTo(body);
  return edits === undefined ? {} : { context_management: edits };
}

function frame(type: string, fields: Record<string, unknown>): Frame {
  return { event: type, data: { type, ...fields } };
}

function beginning(block: Content): Content {
  switch (block.type) {
    case "compaction":
      return block; // it arrives whole
    case "thinking":
      return { ...block, thinking: "", signature: "" };
    case "tool_use":
      return { ...block, input: {} };
    default:
      return { ...block, text: "" };
  }
}

// Arguments begin with an empty piece, also when there are none: anthropic-tool-no-args.
function deltasOf(block: Content, args: string, sizes: number[]): Record<string, unknown>[] {
  switch (block.type) {
    case "compaction":
      return [];
    case "thinking":
      return [
        ...pieces(String(block.thinking), sizes).map((thinking) => ({ type: "thinking_delta", thinking })),
        { type: "signature_delta", signature: block.signature },
      ];
    case "tool_use": {
      const told = args === "{}" ? "" : args;
      return ["", ...pieces(told, sizes)].map((partial_json) => ({ type: "input_json_delta", partial_json }));
    }
    default:
      return pieces(String(block.text), sizes).map((text) => ({ type: "text_delta", text }));
  }
}

function message(model: string, content: Content[], stop: string | null, usage: ReturnType<typeof usageOf>) {
  return {
    id: randomId("msg_01", 22),
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: stop,
    stop_sequence: null,
    stop_details: null,
    container: null,
    usage,
    diagnostics: null,
  };
}

function stopOf(answer: Answer, { body }: ParsedRequest): string {
  if (body.compaction !== undefined) return "compaction";
  if (answer.finish === "length") return "max_tokens";
  if (answer.finish === "content_filter") return "refusal";
  return answer.calls.length > 0 ? "tool_use" : "end_turn";
}

// A summary's tokens are in no count of the answer.
function usageOf({ usage }: Answer, { body }: ParsedRequest) {
  if (body.compaction === undefined) return countsOf(usage);
  const iteration = {
    type: "compaction",
    input_tokens: usage.input,
    output_tokens: usage.output,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation: null,
  };
  return {
    ...countsOf({ input: 0, output: 0, cached: 0, written: 0, reasoning: 0 }),
    iterations: [iteration],
  };
}

function countsOf(usage: Answer["usage"]) {
  return {
    input_tokens: usage.input - usage.cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage.cached,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
    output_tokens: usage.output,
    output_tokens_details: { thinking_tokens: usage.reasoning },
    inference_geo: "global",
    server_tool_use: null,
    service_tier: "standard",
    speed: null,
  };
}

const STATUSES: Readonly<Record<number, readonly [type: string, message: string]>> = {
  400: ["invalid_request_error", "messages: Input should be a valid list"],
  401: ["authentication_error", "invalid x-api-key"],
  402: ["billing_error", "Your credit balance is too low to access the Anthropic API."],
  403: ["permission_error", "Your API key does not have permission to use the specified resource."],
  404: ["not_found_error", "Not Found"],
  413: ["request_too_large", "Request exceeds the maximum size"],
  429: ["rate_limit_error", "This request would exceed the rate limit for your organization."],
  500: ["api_error", "Internal server error"],
  504: ["timeout_error", "The request timed out while processing."],
  529: ["overloaded_error", "Overloaded"],
};

// A spend limit is a 429 as well, which no waiting helps: it has a code and no retry-after.
function refusal(status: number, error: { message?: string; code?: string | null }): WireRefusal {
  const [type, message] = STATUSES[status] ?? ["api_error", "Internal server error"];
  const waits = status === 429 && !error.code;
  return refuse(
    status,
    type,
    error.message ?? message,
    waits ? { "retry-after": "7", ...limits(0) } : {},
    error.code ? { error_code: error.code } : undefined,
  );
}

function limits(remaining: number): Record<string, string> {
  const reset = new Date(Date.now() + 7000).toISOString();
  return {
    "anthropic-ratelimit-requests-limit": "100",
    "anthropic-ratelimit-requests-remaining": String(remaining),
    "anthropic-ratelimit-requests-reset": reset,
    "anthropic-ratelimit-tokens-limit": "450000",
    "anthropic-ratelimit-tokens-remaining": "450000",
    "anthropic-ratelimit-tokens-reset": reset,
  };
}
