// What Cohere refuses in a request to v2/chat: {message, id}, 400 for most, 422 for fields that it does not know. Texts:
// https://docs.cohere.com/reference/errors, vercel/ai#5794, agno#3503, swarmauri-sdk#692, langchain-oracle#10.
import { type CapturedRequest, isRecord } from "../openai/reply.ts";
import { IMAGES, isMediaURL } from "../media/sniff.ts";
import { WireRefusal } from "../refusal.ts";

/** The refusal of POST /v2/chat. */
export function lintCohere({ body }: Pick<CapturedRequest, "body">): WireRefusal | undefined {
  try {
    lint(body);
    return undefined;
  } catch (refusal) {
    if (!(refusal instanceof WireRefusal)) throw refusal;
    return refusal;
  }
}

/** A refusal as the API writes it. */
export function refused(status: number, message: string): WireRefusal {
  return new WireRefusal(status, message, { id: crypto.randomUUID(), message });
}

const KEYS: readonly string[] = [
  "model",
  "messages",
  "stream",
  "tools",
  "strict_tools",
  "tool_choice",
  "documents",
  "citation_options",
  "response_format",
  "safety_mode",
  "max_tokens",
  "stop_sequences",
  "temperature",
  "seed",
  "frequency_penalty",
  "presence_penalty",
  "k",
  "p",
  "logprobs",
  "thinking",
  "priority",
];

const MESSAGE_KEYS: Readonly<Record<string, readonly string[]>> = {
  system: ["role", "content"],
  user: ["role", "content"],
  assistant: ["role", "content", "tool_calls", "tool_plan", "citations"],
  tool: ["role", "content", "tool_call_id"],
};

function lint(body: unknown): void {
  if (!isRecord(body)) throw refused(400, "invalid json syntax: unexpected end of JSON input");
  checkKeys(body, KEYS);
  const { model } = body;
  if (typeof model !== "string" || model === "") {
    throw invalid("a model parameter is required for this endpoint.");
  }
  if (!Array.isArray(body.messages) || body.messages.length === 0) {
    throw invalid("message must be at least 1 token long or tool results must be specified.");
  }
  checkNumbers(body);
  const tools = checkTools(body.tools);
  checkModel(model, body, tools);
  if (body.tool_choice !== undefined && body.tool_choice !== "REQUIRED" && body.tool_choice !== "NONE") {
    throw invalid("tool_choice must be one of: REQUIRED, NONE");
  }
  if (body.tool_choice === "REQUIRED" && tools.length === 0) {
    throw invalid("tools must be specified when tool_choice is REQUIRED");
  }
  checkMessages(body.messages, thinks(model, body.thinking));
  checkImages(body.messages, model);
  checkFormat(body.response_format, tools.length > 0);
}

// "The parameter is not supported when used in combinations with the documents or tools parameters": types of cohere-ai
// 8.1.0.
function checkFormat(format: unknown, hasTools: boolean): void {
  if (format === undefined) return;
  if (!isRecord(format) || !["text", "json_object"].includes(String(format.type))) {
    throw invalid("response_format.type must be one of: text, json_object");
  }
  checkKeys(format, ["type", "json_schema"]);
  if (format.json_schema !== undefined && !isRecord(format.json_schema)) {
    throw invalid("response_format.json_schema must be an object");
  }
  if (hasTools) throw invalid("cannot specify both response_format and tools");
}

// Real where a source names it; the words on tool_choice and thinking are made like those on tools.
function checkModel(model: string, body: Record<string, unknown>, tools: readonly string[]): void {
  const unsupported = (what: string) => invalid(`${what} is not supported by the provided model: ${model}.`);
  if (tools.length > 0 && /^command(?:-light)?(?:-nightly)?$/.test(model)) throw unsupported("tool use");
  if (body.tool_choice !== undefined && /^command-r(?!7b)/.test(model)) throw unsupported("tool_choice");
  if (body.thinking !== undefined && !canThink(model)) throw unsupported("thinking");
  if (body.response_format !== undefined && /^command(?:-light)?(?:-nightly)?$/.test(model)) {
    throw unsupported("response_format");
  }
}

function canThink(model: string): boolean {
  return /^command-a-(?:plus|reasoning)/.test(model);
}

function thinks(model: string, thinking: unknown): boolean {
  return canThink(model) && !(isRecord(thinking) && thinking.type === "disabled");
}

function checkNumbers({ temperature, p, thinking }: Record<string, unknown>): void {
  if (typeof temperature === "number" && (temperature < 0 || temperature > 1)) {
    throw invalid("temperature must be between 0 and 1.0 inclusive.");
  }
  if (typeof p === "number" && (p < 0.01 || p > 0.99)) {
    throw invalid("p must be between 0.01 and 0.99 inclusive.");
  }
  const budget = isRecord(thinking) ? thinking.token_budget : undefined;
  if (budget !== undefined && !(typeof budget === "number" && Number.isInteger(budget) && budget > 0)) {
    throw invalid("thinking.token_budget must be a positive integer.");
  }
}

function checkTools(tools: unknown): string[] {
  if (tools === undefined) return [];
  if (!Array.isArray(tools)) throw invalid("tools must be a list");
  return tools.map((tool: unknown) => {
    const definition = isRecord(tool) ? tool.function : undefined;
    if (!isRecord(tool) || tool.type !== "function" || !isRecord(definition)) {
      throw invalid("all tools must be of type function");
    }
    checkKeys(tool, ["type", "function"]);
    checkKeys(definition, ["name", "description", "parameters"]);
    if (!isRecord(definition.parameters)) throw invalid("tools must have parameters");
    return checkName(definition.name);
  });
}

function checkName(name: unknown): string {
  if (typeof name === "string" && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return name;
  throw invalid(
    `tool names can only contain certain characters (A-Za-z0-9_) and can't begin with a digit (provided name: '${
      String(name)
    }').`,
  );
}

function checkMessages(messages: readonly unknown[], thinking: boolean): void {
  let open = new Set<string>();
  messages.forEach((message, index) => {
    const role = isRecord(message) ? message.role : undefined;
    const keys = typeof role === "string" ? MESSAGE_KEYS[role] : undefined;
    if (!isRecord(message) || keys === undefined) {
      throw invalid(
        `Invalid role in messages at index ${index}. Role must be one of: user, assistant, system, tool`,
      );
    }
    checkKeys(message, keys);
    if (role === "system" && index > 0) throw refused(400, "system turn must be the first in the list");
    if (role === "tool") {
      const id = String(message.tool_call_id);
      if (!open.delete(id)) {
        throw invalid(`tool_call_id ${id} not found in the tool calls of the previous message`);
      }
      return;
    }
    if (open.size > 0) throw unanswered(open);
    open = role === "assistant" ? checkAssistant(message, index, thinking) : open;
    if (role === "user" && isEmpty(message.content)) {
      throw refused(400, "message must not be empty in a turn");
    }
  });
  if (open.size > 0) throw unanswered(open);
}

// Content of cohere-ai 8.1.0; the text on models is like that on tools.
function checkImages(messages: readonly unknown[], model: string): void {
  for (const message of messages) {
    if (!isRecord(message) || message.role === "assistant" || !Array.isArray(message.content)) continue;
    for (const part of message.content) {
      if (!isRecord(part)) throw invalid("content must be a list of content blocks");
      if (part.type === "text" && typeof part.text === "string") {
        checkKeys(part, ["type", "text"]);
        continue;
      }
      if (part.type !== "image_url" || message.role !== "user") {
        throw invalid(`unknown content type ${part.type}`);
      }
      checkKeys(part, ["type", "image_url"]);
      const image = isRecord(part.image_url) ? part.image_url : {};
      checkKeys(image, ["url", "detail"]);
      if (!/vision|a-plus/.test(model)) {
        throw invalid(`image content is not supported by the provided model: ${model}.`);
      }
      if (!isMediaURL(image.url, { types: IMAGES, urls: true })) throw invalid("invalid image url");
    }
  }
}

function unanswered(open: ReadonlySet<string>): WireRefusal {
  return invalid(
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The " +
      `following tool_call_ids did not have response messages: ${[...open].join(", ")}`,
  );
}

function checkAssistant(message: Record<string, unknown>, index: number, thinking: boolean): Set<string> {
  const calls: unknown[] = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const { content } = message;
  if (calls.length === 0 && isEmpty(content)) throw refused(400, "message must not be empty in a turn");
  const parts: unknown[] = Array.isArray(content)
    ? content
    : isEmpty(content)
    ? []
    : [{ type: "text", text: content }];
  parts.forEach((part, place) => {
    const type = isRecord(part) ? part.type : undefined;
    const isAllowed = type === "thinking" ? thinking : calls.length === 0;
    if (isAllowed) return;
    throw refused(
      400,
      "text content is not allowed when tool_calls are provided. If you wish to pass a tool plan, either pass thinking " +
        `content (with thinking enabled) or use 'tool_plan': 'messages[${index}].content[${place}]'`,
    );
  });
  return new Set(calls.map((call) => {
    const definition = isRecord(call) ? call.function : undefined;
    if (!isRecord(call) || typeof call.id !== "string" || !isRecord(definition)) {
      throw invalid("malformed tool call");
    }
    checkName(definition.name);
    const args = parse(definition.arguments);
    if (!isRecord(args)) {
      throw invalid(`tool call arguments must be a JSON object: ${String(definition.arguments)}`);
    }
    return call.id;
  }));
}

function isEmpty(content: unknown): boolean {
  return content === undefined || content === null || content === "" ||
    (Array.isArray(content) && content.length === 0);
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function checkKeys(value: Record<string, unknown>, known: readonly string[]): void {
  const stranger = Object.keys(value).find((key) => !known.includes(key));
  if (stranger === undefined) return;
  throw refused(
    422,
    `unknown field: parameter '${stranger}' is not a valid field. For proper usage, please refer to ` +
      "https://docs.cohere.com/reference/chat",
  );
}

function invalid(why: string): WireRefusal {
  return refused(400, `invalid request: ${why}`);
}
