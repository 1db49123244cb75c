// The form of the answer that a request sets: `response_format` of a chat, `text.format` of a response.

import type { Agent } from "../../core/agent.ts";
import { isJsonObject, type Json, type JsonObject, type JsonSchema } from "../../core/json.ts";
import { boundProblem } from "../../core/json_schema/bounds.ts";
import type { AnswerFormat } from "../../core/model/decision.ts";
import { canonicalJson, fnv64 } from "../../core/text/hash.ts";
import type { Execution } from "../../core/tool_choice.ts";
import { type Path, refuse } from "../../http/conversation/refuse.ts";

/** An answer as JSON. */
export interface RequestedFormat {
  /** What the agent is held to. */
  readonly output: AnswerFormat;
  /** The format in the form of Responses, which repeat it. */
  readonly repeated: JsonObject;
  /** The same format has the same one. */
  readonly hash: string;
}

/** Where a request names its format, and whether the parts of a schema stand in an object of their own. */
interface FormatPlace {
  readonly path: Path;
  readonly isNested: boolean;
}

/** `response_format` of Chat Completions. */
export const OF_CHAT: FormatPlace = { path: ["response_format"], isNested: true };
/** `text.format` of Responses. */
export const OF_RESPONSE: FormatPlace = { path: ["text", "format"], isNested: false };

/**
 * The format of a request; undefined for words.
 *
 * | `type` | the answer |
 * |---|---|
 * | `text`, or no format | words |
 * | `json_object` | a JSON object; in a chat it may have a `schema`, as at Together and llama.cpp |
 * | `json_schema` | a JSON object that fits the schema, with `strict` and without it: every answer is checked |
 *
 * @throws {AgentError} invalid_request - an unknown type, a name or a schema that is not accepted, another format than the agent's own, or a
 * run whose answer is the outputs of its tools
 */
export function readFormat(
  requested: Json | undefined,
  place: FormatPlace,
  { agent, execution }: { readonly agent: Agent; readonly execution: Execution },
): RequestedFormat | undefined {
  if (requested === undefined || requested === null) return undefined;
  const { path } = place;
  if (!isJsonObject(requested)) throw refuse(path, "must be an object with a type");
  if (requested.type === "text") return undefined;
  const { repeated, schema } = readJsonFormat(requested, place);
  if (execution === "execute") {
    throw refuse(path, "has no effect where outputs of tools are the answer");
  }
  assertOwnFits(agent, schema, path);
  return {
    output: agent.output ?? { schema: schema ?? { type: "object" }, check: () => Promise.resolve([]) },
    repeated,
    hash: fnv64(canonicalJson(repeated)),
  };
}

interface JsonFormat extends Pick<RequestedFormat, "repeated"> {
  /** Undefined for any object. */
  readonly schema: JsonSchema | undefined;
}

function readJsonFormat(requested: JsonObject, { path, isNested }: FormatPlace): JsonFormat {
  switch (requested.type) {
    case "json_object":
      return {
        repeated: { type: "json_object" },
        schema: isNested && requested.schema !== undefined ? readSchema(requested.schema, path) : undefined,
      };
    case "json_schema": {
      const at = isNested ? [...path, "json_schema"] : path;
      const format = isNested ? requested.json_schema : requested;
      if (format === undefined || !isJsonObject(format)) {
        throw refuse(at, "is missing");
      }
      return readNamed(format, at);
    }
    default:
      throw refuse([...path, "type"], 'must be "text", "json_object" or "json_schema"');
  }
}

/** The names that OpenAI takes. */
const FORMAT_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

function readNamed({ name, description = null, schema, strict = null }: JsonObject, at: Path): JsonFormat {
  if (typeof name !== "string" || !FORMAT_NAME.test(name)) {
    throw refuse([...at, "name"], "must be 1 to 64 letters, digits, _ and -");
  }
  if (typeof description !== "string" && description !== null) {
    throw refuse([...at, "description"], "must be a text", "type");
  }
  if (typeof strict !== "boolean" && strict !== null) {
    throw refuse([...at, "strict"], "must be true or false", "type");
  }
  const own = readSchema(schema, at);
  const said: JsonObject = description === null ? {} : { description };
  return {
    repeated: { type: "json_schema", name, ...said, schema: own, strict: strict === true },
    schema: { ...said, ...own },
  };
}

/** The schema at `schema` of a place. */
function readSchema(schema: Json | undefined, at: Path): JsonSchema {
  const place = [...at, "schema"];
  if (schema === undefined || schema === null) throw refuse(place, "is missing: a JSON Schema of an object");
  if (!isJsonObject(schema)) throw refuse(place, "must be a JSON Schema of an object", "schema");
  if (schema.type !== "object") {
    throw refuse([...place, "type"], 'must be "object"', "schema");
  }
  const problem = boundProblem(schema);
  if (problem !== undefined) throw refuse([...place, ...problem.path], problem.detail, "schema");
  return schema;
}

/** An agent with an output of its own keeps it: a request may ask for that, or for any object. */
function assertOwnFits({ name, output }: Agent, schema: JsonSchema | undefined, path: Path): void {
  if (output === undefined || schema === undefined) return;
  if (canonicalJson(withoutWords(schema)) === canonicalJson(withoutWords(output.schema))) return;
  throw refuse(path, `is another form than the output of agent ${name}`);
}

/** What a schema permits, without what it says of itself. */
function withoutWords(
  { $schema: _dialect, title: _title, description: _words, ...rest }: JsonSchema,
): JsonSchema {
  return rest;
}
