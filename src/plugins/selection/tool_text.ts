// A tool as one text, for models that turn texts into vectors.

import { isJsonObject, type Json } from "../../core/json.ts";
import type { ToolDocument } from "./selector.ts";

/** Most characters of the text. Most tools have a few hundred; embedders cut what is too long for their model. */
const MOST_CHARS = 6_000;

/** Most characters of a query: what a user has pasted says no more behind them. */
const MOST_QUERY_CHARS = 8_000;

/** Most characters of a description that a stranger has written. */
const MOST_FOREIGN_CHARS = 500;

/**
 * The text: the name and its words, the description, the arguments by name and description, past queries, groups and tags. Of a
 * tool that a stranger has written, the beginning of the description and the names of its arguments alone, so that words written
 * to be ranked have little room.
 *
 * @example
 * ```ts
 * import { textOfTool } from "./tool_text.ts";
 * import assert from "node:assert/strict";
 *
 * const parameters = { type: "object", properties: { city: { type: "string", description: "Name of a city" } } };
 * const text = textOfTool({ name: "getWeather", description: "Weather of a city.", parameters, examples: ["Rain in Rome?"] });
 * assert.equal(text, "get weather\nWeather of a city.\nArguments: city (Name of a city)\nQueries: Rain in Rome?");
 * ```
 */
export function textOfTool(tool: ToolDocument): string {
  const { name, description, parameters, examples = [], categories = [], tags = [], foreign } = tool;
  const lines = foreign
    ? [
      splitWords(name),
      description.slice(0, MOST_FOREIGN_CHARS),
      list("Arguments", argumentNames(parameters)),
    ]
    : [
      splitWords(name),
      description,
      list("Arguments", listArguments(parameters)),
      list("Queries", examples),
      list("Groups", [...categories, ...tags]),
    ];
  return lines.filter((line) => line !== "").join("\n").slice(0, MOST_CHARS).toWellFormed();
}

/** A query as it is embedded: without spaces around it, and its beginning alone where it is long. */
export function textOfQuery(text: string): string {
  return text.trim().slice(0, MOST_QUERY_CHARS).toWellFormed();
}

/** `getWeather`, `get_weather` and `weather.get` as words. */
function splitWords(name: string): string {
  return name.replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2").replace(/[^\p{L}\p{N}]+/gu, " ").trim()
    .toLowerCase() ||
    name;
}

function list(title: string, items: readonly string[]): string {
  return items.length === 0 ? "" : `${title}: ${items.join("; ")}`;
}

function argumentNames({ properties }: ToolDocument["parameters"]): string[] {
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

function listArguments({ properties }: ToolDocument["parameters"]): string[] {
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).map(([name, schema]) => {
    const description = readDescription(schema);
    return description === "" ? name : `${name} (${description})`;
  });
}

function readDescription(schema: Json): string {
  return isJsonObject(schema) && typeof schema.description === "string" ? schema.description : "";
}
