// What Workers AI refuses about the inputs of a model, with its codes and texts: developers.cloudflare.com/workers-ai
// /platform/errors, and what users quote for 5006 (the schema of the inputs) and 8006. Fields beyond the published types are
// refused too, since a field that nobody reads is a mistake of ours.
import { type CapturedRequest, isRecord } from "../openai/reply.ts";
import { IMAGES, isMediaURL } from "../media/sniff.ts";
import { WireRefusal } from "../refusal.ts";

/** `native`: answers {response, tool_calls}; `thinks`: and shows it; `whole`: answers a stream with a JSON body. */
export interface WorkersModel {
  readonly native?: boolean;
  readonly thinks?: boolean;
  readonly whole?: boolean;
}

export const MODELS: Readonly<Record<string, WorkersModel>> = {
  "@cf/zai-org/glm-4.7-flash": { thinks: true },
  "@cf/openai/gpt-oss-120b": {},
  "@cf/meta/llama-3.3-70b-instruct-fp8-fast": { native: true },
  "@hf/nousresearch/hermes-2-pro-mistral-7b": { native: true, whole: true },
  "@cf/moonshotai/kimi-k2.5": { whole: true },
};

/** A failure by the code that it has inside; what its body looks like depends on the way that it was asked. */
export class CodedRefusal extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** As the REST API answers. */
export function toRestRefusal({ status, code, message }: CodedRefusal): WireRefusal {
  const body = {
    errors: [{ message: `AiError: ${message}`, code }],
    success: false,
    result: {},
    messages: [],
  };
  return new WireRefusal(status, message, body);
}

/** As the service behind the binding answers: workerd, ai-api.ts, _parseError. */
export function toBindingRefusal({ status, code, message }: CodedRefusal): WireRefusal {
  const body = { internalCode: code, message: `AiError: ${message}`, name: "AiError", description: message };
  return new WireRefusal(status, message, body);
}

/** The refusal of a request of either kind, undefined for a legal one. */
export function lintRequest({ path, body }: Pick<CapturedRequest, "path" | "body">): WireRefusal | undefined {
  const isRest = path.endsWith("/v1/chat/completions");
  try {
    if (!isRecord(body)) throw new CodedRefusal(400, 3003, "Request is missing headers or body: inputs");
    if (isRest) checkRest(body);
    else checkBinding(body);
    return undefined;
  } catch (refusal) {
    if (!(refusal instanceof CodedRefusal)) throw refusal;
    return isRest ? toRestRefusal(refusal) : toBindingRefusal(refusal);
  }
}

type Body = Record<string, unknown>;

function checkRest({ model, ...inputs }: Body): void {
  if (typeof model !== "string" || MODELS[model] === undefined) {
    throw new CodedRefusal(400, 5007, `No such model ${String(model)} or task`);
  }
  checkInputs(inputs);
}

// The model is in a header.
function checkBinding(body: Body): void {
  checkKeys(body, ["inputs", "options"], "");
  const { inputs, options } = body;
  if (!isRecord(inputs) || !isRecord(options)) throw mismatch("/inputs", "object", inputs);
  checkKeys(options, ["returnRawResponse"], "/options");
  checkInputs(inputs);
}

const KEYS = [
  "messages",
  "stream",
  "tools",
  "tool_choice",
  "max_tokens",
  "temperature",
  "top_p",
  "reasoning_effort",
  "response_format",
];

function checkInputs(inputs: Body): void {
  checkKeys(inputs, KEYS, "");
  const { messages, stream, tools, tool_choice: choice, reasoning_effort: effort } = inputs;
  if (!Array.isArray(messages) || messages.length === 0) throw mismatch("/messages", "array", messages);
  if (stream !== undefined && typeof stream !== "boolean") throw mismatch("/stream", "boolean", stream);
  for (
    const [key, least, most] of [["max_tokens", 1, 1e6], ["temperature", 0, 5], ["top_p", 0, 1]] as const
  ) {
    const value = inputs[key];
    const isLegal = typeof value === "number" && value >= least && value <= most;
    if (value !== undefined && !isLegal) throw mismatch(`/${key}`, "number", value);
  }
  if (!["low", "medium", "high", null, undefined].some((level) => level === effort)) {
    throw new CodedRefusal(400, 8006, "Invalid data for reasoning_effort");
  }
  checkFormat(inputs.response_format);
  checkMessages(messages);
  const names = checkTools(tools);
  if (choice !== undefined && !isChoice(choice, names)) {
    throw new CodedRefusal(400, 8006, "Invalid data for tool_choice");
  }
}

function checkFormat(format: unknown): void {
  if (format === undefined) return;
  if (!isRecord(format)) throw mismatch("/response_format", "object", format);
  checkKeys(format, ["type", "json_schema"], "/response_format");
  if (!["json_object", "json_schema"].includes(String(format.type))) {
    throw bad("'/response_format/type' is none");
  }
  if (format.type === "json_schema" && !isRecord(format.json_schema)) {
    throw mismatch("/response_format/json_schema", "object", format.json_schema);
  }
}

function checkMessages(messages: readonly unknown[]): void {
  // Ids and names of the calls that wait for their results.
  const open = new Map<unknown, unknown>();
  messages.forEach((message, index) => {
    const at = `/messages/${index}`;
    if (!isRecord(message)) throw mismatch(at, "object", message);
    checkKeys(message, ["role", "content", "name", "tool_call_id", "tool_calls", "reasoning"], at);
    const { role, content, tool_calls: calls = [] } = message;
    if (Array.isArray(content) && role === "user") checkParts(content, `${at}/content`);
    else if (typeof content !== "string") throw mismatch(`${at}/content`, "string", content);
    if (!Array.isArray(calls)) throw mismatch(`${at}/tool_calls`, "array", calls);
    if (role === "tool") {
      if (open.get(message.tool_call_id) !== message.name) throw bad(`'${at}' answers no call`);
      open.delete(message.tool_call_id);
      return;
    }
    if (open.size > 0) throw bad(`a call has no result before '${at}'`);
    if (!["system", "user", "assistant"].includes(String(role))) throw bad(`'${at}/role' is no role`);
    if (role !== "assistant" && (calls.length > 0 || "reasoning" in message)) {
      throw bad(`'${at}' cannot say that`);
    }
    if (role === "assistant" && content === "" && calls.length === 0) throw bad(`'${at}' says nothing`);
    for (const call of calls) {
      const { id, type, function: called } = isRecord(call) ? call : {};
      if (typeof id !== "string" || type !== "function" || !isRecord(called)) {
        throw mismatch(at, "object", call);
      }
      checkName(called.name, at);
      if (typeof called.arguments !== "string" || !isObject(called.arguments)) {
        throw bad(`'${at}/tool_calls' has arguments that are no object`);
      }
      open.set(id, called.name);
    }
  });
  if (open.size > 0) throw bad("a call has no result");
}

// AiTextGenerationInput of @cloudflare/workers-types: data URLs alone.
function checkParts(parts: readonly unknown[], at: string): void {
  parts.forEach((part, index) => {
    if (!isRecord(part)) throw mismatch(`${at}/${index}`, "object", part);
    if (part.type === "text" && typeof part.text === "string") return checkKeys(part, ["type", "text"], at);
    checkKeys(part, ["type", "image_url"], at);
    const { url } = isRecord(part.image_url) ? part.image_url : {};
    if (!isMediaURL(url, { types: IMAGES, urls: false })) throw bad(`'${at}/${index}' is no image`);
  });
}

function checkTools(tools: unknown): string[] {
  if (tools === undefined) return [];
  if (!Array.isArray(tools) || tools.length === 0) throw mismatch("/tools", "array", tools);
  return tools.map((tool, index) => {
    const at = `/tools/${index}`;
    const { type, function: offered } = isRecord(tool) ? tool : {};
    if (type !== "function" || !isRecord(offered)) throw mismatch(at, "object", tool);
    checkKeys(offered, ["name", "description", "parameters"], `${at}/function`);
    if (typeof offered.description !== "string") {
      throw mismatch(`${at}/function/description`, "string", offered.description);
    }
    if (!isRecord(offered.parameters)) {
      throw mismatch(`${at}/function/parameters`, "object", offered.parameters);
    }
    return checkName(offered.name, at);
  });
}

function isChoice(choice: unknown, names: readonly string[]): boolean {
  if (names.length === 0) return false;
  if (!isRecord(choice)) return ["auto", "none", "required"].includes(String(choice));
  const { type, function: named } = choice;
  return type === "function" && isRecord(named) && names.includes(String(named.name));
}

function checkName(name: unknown, at: string): string {
  if (typeof name === "string" && /^[a-zA-Z0-9_-]{1,64}$/.test(name)) return name;
  throw bad(`'${at}' has a name that does not match '^[a-zA-Z0-9_-]{1,64}$'`);
}

function isObject(text: string): boolean {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}

function checkKeys(value: Body, known: readonly string[], at: string): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) throw bad(`Additional property '${at}/${unknown}'`);
}

function mismatch(at: string, expected: string, value: unknown): CodedRefusal {
  const got = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return bad(`Type mismatch of '${at}', '${got}' not in '${expected}'`);
}

function bad(why: string): CodedRefusal {
  const text = `Error: oneOf at '/' not met, 0 matches: required properties at '/' are 'prompt', ${why}`;
  return new CodedRefusal(400, 5006, text);
}
