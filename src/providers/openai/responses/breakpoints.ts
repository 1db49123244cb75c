// Breakpoints of OpenAI's prompt cache, for models from gpt-5.6 on. Their cache matches a prompt exactly at a breakpoint of the
// request and at no shorter place, and charges 1.25 for what it writes. No page says whether a later
// request finds the breakpoint that the API sets by itself, on the newest message. Up to four breakpoints of a request are written, the last 80 are looked up;
// one can stand on a part of a message or of a function's output (openai 7.55.0: ResponseInputText, ResponseInputTextContent,
// PromptCacheOptions), not on tools and not on `instructions`.

import type OpenAI from "openai";
import { joinItems } from "../../../core/json.ts";
import type { HistoryWriter, ModelRequest } from "../../../core/model/provider.ts";
import { COMPARED_SINCE, WRITER } from "../../../core/record.ts";
import { splitAtAnswer } from "../../_wire/cache_marks.ts";
import { writeConversation } from "../../_wire/history_parts.ts";
import { withCompacted } from "./messages.ts";

type Breakpoint = Pick<OpenAI.Responses.ResponseInputText, "prompt_cache_breakpoint">;
type CacheOptions = OpenAI.Responses.ResponseCreateParams.PromptCacheOptions;

const BREAKPOINT: Breakpoint = { prompt_cache_breakpoint: { mode: "explicit" } };

/**
 * The breakpoint of the API itself is turned off: it stands on a message of the user or on an output, and not on a notice behind
 * these. A request that none goes on from has no breakpoint, so that nothing is written for it. The API compares the prompt with that of
 * the last answer. Undefined where it has refused them, which caches as it does by itself.
 */
export function cacheOptions(
  { lacks, previousResponse, writer = WRITER }: ModelRequest,
): CacheOptions | undefined {
  if (lacks.cache_breakpoints !== undefined) return undefined;
  const compared = writer < COMPARED_SINCE ? undefined : previousResponse;
  return { mode: "explicit", comparison_response_id: compared };
}

/**
 * The input: the instructions as its first item, then the conversation. Breakpoints stand on the instructions, which other threads of
 * the agent and the requests behind a cut have in common; on the end of the request before; before a message that ends the input, since
 * a request that was refused, failed or was answered wrongly ended there; and on the end. A server without breakpoints gets none.
 */
export function writeWithInstructions(
  request: ModelRequest,
  writer: HistoryWriter,
  hasBreakpoints: boolean,
): string {
  const { system, lacks, continues } = request;
  const first = system === "" ? "" : JSON.stringify(
    {
      type: "message",
      role: "developer",
      content: [{ type: "input_text", text: system }],
    } satisfies OpenAI.Responses.ResponseInputItem,
  );
  if (!hasBreakpoints || lacks.cache_breakpoints !== undefined || continues === false) {
    return joinItems(first, withCompacted(request, writeConversation(request, writer)));
  }
  const [before, rest] = splitAtAnswer(request, writer);
  const items = joinItems(markEnd(before), markEnd(markBeforeMessage(rest)));
  return joinItems(markEnd(first), withCompacted(request, items));
}

/**
 * Puts a breakpoint on the last part of items as they are written, "" for none; where the last item takes none, such as an answer, on the
 * last one that does. A message or an output ends a text with `}]}`, and other items do not (toItemText); within a string quotes are
 * escaped.
 */
function markEnd(items: string): string {
  const end = items.endsWith(END) ? items.length : items.lastIndexOf(BETWEEN) + END.length;
  return end < END.length ? items : markAt(items, end);
}

/** Puts a breakpoint before the last item, if that is a message of the user or a notice. */
function markBeforeMessage(items: string): string {
  const place = items.lastIndexOf(BETWEEN);
  return place >= 0 && MESSAGE.test(items.slice(place, place + 60))
    ? markAt(items, place + END.length)
    : items;
}

function markAt(items: string, end: number): string {
  const place = end - END.length;
  if (items.endsWith(MARK, place)) return items;
  return items.slice(0, place) + MARK + items.slice(place);
}

const MARK = `,${JSON.stringify(BREAKPOINT).slice(1, -1)}`;
const END = "}]}";
const BETWEEN = `${END},{"type":`;
const MESSAGE = /^\}\]\},\{"type":"message","role":"(?:user|developer)"/;
