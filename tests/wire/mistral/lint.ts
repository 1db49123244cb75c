// What Mistral refuses in a request, with its words: 422 for a field that it does not know, 400 with code 3230 for the order of
// messages and 3280 for ids. Rules: mistral-common's request validator V13; bodies: opencode#1680, avante#2695, ironclaw#1241.
import type { CapturedRequest } from "../openai/reply.ts";
import { isRecord } from "../openai/reply.ts";
import { IMAGES, isMediaURL, isMedium } from "../media/sniff.ts";
import { WireRefusal } from "../refusal.ts";

/** The refusal of POST /chat/completions. */
export function lintMistral({ body }: Pick<CapturedRequest, "body">): WireRefusal | undefined {
  try {
    lint(body);
    return undefined;
  } catch (refusal) {
    if (!(refusal instanceof WireRefusal)) throw refusal;
    return refusal;
  }
}

/** A refusal as the API writes it. */
export function refused(status: number, message: string, type: string, code: string | null): WireRefusal {
  const body = { object: "error", message, type, param: null, code, raw_status_code: status };
  return new WireRefusal(status, message, body);
}

const KEYS: readonly string[] = [
  "model",
  "messages",
  "stream",
  "tools",
  "tool_choice",
  "parallel_tool_calls",
  "max_tokens",
  "temperature",
  "top_p",
  "stop",
  "random_seed",
  "metadata",
  "response_format",
  "presence_penalty",
  "frequency_penalty",
  "n",
  "prediction",
  "reasoning_effort",
  "prompt_mode",
  "guardrails",
  "prompt_cache_key",
  "service_tier",
  "safe_prompt",
];

const MESSAGE_KEYS: Readonly<Record<string, readonly string[]>> = {
  system: ["role", "content"],
  user: ["role", "content"],
  assistant: ["role", "content", "tool_calls", "prefix"],
  tool: ["role", "content", "tool_call_id", "name"],
};

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

function lint(body: unknown): void {
  if (!isRecord(body)) {
    throw unprocessable("model_attributes_type", ["body"], "Input should be a valid dictionary", body);
  }
  checkKeys(body, KEYS, ["body"]);
  if (typeof body.model !== "string") {
    throw unprocessable("missing", ["body", "model"], "Field required", body);
  }
  if (!Array.isArray(body.messages)) {
    throw unprocessable("missing", ["body", "messages"], "Field required", body);
  }
  const tools = checkTools(body.tools);
  checkChoice(body.tool_choice, tools);
  checkEffort(body.model, body.reasoning_effort);
  checkFormat(body.response_format);
  const messages = body.messages.map(toMessage);
  checkOrder(messages);
  checkPairs(messages);
  for (const message of messages) {
    checkContent(message);
    checkMedia(message, body.model);
  }
}

// ContentChunk of @mistralai/mistralai 2.7.0. Of the texts on models none is on record; these are like that on tools.
function checkMedia({ role, wire }: Message, model: string): void {
  if (!Array.isArray(wire.content)) return;
  const only = (what: string, models: RegExp) => {
    if (models.test(model)) return;
    throw refused(
      400,
      `${what} input is not enabled for this model`,
      "invalid_request_message_content",
      "3250",
    );
  };
  for (const [index, chunk] of wire.content.entries()) {
    const at = ["body", "messages", role, "content", index];
    if (!isRecord(chunk)) {
      throw unprocessable("model_attributes_type", at, "Input should be an object", chunk);
    }
    const wrong = () => unprocessable("value_error", at, `Invalid ${String(chunk.type)}`, undefined);
    if (role !== "user" && chunk.type !== "text" && chunk.type !== "thinking") throw wrong();
    switch (chunk.type) {
      case "text":
        checkKeys(chunk, ["type", "text"], at);
        break;
      case "image_url":
        checkKeys(chunk, ["type", "image_url"], at);
        only("Image", /^(?!codestral|open-)/);
        if (!isMediaURL(chunk.image_url, { types: IMAGES, urls: true })) throw wrong();
        break;
      case "document_url":
        checkKeys(chunk, ["type", "document_url", "document_name"], at);
        if (!isMediaURL(chunk.document_url, { types: ["application/pdf"], urls: true })) throw wrong();
        break;
      case "input_audio":
        checkKeys(chunk, ["type", "input_audio"], at);
        only("Audio", /^voxtral/);
        if (!isMedium(chunk.input_audio, "audio/wav")) throw wrong();
        break;
      case "thinking":
        break;
      default:
        throw wrong();
    }
  }
}

function checkFormat(format: unknown): void {
  if (format === undefined || format === null) return;
  const at = ["body", "response_format"];
  if (!isRecord(format)) {
    throw unprocessable("model_attributes_type", at, "Input should be a valid dictionary", format);
  }
  checkKeys(format, ["type", "json_schema"], at);
  const types = ["text", "json_object", "json_schema"];
  if (!types.includes(String(format.type))) {
    throw unprocessable("enum", [...at, "type"], `Input should be ${types.join(" or ")}`, format.type);
  }
  if (format.type !== "json_schema") return;
  const holder = format.json_schema;
  if (!isRecord(holder) || typeof holder.name !== "string" || !isRecord(holder.schema)) {
    throw unprocessable("missing", [...at, "json_schema"], "Field required", format);
  }
  checkKeys(holder, ["name", "description", "schema", "strict"], [...at, "json_schema"]);
}

function checkTools(tools: unknown): string[] {
  if (tools === undefined || tools === null) return [];
  if (!Array.isArray(tools)) {
    throw unprocessable("list_type", ["body", "tools"], "Input should be a valid list", tools);
  }
  return tools.map((tool: unknown, index) => {
    const at = ["body", "tools", index, "function"];
    const definition = isRecord(tool) ? tool.function : undefined;
    if (!isRecord(tool) || !isRecord(definition)) throw unprocessable("missing", at, "Field required", tool);
    checkKeys(tool, ["type", "function"], ["body", "tools", index]);
    checkKeys(definition, ["name", "description", "parameters", "strict"], at);
    if (!isRecord(definition.parameters)) {
      throw unprocessable("missing", [...at, "parameters"], "Field required", tool);
    }
    return checkName(definition.name);
  });
}

function checkName(name: unknown): string {
  if (typeof name === "string" && NAME.test(name)) return name;
  const text =
    `Function name was ${
      String(name)
    } but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a ` +
    "maximum length of 64.";
  throw refused(400, text, "invalid_request_error", null);
}

function checkChoice(choice: unknown, tools: readonly string[]): void {
  if (choice === undefined) return;
  if (typeof choice === "string") {
    if (["auto", "none", "any", "required"].includes(choice)) return;
    const text = "Input should be 'auto', 'none', 'any' or 'required'";
    throw unprocessable("enum", ["body", "tool_choice", "str-enum[ToolChoiceEnum]"], text, choice);
  }
  const named = isRecord(choice) && choice.type === "function" && isRecord(choice.function)
    ? choice.function.name
    : undefined;
  if (typeof named === "string" && tools.includes(named)) return;
  throw unprocessable("missing", ["body", "tool_choice", "ToolChoice", "function"], "Field required", choice);
}

// Live answers of 2026-07 to 2026-09: SmartHopper#647 and many others; which models take which: @ai-sdk/mistral 4.0.87.
const EFFORTS: readonly (readonly [models: RegExp, efforts: readonly string[]])[] = [
  [/^(?:mistral-(?:small|medium)-(?:latest|2603|2604|3-5)|magistral-|zai-glm-5-2$)/, ["none", "high"]],
  [/^mistral-large-4/, ["low", "medium", "high"]],
  [/^zai-glm-(?:5|5-3|5-3-flash|latest)$/, ["low", "high", "max"]],
];

function checkEffort(model: string, effort: unknown): void {
  if (effort === undefined || effort === null) return;
  const refuse = (text: string) => refused(400, text, "invalid_request_invalid_args", "3051");
  const efforts = EFFORTS.find(([models]) => models.test(model))?.[1];
  if (efforts === undefined) throw refuse("reasoning_effort is not enabled for this model");
  if (efforts.includes(String(effort))) return;
  const names = efforts.map((name) => `<ReasoningEffort.${name}: '${name}'>`).join(", ");
  throw refuse(
    `reasoning_effort='${String(effort)}' is not supported for this model. Must be one of (${names})`,
  );
}

interface Message {
  readonly role: string;
  readonly wire: Record<string, unknown>;
  readonly calls: readonly Record<string, unknown>[];
}

function toMessage(message: unknown, index: number): Message {
  const at = ["body", "messages", index];
  const role = isRecord(message) ? message.role : undefined;
  const keys = typeof role === "string" ? MESSAGE_KEYS[role] : undefined;
  if (!isRecord(message) || typeof role !== "string" || keys === undefined) {
    const text =
      "Input tag found using 'role' does not match any of the expected tags: 'assistant', 'system', 'tool', 'user'";
    throw unprocessable("union_tag_invalid", at, text, message);
  }
  checkKeys(message, keys, [...at, role]);
  const calls: unknown[] = Array.isArray(message.tool_calls) ? message.tool_calls : [];
  return { role, wire: message, calls: calls.filter(isRecord) };
}

function checkOrder(messages: readonly Message[]): void {
  const order = (text: string) => refused(400, text, "invalid_request_message_order", "3230");
  if (messages.length === 0) throw order("Conversation must have at least one message");
  const last = messages.at(-1);
  if (last?.role === "assistant" && last.wire.prefix !== true) {
    throw order(
      "Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant",
    );
  }
  messages.forEach(({ role }, index) => {
    const before = messages[index - 1]?.role;
    const expected = before === undefined ? [role] : FOLLOWERS[before] ?? [];
    if (!expected.includes(role)) throw order(`Unexpected role '${role}' after role '${before}'`);
  });
}

const FOLLOWERS: Readonly<Record<string, readonly string[]>> = {
  system: ["user", "assistant", "system"],
  user: ["assistant", "system", "user"],
  assistant: ["assistant", "user", "tool"],
  tool: ["assistant", "tool"],
};

function checkPairs(messages: readonly Message[]): void {
  const order = (text: string) => refused(400, text, "invalid_request_message_order", "3230");
  let expected = new Set<string>();
  let observed = new Set<string>();
  const close = () => {
    if (expected.size !== observed.size) throw order("Not the same number of function calls and responses");
    [expected, observed] = [new Set(), new Set()];
  };
  for (const { role, wire, calls } of messages) {
    if (role === "tool") {
      const id = String(wire.tool_call_id);
      if (observed.has(id)) throw order(`Duplicate tool call id ${id} in tool results`);
      if (!expected.has(id)) throw order(`Unexpected tool call id ${id} in tool results`);
      observed.add(id);
    } else if (role === "assistant") {
      close();
      for (const { id } of calls) {
        if (expected.has(String(id))) {
          throw order(`Duplicate tool call id ${String(id)} in assistant message`);
        }
        expected.add(String(id));
      }
    }
  }
  close();
}

function checkContent({ role, wire, calls }: Message): void {
  const { content } = wire;
  const isEmpty = content === undefined || content === null || content === "" ||
    (Array.isArray(content) && content.length === 0);
  if (role === "assistant" && isEmpty && calls.length === 0) {
    const text = "Assistant message must have either content or tool_calls, but not none.";
    throw refused(400, text, "invalid_request_assistant_message", "3240");
  }
  if (role === "tool") checkId(wire.tool_call_id);
  if (role === "tool" && wire.name !== undefined) checkName(wire.name);
  for (const call of calls) {
    checkId(call.id);
    const { name, arguments: args } = isRecord(call.function) ? call.function : {};
    checkName(name);
    if (!isRecord(args) && !isRecord(parse(args))) {
      throw refused(400, "Function call arguments must be a JSON object.", "invalid_function_call", "3280");
    }
  }
}

function checkId(id: unknown): void {
  if (typeof id === "string" && /^[a-zA-Z0-9]{9}$/.test(id)) return;
  const text = `Tool call id was ${String(id)} but must be a-z, A-Z, 0-9, with a length of 9.`;
  throw refused(400, text, "invalid_function_call", "3280");
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function checkKeys(
  value: Record<string, unknown>,
  known: readonly string[],
  at: readonly (string | number)[],
): void {
  const strangers = Object.entries(value).filter(([key]) => !known.includes(key));
  if (strangers.length === 0) return;
  throw toUnprocessable(strangers.map(([key, input]) => (
    { type: "extra_forbidden", loc: [...at, key], msg: "Extra inputs are not permitted", input }
  )));
}

function unprocessable(
  type: string,
  loc: readonly (string | number)[],
  msg: string,
  input: unknown,
): WireRefusal {
  return toUnprocessable([{ type, loc, msg, input }]);
}

// The list lies in `message` (eca#231), where a text is everywhere else.
interface Complaint {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: unknown;
}

function toUnprocessable(detail: readonly Complaint[]): WireRefusal {
  const body = {
    object: "error",
    message: { detail },
    type: "invalid_request_error",
    param: null,
    code: null,
  };
  return new WireRefusal(422, detail.map(({ msg }) => msg).join("; "), body);
}
