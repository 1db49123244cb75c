// What Ollama's POST /api/chat refuses, with its texts: those of Go's JSON decoder and of server/routes.go (2026-08). Go skips
// fields that it does not know; here they are refused, since a field that nobody reads is a mistake of ours.
import { type CapturedRequest, isRecord } from "../openai/reply.ts";
import { isMedium } from "../media/sniff.ts";
import { WireRefusal } from "../refusal.ts";

/** What a model of the simulated server has. */
export interface OllamaModel {
  readonly tools: boolean;
  readonly thinking: boolean;
}

export const MODELS: Readonly<Record<string, OllamaModel>> = {
  "qwen3": { tools: true, thinking: true },
  "gpt-oss:20b": { tools: true, thinking: true },
  "llama3.2": { tools: true, thinking: false },
  "gemma": { tools: false, thinking: false },
};

type Body = Record<string, unknown>;

/** The refusal of a request, undefined for a legal one. */
export function lintRequest({ body }: Pick<CapturedRequest, "body">): WireRefusal | undefined {
  try {
    check(body);
    return undefined;
  } catch (refusal) {
    if (refusal instanceof WireRefusal) return refusal;
    throw refusal;
  }
}

/** `{"error": "..."}`, as every refusal of Ollama is. */
export function refuse(status: number, error: string): WireRefusal {
  return new WireRefusal(status, error, { error });
}

function check(body: unknown): void {
  if (!isRecord(body)) throw refuse(400, "missing request body");
  checkKeys(body, ["model", "messages", "tools", "stream", "think", "options", "format"], "");
  const { model, messages = [], tools = [], stream, think, options = {} } = body;
  if (typeof model !== "string" || model === "") throw refuse(400, "model is required");
  if (stream !== undefined && typeof stream !== "boolean") throw mistyped(stream, "stream", "bool");
  checkThink(think);
  if (body.format !== undefined && body.format !== "json" && !isRecord(body.format)) {
    throw refuse(
      400,
      `invalid format: ${JSON.stringify(body.format)}; expected "json" or a valid JSON Schema object`,
    );
  }
  checkOptions(options);
  if (!Array.isArray(messages)) throw mistyped(messages, "messages", "[]api.Message");
  checkMessages(messages);
  if (!Array.isArray(tools)) throw mistyped(tools, "tools", "api.Tools");
  for (const tool of tools) checkTool(tool);

  const known = MODELS[model];
  if (known === undefined) throw refuse(404, `model '${model}' not found`);
  if (think !== undefined && think !== false && !known.thinking) {
    throw refuse(400, `${JSON.stringify(model)} does not support thinking`);
  }
  if (tools.length > 0 && !known.tools) {
    throw refuse(400, `registry.ollama.ai/library/${model}:latest does not support tools`);
  }
}

function checkThink(think: unknown): void {
  if (think === undefined || typeof think === "boolean") return;
  if (typeof think === "string" && ["low", "medium", "high", "max"].includes(think)) return;
  const levels = '(must be "high", "medium", "low", "max", true, or false)';
  throw refuse(400, `invalid think value: ${JSON.stringify(think)} ${levels}`);
}

function checkOptions(options: unknown): void {
  if (!isRecord(options)) throw mistyped(options, "options", "map[string]interface {}");
  checkKeys(options, ["num_predict", "temperature", "top_p"], "options.");
  for (const [key, value] of Object.entries(options)) {
    if (typeof value === "number") continue;
    throw refuse(400, `option ${JSON.stringify(key)} must be of type float32`);
  }
}

function checkMessages(messages: readonly unknown[]): void {
  // Names of the calls that wait for their results.
  let open: unknown[] = [];
  for (const message of messages) {
    if (!isRecord(message)) throw mistyped(message, "messages", "api.Message");
    checkKeys(message, ["role", "content", "thinking", "tool_calls", "tool_name", "images"], "messages.");
    checkImages(message);
    const { role, content, thinking, tool_calls: calls = [], tool_name: name } = message;
    if (typeof role !== "string" || !["system", "user", "assistant", "tool"].includes(role)) {
      throw refuse(400, `invalid role: ${String(role)}`);
    }
    if (typeof content !== "string") throw mistyped(content, "messages.content", "string");
    if (thinking !== undefined && typeof thinking !== "string") {
      throw mistyped(thinking, "messages.thinking", "string");
    }
    if (!Array.isArray(calls)) throw mistyped(calls, "messages.tool_calls", "[]api.ToolCall");
    if (role !== "assistant" && (calls.length > 0 || thinking !== undefined)) throw misplaced(role);
    if (role === "tool") {
      if (name !== open.shift()) throw refuse(400, `the result of ${String(name)} answers no call`);
      continue;
    }
    if (open.length > 0) throw refuse(400, `the call of ${open.join(", ")} has no result`);
    if (name !== undefined) throw misplaced(role);
    open = calls.map(toCallName);
    if (role === "assistant" && content === "" && open.length === 0) throw misplaced(role);
  }
  if (open.length > 0) throw refuse(400, `the call of ${open.join(", ")} has no result`);
}

function checkImages({ role, images }: Body): void {
  if (images === undefined) return;
  if (!Array.isArray(images)) throw mistyped(images, "messages.images", "[]api.ImageData");
  if (role !== "user") throw misplaced(String(role));
  const types = ["image/png", "image/jpeg", "image/webp"];
  if (images.every((image) => types.some((type) => isMedium(image, type)))) return;
  throw refuse(400, "illegal base64 data at input byte 0");
}

function toCallName(call: unknown): unknown {
  const { function: called } = isRecord(call) ? call : {};
  if (!isRecord(called)) {
    throw mistyped(called, "messages.tool_calls.function", "api.ToolCallFunction");
  }
  checkKeys(called, ["name", "arguments"], "messages.tool_calls.function.");
  checkName(called.name);
  if (!isRecord(called.arguments)) {
    throw mistyped(
      called.arguments,
      "messages.tool_calls.function.arguments",
      "api.ToolCallFunctionArguments",
    );
  }
  return called.name;
}

function checkTool(tool: unknown): void {
  const { type, function: offered } = isRecord(tool) ? tool : {};
  if (type !== "function" || !isRecord(offered)) {
    throw mistyped(offered, "tools.function", "api.ToolFunction");
  }
  checkKeys(offered, ["name", "description", "parameters"], "tools.function.");
  const { name, description, parameters } = offered;
  checkName(name);
  if (typeof description !== "string") throw mistyped(description, "tools.function.description", "string");
  if (!isRecord(parameters)) {
    throw mistyped(parameters, "tools.function.parameters", "api.ToolFunctionParameters");
  }
  if (typeof parameters.type !== "string") {
    throw mistyped(parameters.type, "tools.function.parameters.type", "string");
  }
  const { properties = {} } = parameters;
  for (const property of isRecord(properties) ? Object.values(properties) : [properties]) {
    if (!isRecord(property)) {
      throw mistyped(property, "tools.function.parameters.properties", "api.ToolProperty");
    }
  }
}

// Ollama takes any; the models' templates do not.
function checkName(name: unknown): void {
  if (typeof name === "string" && /^[a-zA-Z0-9_-]{1,64}$/.test(name)) return;
  throw mistyped(name, "tools.function.name", "string");
}

function checkKeys(value: Body, known: readonly string[], path: string): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) throw refuse(400, `json: unknown field ${JSON.stringify(path + unknown)}`);
}

function misplaced(role: string): WireRefusal {
  return refuse(400, `a message of role ${role} says nothing, or what its role cannot say`);
}

function mistyped(value: unknown, field: string, type: string): WireRefusal {
  const got = value === undefined || value === null
    ? "null"
    : Array.isArray(value)
    ? "array"
    : typeof value === "boolean"
    ? "bool"
    : typeof value;
  return refuse(
    400,
    `json: cannot unmarshal ${got} into Go struct field ChatRequest.${field} of type ${type}`,
  );
}
