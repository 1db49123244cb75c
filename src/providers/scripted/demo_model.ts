// The demo model: a few sentences of English understood by pattern, so that a whole run is possible with no
// account.

import { isJsonObject, type Json, type JsonObject, parseJson } from "../../core/json.ts";
import type { Message, ModelRequest, ToolMessage } from "../../core/model/provider.ts";
import type { ScriptedAction, ScriptedTurn } from "./scenario.ts";

/** What the text requests: one call each, and the sentence about its observation. */
interface Wish {
  readonly name: string;
  readonly args: JsonObject;
  readonly preamble: string;
  answerOf(observation: ToolMessage): string;
}

/** What the demo model does next, before the tool choice is enforced on it. */
export function demoTurn(request: ModelRequest): ScriptedTurn {
  const wishes = readWishes(lastUserText(request));
  const offered = wishes.every((wish) => request.tools.some((tool) => tool.name === wish.name));
  if (wishes.length === 0 || !offered) return [{ type: "says", text: INTRODUCTION }];

  const observations = sinceLastUser(request).filter((message): message is ToolMessage =>
    message.role === "tool" && message.name === wishes[0]?.name // a forced choice may have called others
  );
  const open = wishes.slice(observations.length);
  if (open.length === 0) {
    return [{
      type: "says",
      text: wishes.map((wish, index) => answerOf(wish, observations[index])).join(" "),
    }];
  }
  if (request.choice.type === "none") {
    return [{ type: "says", text: "I may not use tools for this answer, so I cannot do that now." }];
  }
  const preamble = observations.length === 0 ? open[0]?.preamble ?? "" : "";
  return [
    ...(preamble === "" ? [] : [{ type: "says" as const, text: preamble }]),
    ...open.map((wish): ScriptedAction => ({
      type: "calls",
      name: wish.name,
      args: JSON.stringify(wish.args),
    })),
  ];
}

const INTRODUCTION =
  "I am the scripted demo model and know only the weather in a city and how to delete a record; for a real model set " +
  "OPENAI_API_KEY and TREADLE_MODEL=openai/<model>.";

/** The text of the newest user message. */
export function lastUserText(request: ModelRequest): string {
  return request.messages.findLast((message) => message.role === "user")?.text ?? "";
}

function sinceLastUser(request: ModelRequest): readonly Message[] {
  return request.messages.slice(request.messages.findLastIndex((message) => message.role === "user") + 1);
}

function readWishes(text: string): Wish[] {
  const record = text.match(/\bdelete\s+(?:the\s+)?record\s+([\w-]+)/i)?.[1];
  if (record !== undefined) return [deleteRecord(record)];
  if (!/\bweather\b/i.test(text)) return [];
  const cities = text.match(/\b(?:in|for)\s+(\p{L}[\p{L}\p{M}'’ ,-]*)/iu)?.[1] ?? "";
  return cities.split(/,|\band\b/)
    .map((city) => city.replace(NOT_OF_A_CITY, "").trim())
    .filter((city) => city !== "")
    .map(getWeather);
}

const NOT_OF_A_CITY = /\s(?:for|on|at|like|this|next|right|today|tonight|tomorrow|now|please)\b.*$/i;

function getWeather(city: string): Wish {
  return {
    name: "get_weather",
    args: { city },
    preamble: "Let me check.",
    answerOf({ failed, text }) {
      const weather = parseJson(text);
      if (failed || !isJsonObject(weather)) {
        return `I could not get the weather in ${city}: ${firstLine(text)}`;
      }
      return `It is ${toWords(weather.tempC)} °C and ${toWords(weather.sky)} in ${
        toWords(weather.city ?? city)
      }.`;
    },
  };
}

function deleteRecord(id: string): Wish {
  return {
    name: "delete_record",
    args: { id },
    preamble: "",
    answerOf({ failed, text }) {
      if (!failed) return `Record ${id} is deleted.`;
      if (/refused|denied|did not run|not allowed/i.test(text)) return `I did not delete record ${id}.`;
      return `I could not delete record ${id}: ${firstLine(text)}`;
    },
  };
}

function answerOf(wish: Wish, observation: ToolMessage | undefined): string {
  return observation ? wish.answerOf(observation) : "";
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.slice(0, 200).toWellFormed() ?? "";
}

function toWords(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "unknown");
}

/** The smallest arguments that a schema takes, with words and numbers of the text where the schema requires them. */
export function minimalArgs(schema: JsonObject, text: string): JsonObject {
  const properties = toObject(schema.properties);
  const required = Array.isArray(schema.required) ? schema.required : [];
  const entries = required.flatMap((key): [string, Json][] => {
    if (typeof key !== "string") return [];
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    return [[key, minimalValue(toObject(property), text)]];
  });
  return Object.fromEntries(entries);
}

function minimalValue(schema: JsonObject, text: string): Json {
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  if (Array.isArray(schema.enum)) {
    return schema.enum.find((value) => mentions(text, value)) ?? schema.enum[0] ?? null;
  }
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "integer":
    case "number":
      return Number(text.match(/-?\d+(?:\.\d+)?/)?.[0] ?? schema.minimum ?? 0);
    case "boolean":
      return false;
    case "null":
      return null;
    case "array":
      return typeof schema.minItems === "number" && schema.minItems > 0 && isJsonObject(schema.items)
        ? Array.from({ length: schema.minItems }, () => minimalValue(toObject(schema.items), text))
        : [];
    case "object":
      return minimalArgs(schema, text);
    default:
      return text.trim() === "" ? "unknown" : text.trim();
  }
}

function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function mentions(text: string, value: Json): boolean {
  return typeof value === "string" && text.toLowerCase().includes(value.toLowerCase());
}
