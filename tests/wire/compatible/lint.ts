// The rules of a server of the family: OpenAI's for what they share, the server's own for the rest.
import { Refusal } from "../openai/error.ts";
import { parseChatRequest } from "../openai/chat/request.ts";
import { type CapturedRequest, isRecord, type ParsedRequest } from "../openai/reply.ts";
import { WireRefusal } from "../refusal.ts";
import { IMAGES, isMediaURL, isMedium } from "../media/sniff.ts";
import { COMMON_KEYS, type Flavor, type Refused } from "./flavor.ts";

/** What a script sees of a legal request. Throws WireRefusal with the body that the server would send. */
export function parseCompatible(
  flavor: Flavor,
  request: Pick<CapturedRequest, "body">,
  turn: number,
): ParsedRequest {
  const body = isRecord(request.body)
    ? request.body
    : refuse(flavor, { message: "The body is no JSON object." });
  const stranger = Object.keys(body).find((key) => !COMMON_KEYS.includes(key) && !flavor.keys.includes(key));
  if (stranger !== undefined) refuse(flavor, { message: flavor.unknownKey(stranger) });
  checkChoice(flavor, body);
  const plain = withoutMarks(flavor, body);
  const messages = plain.map((message: unknown, index) => toPlainMessage(flavor, body.model, message, index));
  const lacking = flavor.refuses?.(body);
  if (lacking !== undefined) refuse(flavor, lacking);
  try {
    const { max_tokens: _, thinking: __, reasoning: ___, provider: ____, reasoning_effort: _____, ...rest } =
      body;
    const rules = {
      models: [String(body.model)],
      reasoningModels: /^$/,
      reasoningContent: false,
      acceptKeys: [],
    };
    const parsed = parseChatRequest({ ...rest, messages }, rules, turn);
    return { ...parsed, body, reasons: flavor.thinks(body) };
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    return refuse(flavor, {
      message: refusal.message,
      status: refusal.status,
      ...(refusal.body.code === null ? {} : { code: refusal.body.code }),
    });
  }
}

/** The refusal of the request, undefined for a legal one. */
export function lintCompatible(
  flavor: Flavor,
  request: Pick<CapturedRequest, "body">,
): WireRefusal | undefined {
  try {
    parseCompatible(flavor, request, 0);
    return undefined;
  } catch (refusal) {
    if (refusal instanceof WireRefusal) return refusal;
    throw refusal;
  }
}

/** The messages without marks of the cache, which only a text has. */
function withoutMarks(flavor: Flavor, { model, messages }: Readonly<Record<string, unknown>>): unknown[] {
  let marks = 0;
  const plain = (Array.isArray(messages) ? messages : []).map((message: unknown) => {
    if (!isRecord(message) || !Array.isArray(message.content)) return message;
    const content = message.content.map((part: unknown) => {
      if (!isRecord(part) || part.cache_control === undefined || !flavor.marked?.test(String(model))) {
        return part;
      }
      const { cache_control: mark, ...rest } = part;
      if (part.type !== "text" || JSON.stringify(mark) !== '{"type":"ephemeral"}') return part;
      marks++;
      return rest;
    });
    return { ...message, content };
  });
  // Anthropic's text, which gateways pass on.
  if (marks > 4) {
    refuse(flavor, { message: `A maximum of 4 blocks with cache_control may be provided. Found ${marks}.` });
  }
  return plain;
}

/** The refusal in the words of the server. */
export function toWireRefusal(flavor: Flavor, { message, status = 400, code, param }: Refused): WireRefusal {
  const type = status >= 500 ? "server_error" : "invalid_request_error";
  return new WireRefusal(
    status,
    message,
    flavor.errorBody({ message, code: code ?? null, type, param: param ?? null }, status),
  );
}

function refuse(flavor: Flavor, refused: Refused): never {
  throw toWireRefusal(flavor, refused);
}

function checkChoice(flavor: Flavor, { tool_choice: choice }: Readonly<Record<string, unknown>>): void {
  if (choice === null && flavor.nullChoice !== undefined) refuse(flavor, { message: flavor.nullChoice });
  if (!isRecord(choice)) return;
  if (flavor.choices === "words") {
    refuse(flavor, { message: flavor.wrongChoice?.(choice) ?? "Invalid tool_choice." });
  }
  if (choice.type !== "function") {
    refuse(flavor, { message: `Invalid value: '${String(choice.type)}'. Supported values are: 'function'.` });
  }
}

/** The message as OpenAI takes it, once the server's own keys are checked. */
function toPlainMessage(flavor: Flavor, model: unknown, message: unknown, index: number): unknown {
  if (!isRecord(message)) return message;
  if (message.role === "user" && Array.isArray(message.content)) {
    return { ...message, content: message.content.map((part: unknown) => toText(flavor, part)) };
  }
  if (message.role !== "assistant") return message;
  const { reasoning, reasoning_content, reasoning_details, ...plain } = message;
  for (const [key, value] of Object.entries({ reasoning, reasoning_content, reasoning_details })) {
    if (value === undefined || flavor.messageKeys?.includes(key)) continue;
    refuse(flavor, { message: flavor.unknownKey(`messages.${index}.assistant.${key}`) });
  }
  const { padded } = flavor;
  if (padded?.models.test(String(model)) && message[padded.key] === undefined) {
    // syt2/paper-chat-for-zotero#16.
    const message = `The \`${padded.key}\` in the thinking mode must be passed back to the API.`;
    refuse(flavor, { message, code: "invalid_request_error" });
  }
  for (const call of Array.isArray(plain.tool_calls) ? plain.tool_calls : []) checkArguments(flavor, call);
  return plain;
}

// A part of a user's message, checked; as text where it has none, since OpenAI's models differ.
function toText({ parts = ["image_url"], ...flavor }: Flavor, part: unknown): unknown {
  const { type, ...rest } = isRecord(part) ? part : {};
  if (type === "text") return part;
  const unknown = flavor.unknownPart ?? ((type) => `Invalid content type: ${type}`);
  const inner = rest[String(type)];
  const data = isRecord(inner) ? inner : {};
  const isLegal = () => {
    switch (type) {
      case "image_url":
        return (parts.includes("image_url") || parts.includes("image_data")) &&
          isMediaURL(data.url, { types: IMAGES, urls: parts.includes("image_url") });
      case "file":
        return parts.includes("file") && typeof data.filename === "string" &&
          isMediaURL(data.file_data, { types: ["application/pdf"], urls: parts.includes("file_url") });
      case "input_audio":
        return parts.includes("input_audio") && isMedium(data.data, "audio/wav") && data.format === "wav";
      default:
        return false;
    }
  };
  if (!isLegal()) refuse({ parts, ...flavor }, { message: unknown(String(type)) });
  return { type: "text", text: "" };
}

// The chat templates of open models parse the arguments.
function checkArguments(flavor: Flavor, call: unknown): void {
  const args = isRecord(call) && isRecord(call.function) ? call.function.arguments : undefined;
  try {
    if (typeof args === "string" && isRecord(JSON.parse(args))) return;
  } catch {
    // refused below
  }
  refuse(flavor, { message: "Can only get item pairs from a mapping.", status: 500 });
}
