// Each request begins with the whole of the one before it, or a cut stands between the two in the log.

import assert from "node:assert/strict";
import { CUT_CAUSES, type Entry } from "../../../src/core/entry.ts";
import { isRecord } from "../openai/reply.ts";
import { breakBetween, type Prompt, promptOf } from "./prompt_of.ts";
import type { Life, Sent } from "./world.ts";

/** A request with its digest. */
export interface Digested extends Sent {
  readonly digest: string;
}

/** The requests with their digests, as records have them. */
export async function digested(sent: readonly Sent[]): Promise<Digested[]> {
  return await Promise.all(sent.map(async (each) => {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(each.text)));
    return { ...each, digest: digest.toBase64({ alphabet: "base64url", omitPadding: true }) };
  }));
}

/** By the digest of a request the index of the entry that it led to. */
export function placesIn(entries: readonly Entry[]): ReadonlyMap<string, number> {
  return new Map(entries.flatMap((entry, index) => {
    const request = entry.type === "assistant" || entry.type === "summary"
      ? entry.record?.request
      : undefined;
    return request === undefined ? [] : [[request, index]];
  }));
}

/** Where a request led to an entry: of requests with the same bytes the last one did that was sent before it. */
function placeOf(
  { digest }: Digested,
  index: number,
  all: readonly Digested[],
  known: ReadonlyMap<string, number>,
): number | undefined {
  const place = known.get(digest);
  if (place === undefined) return undefined;
  const sent = all.findLastIndex((other) => other.digest === digest && other.before <= place);
  return sent === index ? place : undefined;
}

/** The vendors that count the schema of answers to the prompt. */
const COUNTS_SCHEMA = /^(?:anthropic|bedrock|azure|openai)/;

/** How a summary is asked for behind the last request, of the model and of its API, and how a summary in a prompt of its own is asked for. */
const ASKS = /Answer with the summary only, in plain words|"compaction":\{"type":"summarize"/;
const ASKS_PROVIDER = /"compaction":\{"type":"summarize"/;
/** Of OpenAI it is asked at a path of its own, with the conversation and the instructions alone. */
const COMPACTS = /\/responses\/compact$/;
export const ASKS_ALONE = /Summarise the conversation below/;

function asks({ path, text }: Sent): boolean {
  return COMPACTS.test(path) || ASKS.test(text);
}

function isCompact(sent: Sent | undefined): boolean {
  return sent !== undefined && COMPACTS.test(sent.path);
}

/** The instructions and the conversation, wherever the instructions stand. */
function conversationOf({ frame: { instructions = null }, items }: Prompt): Prompt {
  const [first, ...rest] = items;
  if (instructions !== null || !isRecord(first) || first.role !== "developer") {
    return { frame: { instructions }, items };
  }
  const [part] = Array.isArray(first.content) ? first.content : [];
  return { frame: { instructions: isRecord(part) ? part.text : first.content }, items: rest };
}

/** How many requests for a summary went on from the one before. What asks for a summary is in no later request. */
export async function checkPrefix({ sent, entries, story }: Life): Promise<number> {
  const all = (await digested(sent)).filter(({ text }) => !ASKS_ALONE.test(text));
  let continued = 0;
  for (const [thread, log] of entries) {
    const known = placesIn(log);
    // A fork has the answers of its source, and may begin with the bytes that another one begins with.
    const sentHere = new Set(all.flatMap((each) => each.thread === thread ? [each.digest] : []));
    const own = all.filter((each) =>
      each.thread === thread || known.has(each.digest) && !sentHere.has(each.digest)
    );
    const places = own.map((each, index) => placeOf(each, index, own, known));
    const promptAt = (index: number, hasSchema = true) => {
      const { text = "", wire } = own[index] ?? {};
      return promptOf(JSON.parse(text), hasSchema && COUNTS_SCHEMA.test(wire?.name ?? ""));
    };
    const prompts = own.map((_, index) => promptAt(index));
    // An API takes no schema beside the ask for a summary.
    const breakOf = (other: number, index: number) => {
      const [before, after] = [prompts[other], prompts[index]];
      if (before === undefined || after === undefined) return undefined;
      if (isCompact(own[index])) return breakBetween(conversationOf(before), conversationOf(after));
      const isByProvider = ASKS_PROVIDER.test(own[index]?.text ?? "");
      return isByProvider
        ? breakBetween(promptAt(other, false), promptAt(index, false))
        : breakBetween(before, after);
    };
    for (const index of prompts.keys()) {
      const answered = places.findLastIndex((place, other) => other < index && place !== undefined);
      // What a step asked before an answer of its own, and the last answer.
      const [last, next] = [own[index - 1], own[index]];
      const isOneAct = last?.before === next?.before && last?.thread === next?.thread;
      const before = own.findLastIndex((each, other) =>
        other < index && (!asks(each) || known.has(each.digest))
      );
      const others = isOneAct ? [before, answered] : [answered];
      if (next !== undefined && asks(next)) continued++;
      for (const other of others) {
        const broken = other < 0 ? undefined : breakOf(other, index);
        if (broken === undefined) continue;
        const low = places.slice(0, other + 1).findLast((place) => place !== undefined) ?? -1;
        const high = places.slice(index).find((place) => place !== undefined) ?? log.length;
        if (high <= low) continue; // one of them is of another branch, which stands before the other in what both share
        const cuts = log.slice(low + 1, high).filter((entry) => entry.type === "cut");
        const told = `${thread}, request ${index} of ${own.length}: ${broken}\n${story.join("\n")}`;
        assert.ok(cuts.length > 0, `no cut between two requests: ${told}`);
      }
    }
    for (const entry of log) {
      if (entry.type === "cut") {
        assert.ok(entry.why.length > 0 && entry.why.every((why) => CUT_CAUSES.includes(why)));
      }
    }
  }
  return continued;
}
