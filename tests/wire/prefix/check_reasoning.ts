// What of a model's reasoning does not reach it again, and which refusals are not over with one more request.

import { type AssistantEntry, type Entry, joinText, type Opaque } from "../../../src/core/entry.ts";
import { isRecord } from "../openai/reply.ts";
import { removedFrom } from "../openai/responses/binding.ts";
import { digested, placesIn } from "./check_prefix.ts";
import type { Life, Sent } from "./world.ts";

/** What was counted in a life, and what is wrong in it. */
export interface Reasoned {
  readonly requests: number;
  /** Requests that were refused, each for another reason, whose step went on with the next request. */
  readonly learned: number;
  /** Blocks of reasoning that were to be in a next request, and are. */
  readonly back: number;
  readonly faults: readonly string[];
}

/** Of the requests to the life's first server. */
export async function checkReasoning(
  { sent, entries, isInText }: Life,
  wire: Sent["wire"],
): Promise<Reasoned> {
  const own = sent.filter((each) => each.wire.provider === wire.provider);
  const faults: string[] = [];
  const learned = checkRefusals(own, faults);
  for (const { path, text } of own) {
    const body = JSON.parse(text);
    if (isRecord(body) && !/\/compact$/.test(path)) {
      for (const { id, reason } of removedFrom(body) ?? []) faults.push(`${id} was removed: ${reason}`);
      if (String(body.model).startsWith("gpt-6.2") && body.instructions !== undefined) {
        faults.push("the instructions stand behind the input");
      }
    }
  }
  let back = 0;
  const texts = new Map((await digested(own)).map(({ digest, text }) => [digest, text]));
  for (const [thread, log] of entries) {
    const places = [...placesIn(log)].toSorted(([, one], [, other]) => one - other);
    for (const [digest, place] of places) {
      const entry = log[place];
      const text = texts.get(digest);
      if (entry?.type !== "assistant" || text === undefined) continue;
      const last = log.findLastIndex((each, index) => index < place && isOf(each, entry.model));
      const answer = log[last];
      if (isInText || answer?.type !== "assistant" || !isInPrompt(log, last, place)) continue;
      for (const seal of sealsOf(answer)) {
        if (text.includes(seal)) back++;
        else faults.push(`${thread}: reasoning of entry ${last} is not in the request of entry ${place}`);
      }
    }
  }
  return { requests: own.length, learned, back, faults };
}

/** Each may meet a refusal: the state of a thread has what one model lacks, and an isolate asks the store once in five minutes. */
const ISOLATES = 2;

function checkRefusals(own: readonly Sent[], faults: string[]): number {
  const seen = new Map<string, number>();
  own.forEach((each, index) => {
    const { status, thread, before } = each;
    if (status === 200) return;
    const why = reasonOf(each);
    const next = own[index + 1];
    // One that is refused for another reason is looked at by itself.
    const goesOn = next?.thread === thread && next.before === before &&
      (next.status === 200 || reasonOf(next) !== why);
    const refusal = `${thread} ${why}`;
    const times = (seen.get(refusal) ?? 0) + 1;
    if (times > ISOLATES) faults.push(`refused again: ${why}`);
    else if (!goesOn) faults.push(`refused, and the step ended: ${why}`);
    seen.set(refusal, times);
  });
  return seen.size;
}

function reasonOf({ status, path, text, wire }: Sent): string {
  const body = JSON.parse(text);
  const message = wire.lintRequest({ path, body })?.message ?? String(status);
  return `${path} ${body.model} ${message.replace(/\d+/g, "n")}`;
}

function isOf(entry: Entry, model: string): entry is AssistantEntry {
  return entry.type === "assistant" && entry.model === model;
}

/** The request of the answer at `place` has the one at `last` in its window, and no cut or record says that its reasoning is left out. */
function isInPrompt(log: readonly Entry[], last: number, place: number): boolean {
  const entry = log[place];
  if (entry?.type !== "assistant" || (entry.record?.start ?? 0) > last) return false;
  if ((entry.record?.thinkingFrom ?? 0) > last) return false;
  return log.slice(last, place).every(({ type }) => type !== "cut" && type !== "summary");
}

/** What is sealed of an answer, its reasoning or its calls; an answer that ends in reasoning alone takes none back. */
function sealsOf({ blocks, interrupted }: AssistantEntry): readonly string[] {
  if (interrupted || joinText(blocks) === "" && blocks.every(({ type }) => type !== "call")) return [];
  return blocks.flatMap((block) => {
    const { meta } = block;
    if (meta === undefined) return [];
    const isText = block.type === "reasoning" && isRecord(meta.data) &&
      meta.data.type === "reasoning_content";
    return isText ? [JSON.stringify(block.text)] : sealIn(meta);
  });
}

function sealIn({ data }: Opaque): readonly string[] {
  if (!isRecord(data)) return [];
  const seal = [data.encrypted_content, data.signature, data.thoughtSignature].find((each) =>
    each !== undefined
  );
  return typeof seal === "string" && seal !== "" ? [seal] : [];
}
