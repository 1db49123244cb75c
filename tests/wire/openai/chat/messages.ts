// The messages of a chat request: roles, contents, and the pairing of tool calls with tool messages.
import { emptyArray, invalid, missing, tooLong, wrongType, wrongValue } from "../error.ts";
import { type HistoryEntry, isRecord } from "../reply.ts";
import { checkFunctionName, checkKeys } from "../tools.ts";
import { IMAGES, isMediaURL, isMedium } from "../../media/sniff.ts";

// `annotations` is not in the request schema, but replaying a received message as it came is the documented use.
const messageKeys: Record<string, string[]> = {
  developer: ["role", "content", "name"],
  system: ["role", "content", "name"],
  user: ["role", "content", "name"],
  assistant: ["role", "content", "name", "refusal", "annotations", "audio", "tool_calls", "function_call"],
  tool: ["role", "content", "tool_call_id"],
  function: ["role", "content", "name"],
};

/** The conversation so far; `withReasoning` accepts reasoning_content on any message. */
export function parseMessages(messages: unknown, withReasoning: boolean, model = ""): HistoryEntry[] {
  if (messages === undefined) throw missing("messages");
  if (!Array.isArray(messages)) throw wrongType("messages", "an array of objects", messages);
  if (messages.length === 0) throw emptyArray("messages");

  const history: HistoryEntry[] = [];
  let open = new Set<string>(); // calls of the last assistant message that wait for a result
  let offered = new Set<string>(); // all calls of the last assistant message
  const closeTurn = (index: number) => {
    if (open.size > 0) {
      const text =
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each " +
        `'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(", ")}`;
      throw invalid(text, `messages.[${index}].role`);
    }
    offered = new Set();
  };

  messages.forEach((message: unknown, index) => {
    const role = checkMessage(message, index, withReasoning, model);
    if (!isRecord(message)) return;
    if (role === "tool") {
      const id = checkResult(message, index, open, offered);
      open.delete(id);
      history.push({ kind: "result", id, output: toText(message.content) });
      return;
    }
    closeTurn(index);
    if (role === "assistant" && message.tool_calls !== undefined && message.tool_calls !== null) {
      if (toText(message.content) !== "") {
        history.push({ kind: "message", role, text: toText(message.content) });
      }
      const calls = parseCalls(message.tool_calls, index);
      history.push(...calls);
      open = new Set(calls.map((call) => call.id));
      offered = new Set(open);
      return;
    }
    history.push({ kind: "message", role, text: toText(message.content) });
  });
  closeTurn(messages.length);
  return history;
}

function checkMessage(message: unknown, index: number, withReasoning: boolean, model: string): string {
  const path = `messages[${index}]`;
  if (!isRecord(message)) throw wrongType(path, "an object", message);
  const { role, content } = message;
  if (role === undefined) throw missing(`${path}.role`);
  const known = typeof role === "string" ? messageKeys[role] : undefined;
  if (typeof role !== "string" || known === undefined) {
    throw wrongValue(`${path}.role`, role, ["system", "assistant", "user", "function", "tool", "developer"]);
  }
  checkKeys(message, withReasoning ? [...known, "reasoning_content"] : known, path);
  const mayBeEmpty = role === "assistant" && (Array.isArray(message.tool_calls) || isRecord(message.audio));
  if (content === undefined || content === null) {
    if (mayBeEmpty) return role;
    if (content === undefined && role !== "assistant") throw missing(`${path}.content`);
    throw invalid("Invalid value for 'content': expected a string, got null.", `messages.[${index}].content`);
  }
  if (typeof content !== "string" && !Array.isArray(content)) {
    throw wrongType(`${path}.content`, "one of a string or array of objects", content);
  }
  if (Array.isArray(content)) checkParts(content, role, path, model);
  return role;
}

function checkParts(parts: unknown[], role: string, path: string, model: string): void {
  const kinds = role === "user"
    ? ["text", "image_url", "input_audio", "file"]
    : role === "assistant"
    ? ["text", "refusal"]
    : ["text"];
  parts.forEach((part, index) => {
    const where = `${path}.content[${index}]`;
    if (!isRecord(part)) throw wrongType(where, "an object", part);
    if (typeof part.type !== "string" || !kinds.includes(part.type)) {
      throw wrongValue(`${where}.type`, part.type, kinds);
    }
    checkMedium(part, where, model);
  });
}

/** Media of a user: ChatCompletionContentPart of openai 7; the texts on models are OpenAI's of image_url. */
function checkMedium(part: Record<string, unknown>, where: string, model: string): void {
  const only = (models: RegExp) => {
    if (!models.test(model)) return;
    throw invalid(`Invalid content type. ${String(part.type)} is only supported by certain models.`, where);
  };
  switch (part.type) {
    case "text":
      checkKeys(part, ["type", "text"], where);
      if (typeof part.text !== "string") throw wrongType(`${where}.text`, "a string", part.text);
      return;
    case "image_url": {
      only(/^(?:o3-mini|gpt-3)/);
      checkKeys(part, ["type", "image_url"], where);
      const image = isRecord(part.image_url) ? part.image_url : {};
      checkKeys(image, ["url", "detail"], `${where}.image_url`);
      if (!isMediaURL(image.url, { types: IMAGES, urls: true })) {
        throw invalid("You uploaded an unsupported image. Please make sure your image is valid.", where);
      }
      return;
    }
    case "file": {
      only(/^(?:o3-mini|gpt-3)/);
      checkKeys(part, ["type", "file"], where);
      const file = isRecord(part.file) ? part.file : {};
      checkKeys(file, ["filename", "file_data", "file_id"], `${where}.file`);
      if (typeof file.filename !== "string" || !/\.pdf$/i.test(file.filename)) {
        throw missing(`${where}.file.filename`);
      }
      if (!isMediaURL(file.file_data, { types: ["application/pdf"], urls: false })) {
        throw invalid(
          `Invalid file data: '${where}.file.file_data'. Expected a base64-encoded data URL.`,
          where,
        );
      }
      return;
    }
    case "input_audio": {
      only(/^(?!.*audio)/);
      checkKeys(part, ["type", "input_audio"], where);
      const audio = isRecord(part.input_audio) ? part.input_audio : {};
      checkKeys(audio, ["data", "format"], `${where}.input_audio`);
      const type = audio.format === "wav" ? "audio/wav" : "audio/mpeg";
      if (!isMedium(audio.data, type)) throw invalid("The data is not a valid audio file.", where);
      return;
    }
  }
}

function parseCalls(calls: unknown, index: number) {
  const list = `messages[${index}].tool_calls`;
  if (!Array.isArray(calls)) throw wrongType(list, "an array of objects", calls);
  if (calls.length === 0) throw emptyArray(list);
  const seen = new Set<string>();
  return calls.map((call: unknown, position) => {
    const path = `${list}[${position}]`;
    if (!isRecord(call)) throw wrongType(path, "an object", call);
    checkKeys(call, ["id", "type", "function"], path);
    const { id } = call;
    if (id === undefined) throw missing(`${path}.id`);
    if (typeof id !== "string") throw wrongType(`${path}.id`, "a string", id);
    if (id.length > 40) throw tooLong(`${path}.id`, 40, id.length);
    if (seen.has(id)) throw duplicateCallId(id, index);
    seen.add(id);
    if (call.type === undefined) throw missing(`${path}.type`);
    if (call.type !== "function") throw wrongValue(`${path}.type`, call.type, ["function", "custom"]);
    if (!isRecord(call.function)) throw missing(`${path}.function`);
    checkKeys(call.function, ["name", "arguments"], `${path}.function`);
    const name = checkFunctionName(call.function.name, `${path}.function.name`);
    const text = call.function.arguments;
    if (text === undefined) throw missing(`${path}.function.arguments`);
    if (typeof text !== "string") throw wrongType(`${path}.function.arguments`, "a string", text);
    return { kind: "call" as const, id, name, arguments: text };
  });
}

function checkResult(
  message: Record<string, unknown>,
  index: number,
  open: Set<string>,
  offered: Set<string>,
): string {
  const id = message.tool_call_id;
  if (id === undefined) throw missing(`messages[${index}].tool_call_id`);
  if (typeof id !== "string") throw wrongType(`messages[${index}].tool_call_id`, "a string", id);
  if (offered.size === 0) {
    const text =
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
    throw invalid(text, `messages.[${index}].role`);
  }
  if (!offered.has(id)) {
    const text =
      `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`;
    throw invalid(text, `messages.[${index}].tool_call_id`);
  }
  if (!open.has(id)) throw duplicateCallId(id, index);
  return id;
}

function duplicateCallId(id: string, index: number) {
  return invalid(
    `Duplicate value for 'tool_call_id' of ${id} in message[${index}]`,
    `messages.[${index}].tool_call_id`,
  );
}

function toText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part: unknown) => isRecord(part) && typeof part.text === "string" ? part.text : "")
    .join("");
}
