// The rules of Converse, each with the text that the API answers with: what one request must be, whatever else is true.
import { isRecord } from "../openai/reply.ts";
import type { CapturedRequest } from "../openai/reply.ts";
import { brokenClosedRule } from "../output/rules.ts";
import { WireRefusal } from "../refusal.ts";
import { exception, type Operation, validation } from "./exception.ts";
import { isMedium } from "../media/sniff.ts";
import { checkBound, isBound } from "../anthropic/binding.ts";
import { checkPropertyKeys } from "../anthropic/tools.ts";
import { toConversation } from "./binding.ts";
import { checkModel } from "./models.ts";

/** Undefined for a path that is no operation. */
export function toOperation(path: string): Operation | undefined {
  const [, id, operation] = /^\/model\/([^/]+)\/(converse|converse-stream)$/.exec(path) ?? [];
  // The id must have been encoded: a colon in the path breaks the signature.
  if (id === undefined || /[:/]/.test(id)) return undefined;
  return { model: decodeURIComponent(id), stream: operation === "converse-stream" };
}

/** The refusal of the request; undefined for a legal one. */
export function lintBedrock({ path, body }: Pick<CapturedRequest, "path" | "body">): WireRefusal | undefined {
  try {
    const operation = toOperation(path);
    if (!operation) throw exception(404, "UnknownOperationException", `No operation at ${path}`);
    if (!isRecord(body)) throw exception(400, "SerializationException", "The request body is not an object.");
    checkKeys(body, BODY_KEYS);
    checkTools(body, operation);
    checkMessages(body, operation);
    checkSystem(body.system);
    checkModel(operation, body);
    checkThinking(operation, body);
    if (body.outputConfig !== undefined) checkOutput(body.outputConfig, operation);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof WireRefusal) return thrown;
    throw thrown;
  }
}

function checkThinking({ model }: Operation, body: Record<string, unknown>): void {
  const broken = isBound(model) ? checkBound(toConversation(model, body)) : undefined;
  if (broken) throw validation(`The model returned the following errors: ${broken.path}: ${broken.text}`);
}

const BODY_KEYS = [
  "messages",
  "system",
  "inferenceConfig",
  "toolConfig",
  "additionalModelRequestFields",
  "outputConfig",
];

function checkKeys(value: Record<string, unknown>, known: readonly string[]): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  throw validation(
    `Malformed input request: #: extraneous key [${unknown}] is not permitted, please reformat your input and try again.`,
  );
}

// hindsight#3300.
function checkOutput(config: unknown, { model }: Operation): void {
  const { textFormat } = isRecord(config) ? config : {};
  const { type, structure } = isRecord(textFormat) ? textFormat : {};
  const { jsonSchema } = isRecord(structure) ? structure : {};
  if (type !== "json_schema" || !isRecord(jsonSchema)) throw wrongType("outputConfig.textFormat");
  checkKeys(jsonSchema, ["name", "description", "schema"]);
  if (typeof jsonSchema.schema !== "string") {
    throw wrongType("outputConfig.textFormat.structure.jsonSchema.schema");
  }
  const says = (error: string) => validation(`The model returned the following errors: ${error}`);
  if (/nova|titan|llama|pixtral|mistral-large-240|deepseek\.r1/.test(model)) {
    throw validation("This model doesn't support the outputConfig field. Remove outputConfig and try again.");
  }
  if (/claude-(?:3|(?:sonnet|opus)-4-(?:\d{5,}|1-)|opus-4-[78]|fable-5)/.test(model)) {
    throw says("output_config.format: Extra inputs are not permitted");
  }
  const broken = brokenClosedRule(JSON.parse(jsonSchema.schema));
  if (broken !== undefined) throw says(`output_config.format.${broken}`);
}

function checkTools({ toolConfig }: Record<string, unknown>, { model }: Operation): void {
  if (toolConfig === undefined) return;
  if (!isRecord(toolConfig)) throw wrongType("toolConfig");
  checkKeys(toolConfig, ["tools", "toolChoice"]);
  const tools = list(toolConfig.tools);
  if (tools.length === 0) {
    throw constraint("toolConfig.tools", "[]", "Member must have length greater than or equal to 1");
  }
  const names = tools.flatMap((tool, index) => {
    if (isRecord(tool.cachePoint)) return [];
    const spec = isRecord(tool.toolSpec) ? tool.toolSpec : {};
    checkKeys(spec, ["name", "description", "inputSchema"]);
    const path = `toolConfig.tools.${index + 1}.member.toolSpec`;
    if (spec.description === "") {
      throw constraint(`${path}.description`, "", "Member must have length greater than or equal to 1");
    }
    const schema = isRecord(spec.inputSchema) ? spec.inputSchema.json : undefined;
    if (!isRecord(schema) || schema.type !== "object") {
      throw validation(
        `The value at ${path}.inputSchema.json.type must be one of the following: object.`,
      );
    }
    if (/claude/.test(model)) checkClaudeSchema(schema, `tools.${index}.custom.input_schema`);
    return [checkName(spec.name, `${path}.name`)];
  });
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw validation(`The toolConfig.tools field contains duplicate tool names: ${twice}.`);
  }
  checkChoice(toolConfig.toolChoice, names);
}

// The text of Claude's own server behind that of Bedrock.
function checkClaudeSchema(schema: Record<string, unknown>, place: string): void {
  const refuse = (text: string) => validation(`The model returned the following errors: ${text}`);
  if ("oneOf" in schema || "allOf" in schema || "anyOf" in schema) {
    throw refuse(`${place}: input_schema does not support oneOf, allOf, or anyOf at the top level`);
  }
  checkPropertyKeys(schema, place, refuse);
}

function checkChoice(choice: unknown, names: readonly string[]): void {
  if (choice === undefined) return;
  if (!isRecord(choice)) throw wrongType("toolConfig.toolChoice");
  const keys = Object.keys(choice);
  if (keys.length !== 1 || !["auto", "any", "tool"].includes(keys[0] ?? "")) {
    throw exception(400, "SerializationException", "Unexpected field in the union toolChoice.");
  }
  if (isRecord(choice.tool) && !names.includes(String(choice.tool.name))) {
    throw validation(
      "The provided tool name in toolConfig.toolChoice.tool.name was not found in the list of tools.",
    );
  }
}

function checkMessages(body: Record<string, unknown>, { model }: Operation): void {
  const messages = list(body.messages);
  if (messages.length === 0) {
    throw validation("A conversation must start with a user message. Try again with at least one message.");
  }
  if (messages[0]?.role !== "user") {
    throw validation(
      "A conversation must start with a user message. Try again with a conversation that starts with a user message.",
    );
  }
  let open: string[] = [];
  let turns = 0;
  messages.forEach((message, index) => {
    checkKeys(message, ["role", "content"]);
    if (message.role === "system") return checkSystemMessage(messages, index, model);
    if (message.role !== (turns++ % 2 === 0 ? "user" : "assistant")) {
      throw validation(
        "A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.",
      );
    }
    const content = list(message.content);
    if (content.length === 0) {
      throw validation(
        `The content field in the Message object at messages.${index} is empty. Add a ContentBlock object to the content field and try again.`,
      );
    }
    const results = checkBlocks(content, message.role, index);
    checkMedia(content, model, index);
    checkMixture(content, model, index);
    if (
      body.toolConfig === undefined && content.some((block) => "toolUse" in block || "toolResult" in block)
    ) {
      throw validation(
        "The toolConfig field must be defined when using toolUse and toolResult content blocks.",
      );
    }
    if (message.role === "user") checkAnswered(open, results, index);
    open = content.flatMap((block) => isRecord(block.toolUse) ? [String(block.toolUse.toolUseId)] : []);
  });
  if (messages.at(-1)?.role === "assistant") {
    throw validation(
      "This model does not support assistant message prefill. The conversation must end with a user message.",
    );
  }
  checkThinkingFirst(body, messages);
}

/** The newer models of Claude take a system message behind a user's and before an answer; it is one here, and has text alone. */
function checkSystemMessage(
  messages: readonly Record<string, unknown>[],
  index: number,
  model: string,
): void {
  if (!/claude-(?:opus-(?:4-8|5)|(?:sonnet|haiku)-5-5|(?:fable|mythos)-5)/.test(model)) {
    throw validation("This model doesn't support system messages.");
  }
  if (messages[index - 1]?.role !== "user") {
    throw validation(`messages.${index}: role 'system' must follow a 'user' message`);
  }
  const after = messages[index + 1];
  if (after !== undefined && after.role !== "assistant") {
    throw validation(
      `messages.${index}: role 'system' must precede an 'assistant' message or end the array`,
    );
  }
  const blocks = list(messages[index]?.content);
  for (const field of ["toolAddition", "toolRemoval"]) {
    if (!blocks.some((block) => field in block)) continue;
    throw validation(`This model doesn't support the ${field} field for system messages.`);
  }
  if (blocks.length === 0 || !blocks.every(({ text }) => typeof text === "string" && text.trim() !== "")) {
    throw validation(`messages.${index}: a system message has text only`);
  }
}

// Of the run of calls that is under way, with a thinking budget: the answer that began it.
function checkThinkingFirst(
  body: Record<string, unknown>,
  messages: readonly Record<string, unknown>[],
): void {
  const fields = isRecord(body.additionalModelRequestFields) ? body.additionalModelRequestFields : {};
  if (!isRecord(fields.thinking) || fields.thinking.type !== "enabled") return;
  const isResults = (message: Record<string, unknown>) =>
    list(message.content).some((block) => "toolResult" in block);
  const last = messages.at(-1);
  if (last === undefined || !isResults(last)) return;
  const asked = messages.findLastIndex((message) => message.role === "user" && !isResults(message));
  const [first] = list(messages[asked + 1]?.content);
  if (first === undefined || "reasoningContent" in first) return;
  throw validation(
    `The model returned the following errors: messages.${
      asked + 1
    }.content.0.type: Expected \`thinking\` or ` +
      `\`redacted_thinking\`, but found \`${
        "toolUse" in first ? "tool_use" : "text"
      }\`. When \`thinking\` is enabled, a ` +
      "final `assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and " +
      "`tool_result` blocks). We recommend you include thinking blocks from previous turns. To avoid this requirement, " +
      "disable `thinking`. Please consult our documentation at " +
      "https://docs.claude.com/en/docs/build-with-claude/extended-thinking",
  );
}

function checkBlocks(
  content: readonly Record<string, unknown>[],
  role: unknown,
  index: number,
): readonly string[] {
  const results: string[] = [];
  content.forEach((block, number) => {
    const path = `messages.${index}.content.${number}`;
    if (Object.keys(block).length !== 1) {
      throw exception(400, "SerializationException", `A union has one member: ${path}`);
    }
    if ("text" in block) checkText(block.text, path);
    if (isRecord(block.toolUse)) {
      checkKeys(block.toolUse, ["toolUseId", "name", "input"]);
      checkName(block.toolUse.name, `${path}.toolUse.name`);
      checkId(block.toolUse.toolUseId, `${path}.toolUse.toolUseId`);
      if (!isRecord(block.toolUse.input)) {
        throw validation(
          `The format of the value at ${path}.toolUse.input is invalid. Provide a json object for the field and try again.`,
        );
      }
    }
    if (isRecord(block.toolResult)) {
      checkKeys(block.toolResult, ["toolUseId", "content", "status"]);
      results.push(checkId(block.toolResult.toolUseId, `${path}.toolResult.toolUseId`));
      for (const part of list(block.toolResult.content)) {
        if ("text" in part) checkText(part.text, `${path}.toolResult.content`);
      }
      if (content.slice(0, number).some((before) => !("toolResult" in before))) {
        throw validation(
          `messages.${index}: \`tool_result\` blocks must come before other blocks in the message.`,
        );
      }
    }
    const isAnswers = "toolUse" in block || "reasoningContent" in block;
    if ((isAnswers && role === "user") || ("toolResult" in block && role === "assistant")) {
      throw validation(`The ${Object.keys(block)[0]} block at ${path} is not allowed for role ${role}.`);
    }
  });
  return results;
}

// Message.content and ToolResultContentBlock of the API; the text on models: can1357/oh-my-pi#11685.
function checkMedia(content: readonly Record<string, unknown>[], model: string, index: number): void {
  const inResults = content.flatMap((block) =>
    isRecord(block.toolResult) ? list(block.toolResult.content) : []
  );
  const all = [...content, ...inResults];
  const refuse = (what: string) =>
    validation(
      `This model doesn't support the ${what} field for user messages. Remove ${what} and try again.`,
    );
  const seesNone = /llama3-3|deepseek|gpt-oss/.test(model);
  const inText = /claude|nova|llama4/.test(model) ? [] : inResults;
  for (const { image, document } of all) {
    if (image !== undefined) {
      checkBytes(image, ["format", "source"], (format) => `image/${format}`, index);
      if (seesNone) throw refuse("image");
    }
    if (document !== undefined) checkDocument(document, index);
  }
  if (inText.some((block) => "image" in block)) throw refuse("image");
  if (inText.some((block) => "document" in block)) throw refuse("document");
  if (content.some((block) => "document" in block) && !content.some((block) => "text" in block)) {
    throw validation(`Add a text block to the Message object at messages.${index}, which has a document.`);
  }
  const names = all.flatMap(({ document }) => isRecord(document) ? [document.name] : []);
  if (new Set(names).size < names.length) throw validation("Duplicate document names are not supported.");
  if (all.filter((block) => "image" in block).length > 20) throw validation("Too many images.");
  if (names.length > 5) throw validation("You can include up to five documents.");
}

function checkDocument(document: unknown, index: number): void {
  checkBytes(document, ["format", "name", "source"], (format) => `application/${format}`, index);
  const name = isRecord(document) ? String(document.name) : "";
  if (/^[a-zA-Z0-9()[\]-]+(?: [a-zA-Z0-9()[\]-]+)*$/.test(name) && name.length <= 200) return;
  throw validation(
    "The file name can only contain alphanumeric characters, whitespace characters, hyphens, parentheses, and square " +
      "brackets. The name can't contain more than one consecutive whitespace character.",
  );
}

function checkBytes(
  value: unknown,
  keys: readonly string[],
  typeOf: (format: string) => string,
  index: number,
): void {
  if (!isRecord(value) || !isRecord(value.source)) throw wrongType(`messages.${index}.content`);
  checkKeys(value, keys);
  checkKeys(value.source, ["bytes"]);
  if (!isMedium(value.source.bytes, typeOf(String(value.format)))) {
    throw validation("Could not process image. The provided bytes do not match the format.");
  }
}

// Claude and Nova take both together.
function checkMixture(content: readonly Record<string, unknown>[], model: string, index: number): void {
  if (/claude|nova/.test(model)) return;
  const mixes = (kind: string) =>
    content.some((block) => kind in block) &&
    content.some((block) => "text" in block || "image" in block || "document" in block);
  for (const [kind, name] of [["toolUse", "tool use"], ["toolResult", "tool result"]] as const) {
    if (mixes(kind)) {
      throw validation(
        `messages.${index}.content: Conversation blocks and ${name} blocks cannot be provided in the same turn.`,
      );
    }
  }
}

function checkAnswered(calls: readonly string[], results: readonly string[], index: number): void {
  if (results.length > calls.length || results.some((id) => !calls.includes(id))) {
    throw validation(
      `The number of toolResult blocks at messages.${index}.content exceeds the number of toolUse blocks of previous turn.`,
    );
  }
  const missing = calls.filter((id) => !results.includes(id));
  if (missing.length > 0 || new Set(results).size !== results.length) {
    throw validation(
      `Expected toolResult blocks at messages.${index}.content for the following Ids: ${missing.join(", ")}`,
    );
  }
}

function checkSystem(system: unknown): void {
  if (system === undefined) return;
  list(system).forEach((block, index) => {
    if ("text" in block) checkText(block.text, `system.${index}`);
  });
}

function checkText(text: unknown, path: string): void {
  if (typeof text === "string" && text.trim() !== "") return;
  throw validation(
    `The text field in the ContentBlock object at ${path} is blank. Add text to the text field, and try again.`,
  );
}

function checkName(name: unknown, path: string): string {
  if (typeof name === "string" && /^[a-zA-Z0-9_-]{1,64}$/.test(name)) return name;
  throw constraint(path, String(name), "Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+");
}

function checkId(id: unknown, path: string): string {
  if (typeof id === "string" && /^[a-zA-Z0-9_.:-]{1,64}$/.test(id)) return id;
  throw constraint(path, String(id), "Member must satisfy regular expression pattern: [a-zA-Z0-9_.:-]+");
}

function constraint(path: string, value: string, rule: string): WireRefusal {
  return validation(
    `1 validation error detected: Value '${value}' at '${path}' failed to satisfy constraint: ${rule}`,
  );
}

function wrongType(path: string): WireRefusal {
  return exception(400, "SerializationException", `Unexpected type of ${path}.`);
}

function list(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}
