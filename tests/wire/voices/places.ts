// Whose voice each text of a request has, in the body of any dialect.

import { isRecord } from "../openai/reply.ts";

/**
 * `definitions`: tools, where the vendor takes them, and where a prompt describes them. `choice`: the names of a tool choice. `result`:
 * what a call has come to. `transcript`: the message of a request that asks a model without tools for a summary. `assistant`: what the
 * model has said and called. `user`: a message of the user. `routing`: the key by which a vendor finds its cache; no model reads it.
 * `system`: everything else, which has the application's voice: instructions, messages of the roles system and developer, and notices
 * in any form.
 */
export type Voice =
  | "definitions"
  | "choice"
  | "result"
  | "transcript"
  | "assistant"
  | "user"
  | "routing"
  | "system";

/** A text of a body with its place. */
export interface Voiced {
  readonly voice: Voice;
  /** As a path of JSON: `messages[3].content`. */
  readonly path: string;
  readonly text: string;
}

const DEFINITIONS = new Set(["tools", "response_format", "outputConfig", "output_config", "format"]);
const CHOICES = new Set(["tool_choice", "toolChoice", "tool_config", "toolConfig"]);
const RESULTS = new Set(["tool_result", "function_call_output"]);
const CALLS = new Set(["tool_use", "function_call", "reasoning"]);
/** Keys of parts that say what they are. */
const RESULT_KEYS = new Set(["toolResult", "functionResponse"]);
const CALL_KEYS = new Set(["toolUse", "functionCall", "tool_calls"]);

/** All texts of a body. */
export function voicesIn(body: unknown): readonly Voiced[] {
  const texts: Voiced[] = [];
  walk(body, "", "system", texts);
  const isSummary = texts.some(({ voice, text }) => voice === "system" && text.startsWith(SUMMARISES)) &&
    !texts.some(({ voice }) => voice === "definitions");
  return afterHeadings(isSummary ? texts.map(asTranscript) : texts);
}

const SUMMARISES = "Summarise the conversation below ";

function asTranscript(each: Voiced): Voiced {
  return each.voice === "user" || each.voice === "result" ? { ...each, voice: "transcript" } : each;
}

/** In a message of several parts the medium of a result stands in the part behind its heading. */
function afterHeadings(texts: readonly Voiced[]): readonly Voiced[] {
  let open = "";
  return texts.map((each) => {
    const message = each.path.match(/^.*?\[\d+\]/)?.[0] ?? "";
    if (each.voice === "result") open = message;
    return each.voice === "user" && message !== "" && message === open ? { ...each, voice: "result" } : each;
  });
}

function walk(value: unknown, path: string, voice: Voice, texts: Voiced[]): void {
  if (typeof value === "string") {
    texts.push(...partsOf(value, voice).map((part) => ({ ...part, path })));
    return;
  }
  if (Array.isArray(value)) {
    for (const [index, each] of value.entries()) walk(each, `${path}[${index}]`, voice, texts);
    return;
  }
  if (!isRecord(value)) return;
  const own = voiceOf(value, voice);
  for (const [key, each] of Object.entries(value)) {
    const at = path === "" ? key : `${path}.${key}`;
    walk(key, `${at} (a name)`, voiceUnder(key, own, path), texts);
    walk(each, at, voiceUnder(key, own, path), texts);
  }
}

function voiceOf({ type, role }: Record<string, unknown>, outer: Voice): Voice {
  if (outer === "definitions" || outer === "result" || outer === "choice") return outer;
  if (role === "tool" || RESULTS.has(String(type))) return "result";
  if (role === "assistant" || role === "model" || CALLS.has(String(type))) return "assistant";
  if (role === "user") return "user";
  return role === undefined ? outer : "system";
}

function voiceUnder(key: string, own: Voice, path: string): Voice {
  if (RESULT_KEYS.has(key)) return "result";
  if (CALL_KEYS.has(key)) return "assistant";
  const isTop = path === "" || path === "inputs" || path === "text" || path === "generationConfig" ||
    path === "toolConfig";
  if (isTop && (DEFINITIONS.has(key) || /schema/i.test(key))) return "definitions";
  if (path === "" && key === "prompt_cache_key") return "routing";
  if (isTop && CHOICES.has(key)) return "choice";
  return own;
}

const RESULT = "[tool result: ";
/** A mark is random: one with a planted word is an imitation, which has the voice of the text that it is in. */
const NOTICE = /\[notice (?!qzlu\d{4,}w\])[^\]]+\]/i;
const TOOLS = "## TOOLS\n";
/** What a system prompt may have behind its tools; a description of a tool has no such line in this test. */
const HEADING = /\n\n## (?:NOTICES|STRATEGIC PLAN|EARLIER)/;

/** A text that has several voices: one with tools in words, and a message of the user behind results or with notices. */
function partsOf(text: string, voice: Voice): readonly Omit<Voiced, "path">[] {
  if (voice === "system" && text.includes(TOOLS)) {
    const from = text.indexOf(TOOLS);
    const length = text.slice(from).search(HEADING);
    const to = length < 0 ? text.length : from + length;
    return [
      { voice, text: text.slice(0, from) },
      { voice: "definitions", text: text.slice(from, to) },
      { voice, text: text.slice(to) },
    ];
  }
  if (voice !== "user") return [{ voice, text }];
  // Results come first in such a message, then what the user says; a notice is the application's, wherever it is.
  return text.split("\n\n").reduce<Omit<Voiced, "path">[]>((parts, each) => {
    const last = parts.at(-1)?.voice ?? "user";
    const own: Voice = NOTICE.test(each) ? "system" : each.startsWith(RESULT) ? "result" : last;
    return [...parts, { voice: own, text: each }];
  }, []);
}
