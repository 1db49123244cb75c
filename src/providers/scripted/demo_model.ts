// The demo model: a few sentences of English understood by pattern, and tools that are called when a sentence names them, so that a whole run
// is possible with no account.

import { isJsonObject, type Json, type JsonObject, parseJson } from "../../core/json.ts";
import type { Message, ModelRequest, ToolMessage } from "../../core/model/provider.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import { hasWords, readArgs, splitName } from "./read_args.ts";
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
  const wishes = readWishes(lastUserText(request), request.tools);
  if (wishes.length === 0) return [{ type: "says", text: introduce(request.tools) }];

  const observations = sinceLastUser(request).filter((message): message is ToolMessage =>
    message.role === "tool" && message.name === wishes[0]?.name // a forced choice may have called others
  );
  const open = wishes.slice(observations.length);
  if (open.length === 0) {
    return [{
      type: "says",
      text: wishes.map((wish, index) => writeAnswer(wish, observations[index])).join(" "),
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

function introduce(tools: readonly ToolSpec[]): string {
  const [first] = tools;
  const example = first === undefined ? "nothing here" : `"${splitName(first.name).join(" ")}"`;
  return `I am the scripted demo model and understand only sentences that name a tool, such as ${example}; for a real model ` +
    "set OPENAI_API_KEY and TREADLE_MODEL=openai/<model>.";
}

/** The text of the newest user message. */
export function lastUserText(request: ModelRequest): string {
  return request.messages.findLast((message) => message.role === "user")?.text ?? "";
}

/** The messages behind the newest user message. */
export function sinceLastUser(request: ModelRequest): readonly Message[] {
  return request.messages.slice(request.messages.findLastIndex((message) => message.role === "user") + 1);
}

/** The sentences of the demo agent, where its tools are offered; else one call of the tool that the text names. */
function readWishes(text: string, tools: readonly ToolSpec[]): Wish[] {
  const wishes = readDemoWishes(text);
  const takes = (tool: ToolSpec, wish: Wish) => tool.name === wish.name && hasProperties(tool, wish.args);
  if (wishes.length > 0 && wishes.every((wish) => tools.some((tool) => takes(tool, wish)))) return wishes;
  const tool = findNamedTool(text, tools);
  return tool === undefined ? [] : [callTool(tool, text)];
}

/** Whether a tool has these arguments. One that describes none takes any. */
function hasProperties(
  { parameters: { properties, additionalProperties } }: ToolSpec,
  args: JsonObject,
): boolean {
  const described = isJsonObject(properties) ? Object.keys(properties) : [];
  if (described.length === 0) return additionalProperties !== false;
  return Object.keys(args).every((name) => described.includes(name));
}

function readDemoWishes(text: string): Wish[] {
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

/** The tool whose name the text has most of, a half of it at least; of equal ones the first. */
function findNamedTool(text: string, tools: readonly ToolSpec[]): ToolSpec | undefined {
  const shareOf = (words: readonly string[]) =>
    words.length === 0 ? 0 : words.filter((word) => hasWords(word, text)).length / words.length;
  const ranked = tools.map((tool) => {
    const words = splitName(tool.name);
    const own = shareOf(words.filter((word) => !COMMON_VERBS.has(word)));
    return { tool, rank: own < 0.5 ? 0 : own + shareOf(words) };
  });
  const most = Math.max(0, ...ranked.map(({ rank }) => rank));
  return most === 0 ? undefined : ranked.find(({ rank }) => rank === most)?.tool;
}

/** Words of a name that say nothing about which tool is meant. */
const COMMON_VERBS: ReadonlySet<string> = new Set(
  [
    "get",
    "set",
    "list",
    "look",
    "lookup",
    "up",
    "find",
    "search",
    "read",
    "show",
    "fetch",
    "check",
    "do",
    "run",
  ],
);

function callTool({ name, parameters }: ToolSpec, text: string): Wish {
  return {
    name,
    args: readArgs(parameters, text),
    preamble: "",
    answerOf: tellResult,
  };
}

/** One sentence about the result of any tool. */
export function tellResult({ name, failed, text }: ToolMessage): string {
  return failed ? `${name} did not succeed: ${firstLine(text)}` : `${name} answers: ${firstLine(text)}`;
}

function writeAnswer(wish: Wish, observation: ToolMessage | undefined): string {
  return observation ? wish.answerOf(observation) : "";
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.slice(0, 200).toWellFormed() ?? "";
}

function toWords(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "unknown");
}
