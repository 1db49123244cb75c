// What both OpenAI dialects refuse about tools and tool choice, and what a reply must obey.
import {
  badPattern,
  HarnessError,
  invalid,
  missing,
  tooLong,
  unknownParameter,
  wrongType,
  wrongValue,
} from "./error.ts";
import { brokenStrictRule } from "../output/rules.ts";
import { type Choice, isRecord, type ParsedRequest, type Reply } from "./reply.ts";

const namePattern = "^[a-zA-Z0-9_-]+$";
const maxTools = 128;

/** Refuses a function name that is not 1 to 64 of [a-zA-Z0-9_-]. */
export function checkFunctionName(name: unknown, param: string): string {
  if (name === undefined) throw missing(param);
  if (typeof name !== "string") throw wrongType(param, "a string", name);
  if (!new RegExp(namePattern).test(name)) throw badPattern(param, namePattern);
  if (name.length > 64) throw tooLong(param, 64, name.length);
  return name;
}

/** Refuses a tools value that is no array, or one above the official maximum. */
export function checkToolList(tools: unknown): unknown[] {
  if (tools === undefined || tools === null) return [];
  if (!Array.isArray(tools)) throw wrongType("tools", "an array of objects", tools);
  if (tools.length > maxTools) {
    const text =
      `Invalid 'tools': array too long. Expected an array with maximum length ${maxTools}, but got an ` +
      `array with length ${tools.length} instead.`;
    throw invalid(text, "tools", "array_above_max_length");
  }
  return tools;
}

/** Refuses keys outside `known`, by their full path. */
export function checkKeys(value: Record<string, unknown>, known: readonly string[], path: string): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown !== undefined) throw unknownParameter(path === "" ? unknown : `${path}.${unknown}`);
}

/** Refuses a parameters schema whose root is no object, and under `strict` one that structured outputs cannot hold. */
export function checkParameters(name: string, schema: unknown, strict: unknown, param: string): void {
  if (schema === undefined || schema === null) return;
  if (!isRecord(schema)) throw wrongType(param, "an object", schema);
  if (schema.type !== "object") {
    const got = schema.type === undefined ? "None" : String(schema.type);
    const text =
      `Invalid schema for function '${name}': schema must be a JSON Schema of 'type: "object"', got ` +
      `'type: "${got}"'.`;
    throw invalid(text, param, "invalid_function_parameters");
  }
  if (["oneOf", "anyOf", "allOf", "enum", "not"].some((keyword) => keyword in schema)) {
    const text = `Invalid schema for function '${name}': schema must have type 'object' and not have ` +
      "'oneOf'/'anyOf'/'allOf'/'enum'/'not' at the top level.";
    throw invalid(text, param, "invalid_function_parameters");
  }
  if (strict === true) checkStrict(name, schema, [], param);
}

function checkStrict(name: string, schema: Record<string, unknown>, context: string[], param: string): void {
  const where = `Invalid schema for function '${name}': In context=(${
    context.map((key) => `'${key}'`).join(", ")
  }), `;
  const refuse = (why: string) => invalid(where + why, param, "invalid_function_parameters");
  if (schema.type === "object") {
    if (schema.additionalProperties !== false) {
      throw refuse("'additionalProperties' is required to be supplied and to be false.");
    }
    const properties = isRecord(schema.properties) ? schema.properties : {};
    const required: unknown[] = Array.isArray(schema.required) ? schema.required : [];
    const absent = Object.keys(properties).find((key) => !required.includes(key));
    if (absent !== undefined) {
      throw refuse(
        `'required' is required to be supplied and to be an array including every key in properties. Missing '${absent}'.`,
      );
    }
    for (const [key, value] of Object.entries(properties)) {
      if (isRecord(value)) checkStrict(name, value, [...context, "properties", key], param);
    }
  }
  if (isRecord(schema.items)) checkStrict(name, schema.items, [...context, "items"], param);
}

/** Refuses a choice string outside none, auto and required. */
export function checkChoiceWord(word: string): Choice {
  switch (word) {
    case "none":
    case "auto":
    case "required":
      return { kind: word };
    default:
      throw wrongValue("tool_choice", word, ["none", "auto", "required"]);
  }
}

/** Refuses an allowed_tools mode outside auto and required. */
export function checkAllowedMode(mode: unknown, param: string): "auto" | "required" {
  if (mode === undefined) throw missing(param);
  if (mode === "auto" || mode === "required") return mode;
  throw wrongValue(param, mode, ["auto", "required"]);
}

/** The reply as the real model would give it under the request's choice; a contradiction is the test's mistake. */
export function obey(reply: Reply, request: ParsedRequest): Reply {
  const { choice } = request;
  if (reply.status !== undefined || reply.ignoresChoice) return reply;
  if (choice.kind === "none") return { ...reply, calls: [] };

  const names = (reply.calls ?? []).map((call) => call.name);
  const fail = (why: string) => {
    const text =
      `The scripted reply calls [${names.join(", ")}], but ${why}. Set ignoresChoice: true to make the ` +
      `model disobey on purpose.`;
    return new HarnessError(text);
  };
  const stranger = names.find((name) => !request.tools.includes(name));
  if (stranger !== undefined) {
    throw fail(`'${stranger}' is not among the offered tools [${request.tools.join(", ")}]`);
  }
  if (names.length > 1 && !request.parallel) throw fail("parallel_tool_calls is false");

  switch (choice.kind) {
    case "auto":
      return reply;
    case "required":
      if (names.length === 0) throw fail("tool_choice is 'required'");
      return reply;
    case "named":
      if (names.length === 0 || names.some((name) => name !== choice.name)) {
        throw fail(`tool_choice names '${choice.name}'`);
      }
      return { ...reply, finish: reply.finish ?? "stop" };
    case "allowed": {
      if (names.length === 0 && choice.mode === "required") throw fail("allowed_tools has mode 'required'");
      if (names.some((name) => !choice.names.includes(name))) {
        throw fail(`allowed_tools is [${choice.names.join(", ")}]`);
      }
      return reply;
    }
  }
}

/** Models without Structured Outputs: midscene#259 and the guide. */
const NO_SCHEMA = /^(?:gpt-3\.5|gpt-4(?:-|$)|gpt-4o-2024-05-13|o1-(?:mini|preview))/;

/** The form of the answer; `holder` is where name, schema and strict stand, `word` how the API names the parameter. */
export function checkFormat(
  { type, holder, model, word, prompt }: {
    type: unknown;
    holder: unknown;
    model: string;
    word: string;
    prompt: string;
  },
): void {
  switch (type) {
    case "text":
      return;
    case "json_object":
      if (!/json/i.test(prompt)) {
        const text = `must contain the word 'json' in some form, to use '${word}' of type 'json_object'.`;
        throw invalid(`'messages' ${text}`, "messages");
      }
      return;
    case "json_schema": {
      if (!isRecord(holder)) throw missing(word);
      const { name, schema, strict } = holder;
      if (typeof name !== "string" || !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
        throw badPattern(`${word}.name`, namePattern);
      }
      if (!isRecord(schema)) throw wrongType(`${word}.schema`, "an object", schema);
      if (NO_SCHEMA.test(model)) {
        throw invalid(
          `Invalid parameter: '${word}' of type 'json_schema' is not supported with this model.`,
          word,
        );
      }
      const broken = strict === true ? brokenStrictRule(schema) : undefined;
      if (broken !== undefined) {
        throw invalid(`Invalid schema for response_format '${name}': ${broken}`, word);
      }
      return;
    }
    default:
      throw wrongValue(`${word}.type`, type, ["json_object", "json_schema", "text"]);
  }
}
