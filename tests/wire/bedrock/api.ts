// A simulated bedrock-runtime: Converse and ConverseStream with binary frames, signatures checked.
import { EventStreamCodec } from "@smithy/eventstream-codec";
import { type Answer, pieces } from "../openai/answer.ts";
import { type CapturedRequest, type Choice, isRecord, type ParsedRequest } from "../openai/reply.ts";
import type { Frame } from "../openai/stream.ts";
import type { WireRefusal } from "../refusal.ts";
import type { SimulatedApi } from "../simulator.ts";
import { exception } from "./exception.ts";
import { hidesThinking } from "../anthropic/api.ts";
import { isBound, signBound } from "../anthropic/binding.ts";
import { toConversation } from "./binding.ts";
import { lintBedrock, toOperation } from "./lint.ts";
import { parseHistory } from "./history.ts";
import { expectedAuthorization } from "./sigv4.ts";

export const API_KEY = "bedrock-api-key-simulated";
/** The example credentials of AWS's documentation. */
export const KEYS = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
  sessionToken: "fixture-session-token",
};
export const REGION = "us-east-1";

export const bedrockApi: SimulatedApi = {
  contentType: "application/vnd.amazon.eventstream",
  parse,
  frames,
  whole,
  errorFrames: ({ message, code }) => [{ event: code ?? "serviceUnavailableException", data: { message } }],
  refusal,
  encode: ({ event = "", data }) => encodeFrame(event, data),
  headers: () => ({ "x-amzn-requestid": crypto.randomUUID() }),
};

const codec = new EventStreamCodec(
  (bytes) => typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes),
  (text) => new TextEncoder().encode(text),
);

/** A frame of the wire; an exception when its name ends so. */
export function encodeFrame(event: string, data: unknown): Uint8Array<ArrayBuffer> {
  const isException = event.endsWith("Exception");
  const text = (value: string) => ({ type: "string" as const, value });
  return new Uint8Array(codec.encode({
    headers: {
      [isException ? ":exception-type" : ":event-type"]: text(event),
      ":content-type": text("application/json"),
      ":message-type": text(isException ? "exception" : "event"),
    },
    body: new TextEncoder().encode(typeof data === "string" ? data : JSON.stringify(data)),
  }));
}

function parse(request: CapturedRequest, turn: number): ParsedRequest {
  const { path, body, headers } = request;
  if (headers.get("content-type") !== "application/json") {
    throw exception(415, "UnsupportedMediaTypeException", "The content type must be application/json.");
  }
  checkAuthorization(request);
  const refused = lintBedrock(request);
  if (refused) throw refused;
  const { model, stream } = toOperation(path) ?? { model: "", stream: true };
  const wire = isRecord(body) ? body : {};
  const tools = toolsOf(wire);
  const own = isRecord(wire.additionalModelRequestFields)
    ? wire.additionalModelRequestFields.tool_choice
    : null;
  return {
    dialect: "bedrock",
    model,
    stream,
    tools,
    choice: choiceOf(wire, own, tools),
    parallel: !(isRecord(own) && own.disable_parallel_tool_use === true),
    history: parseHistory(wire.messages),
    reasons: false,
    body: wire,
    turn,
  };
}

function checkAuthorization(request: CapturedRequest): void {
  const { headers } = request;
  const value = headers.get("authorization") ?? "";
  if (value === "") {
    throw exception(403, "MissingAuthenticationTokenException", "Missing Authentication Token");
  }
  if (value.startsWith("Bearer ")) {
    if (value === `Bearer ${API_KEY}`) return;
    throw exception(
      403,
      "AccessDeniedException",
      "Authentication failed: Please make sure your API Key is valid.",
    );
  }
  const token = headers.get("x-amz-security-token");
  if (token !== null && token !== KEYS.sessionToken) {
    throw exception(
      403,
      "UnrecognizedClientException",
      "The security token included in the request is invalid.",
    );
  }
  const names = /SignedHeaders=([a-z0-9;-]+)/.exec(value)?.[1]?.split(";") ?? [];
  const wanted = ["host", "x-amz-date", ...token === null ? [] : ["x-amz-security-token"]];
  const expected = expectedAuthorization(request, { ...KEYS, region: REGION, service: "bedrock" });
  if (value === expected && wanted.every((name) => names.includes(name))) return;
  throw exception(
    403,
    "InvalidSignatureException",
    "The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.",
  );
}

function toolsOf({ toolConfig }: Record<string, unknown>): string[] {
  const tools = isRecord(toolConfig) && Array.isArray(toolConfig.tools) ? toolConfig.tools : [];
  return tools.flatMap((tool) =>
    isRecord(tool) && isRecord(tool.toolSpec) ? [String(tool.toolSpec.name)] : []
  );
}

function choiceOf({ toolConfig }: Record<string, unknown>, own: unknown, tools: readonly string[]): Choice {
  if (tools.length === 0) return { kind: "none" };
  if (isRecord(own)) {
    if (own.type === "any") return { kind: "required" };
    return own.type === "tool" ? { kind: "named", name: String(own.name) } : { kind: "auto" };
  }
  const choice = isRecord(toolConfig) && isRecord(toolConfig.toolChoice) ? toolConfig.toolChoice : {};
  if (choice.any !== undefined) return { kind: "required" };
  return isRecord(choice.tool) ? { kind: "named", name: String(choice.tool.name) } : { kind: "auto" };
}

function frames(answer: Answer, request: ParsedRequest): Frame[] {
  const { text, reasoning, calls, sizes } = answer;
  const result: Frame[] = [{ event: "messageStart", data: { p: "abcdefghij", role: "assistant" } }];
  let contentBlockIndex = 0;
  const delta = (delta: unknown) => {
    result.push({ event: "contentBlockDelta", data: { contentBlockIndex, delta, p: "abc" }, delta: true });
  };
  const stop = () => {
    result.push({ event: "contentBlockStop", data: { contentBlockIndex: contentBlockIndex++, p: "ab" } });
  };
  if (reasoning !== "") {
    const shown = shownOf(reasoning, request);
    for (const text of pieces(shown, sizes)) delta({ reasoningContent: { text } });
    delta({ reasoningContent: { signature: signatureOf(shown, request) } });
    stop();
  }
  if (text !== undefined) {
    for (const piece of pieces(text, sizes)) delta({ text: piece });
    stop();
  }
  for (const { id, name, arguments: args } of calls) {
    const start = { toolUse: { toolUseId: `tooluse_${id}`.slice(0, 64), name } };
    result.push({ event: "contentBlockStart", data: { contentBlockIndex, start, p: "abcd" } });
    for (const input of args === "" ? [""] : pieces(args, sizes)) delta({ toolUse: { input } });
    stop();
  }
  result.push({ event: "messageStop", data: { p: "abcdef", stopReason: stopReasonOf(answer) } });
  result.push({
    event: "metadata",
    data: { metrics: { latencyMs: 12 }, p: "abc", usage: usageOf(answer, request) },
  });
  return result;
}

function whole(answer: Answer, request: ParsedRequest): unknown {
  const { text, reasoning, calls } = answer;
  const content = [
    ...reasoning === "" ? [] : [{
      reasoningContent: { reasoningText: signed(shownOf(reasoning, request), request) },
    }],
    ...text === undefined ? [] : [{ text }],
    ...calls.map(({ id, name, arguments: args }) => ({
      toolUse: { toolUseId: `tooluse_${id}`, name, input: JSON.parse(args === "" ? "{}" : args) },
    })),
  ];
  return {
    metrics: { latencyMs: 12 },
    output: { message: { role: "assistant", content } },
    stopReason: stopReasonOf(answer),
    usage: usageOf(answer, request),
  };
}

function signed(text: string, request: ParsedRequest): { text: string; signature: string } {
  return { text, signature: signatureOf(text, request) };
}

/** Claude leaves out the text of its thoughts where the request does not ask for it. */
function shownOf(reasoning: string, { model, body }: ParsedRequest): string {
  const fields = isRecord(body.additionalModelRequestFields) ? body.additionalModelRequestFields : {};
  return /claude/.test(model) && hidesThinking(model, fields.thinking) ? "" : reasoning;
}

function signatureOf(reasoning: string, { model, body }: ParsedRequest): string {
  return isBound(model) ? signBound(toConversation(model, body), reasoning) : `signed:${reasoning.length}`;
}

function stopReasonOf({ finish, calls }: Answer): string {
  if (finish === "length") return "max_tokens";
  if (finish === "content_filter") return "content_filtered";
  return calls.length > 0 ? "tool_use" : "end_turn";
}

function usageOf({ usage }: Answer, { model }: ParsedRequest): Record<string, number> {
  const caches = /claude|nova/.test(model);
  const input = usage.input - usage.cached;
  return {
    ...caches && { cacheReadInputTokens: usage.cached, cacheWriteInputTokens: 0 },
    inputTokens: input,
    outputTokens: usage.output,
    totalTokens: usage.input + usage.output,
  };
}

function refusal(
  status: number,
  { message, code }: { message?: string; code?: string | null },
  model: string,
): WireRefusal {
  const [type, text] = REFUSALS.get(status) ??
    ["ValidationException", `The provided model identifier is invalid: ${model}`];
  return exception(status, code ?? type, message ?? text);
}

const REFUSALS = new Map<number, readonly [string, string]>([
  [403, ["AccessDeniedException", "You don't have access to the model with the specified model ID."]],
  [408, ["ModelTimeoutException", "Model has timed out in processing the request. Try your request again."]],
  [424, [
    "ModelErrorException",
    "The system encountered an unexpected error during processing. Try your request again.",
  ]],
  [429, ["ThrottlingException", "Too many requests, please wait before trying again."]],
  [500, [
    "InternalServerException",
    "The system encountered an unexpected error during processing. Try your request again.",
  ]],
  [503, ["ServiceUnavailableException", "Bedrock is unable to process your request."]],
]);
