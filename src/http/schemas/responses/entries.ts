// Responses about the history of a thread: its entries and their records.

import * as z from "zod/mini";
import { MEDIA_KINDS } from "../../../core/content/part.ts";
import { CUT_CAUSES, FINISH_REASONS, NOTICE_SUBJECTS, OUTCOMES } from "../../../core/entry.ts";
import { FEATURES } from "../../../core/model/capability.ts";
import { EARLIER_REASONS } from "../../../core/record.ts";
import { approvalRecord } from "./approvals.ts";
import {
  anyJson,
  choiceOutcome,
  count,
  enforcement,
  source,
  time,
  toolChoice,
  toolFailure,
  usage,
  violation,
} from "./parts.ts";

const choiceRecord = z.object({
  requested: toolChoice,
  source,
  enforcement,
  outcome: choiceOutcome,
  underlying: z.optional(toolChoice).check(z.describe(
    "The choice that rules of the agent's policy narrowed to the requested one",
  )),
  corrected: z.optional(violation).check(z.describe(
    "How a model answer before this one violated the choice; it was dropped",
  )),
});

const entryBase = { id: z.string(), at: time, version: count };
const opaque = z.optional(z.object({ provider: z.string(), model: z.string(), data: anyJson }));
const block = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string(), meta: opaque }),
  z.object({ type: z.literal("reasoning"), text: z.string(), meta: opaque }),
  z.object({
    type: z.literal("call"),
    id: z.string(),
    name: z.string(),
    args: z.string(),
    via: z.optional(z.object({ name: z.string(), args: z.optional(z.string()) })).check(
      z.describe(
        "The tool that the model has called to call this one, and its arguments where they are not those of the call",
      ),
    ),
    meta: opaque,
  }),
]);
const origin = {
  by: z.optional(z.string()).check(z.describe("The API key: `key_` and the beginning of its SHA-256")),
  door: z.optional(z.string()).check(z.describe("The way in: `steps`")),
};
const digest = z.optional(z.string()).check(z.describe("SHA-256 in base64url"));
const requestRecord = z.object({
  writer: z.optional(count).check(z.describe("The rules that it was written by; absent for 1")),
  api: z.optional(z.string()).check(
    z.describe(
      "The API, and behind an @ the kind of a server that is not the vendor's own; absent for the usual one",
    ),
  ),
  request: digest,
  start: count,
  definition: digest,
  frame: z.optional(z.string()).check(
    z.describe(
      "The definition whose instructions and tools the request begins with, where it is another one",
    ),
  ),
  response: z.optional(z.string()),
  finish: z.optional(z.string()),
  fingerprint: z.optional(z.string()),
  tools: digest,
  reads: z.optional(z.literal(true)).check(z.describe("read_output was offered")),
  pins: z.optional(z.array(count)).check(z.describe("Pinned entries before the window")),
  lacks: z.optional(z.array(z.enum(FEATURES))),
  thinkingFrom: z.optional(count).check(z.describe("The first entry whose thinking the request had")),
  parallel: z.optional(z.literal(false)),
  maxOutputTokens: z.optional(count).check(
    z.describe("What the request asked for at most, where a budget set another number than the agent"),
  ),
  choice: z.optional(toolChoice),
  hint: z.optional(z.string()),
  model: z.optional(z.string()),
  continues: z.optional(z.enum(["model", "provider"])).check(
    z.describe("Of a summary: the request goes on from that of the answer before it, and who summarises"),
  ),
  compacted: z.optional(z.literal(true)).check(
    z.describe("The request began with a summary that the provider has signed"),
  ),
  earlier: z.optional(z.array(z.object({
    request: z.string(),
    why: z.enum(EARLIER_REASONS),
    model: z.string(),
    without: z.optional(count).check(z.describe("Entries before the answer that it was without")),
    continues: z.optional(z.literal("provider")).check(
      z.describe("Of a summary: the API was to summarise, and the model for the others"),
    ),
  }))).check(z.describe("The requests for the same plan before this one")),
  unnamed: z.optional(count).check(z.describe("Requests before these, which nothing names")),
}).check(z.describe("The request that led to the entry; see docs/guarantees.md"));
const record = z.optional(requestRecord);

/** A medium: MediaView of src/core/view/part_view.ts. */
const selection = z.object({
  by: z.enum(["begin", "step", "search"]).check(
    z.describe("The tools that the thread begins with, those of a later plan, or what a search has found"),
  ),
  callId: z.optional(z.string()),
  query: z.string(),
  selector: z.string(),
  candidates: z.array(z.tuple([z.string(), z.number()])).check(z.describe("Names and scores, by score")),
  threshold: z.optional(z.number()),
  selected: z.array(z.string()),
  categories: z.optional(z.array(z.string())),
});

const media = z.object({
  type: z.enum(MEDIA_KINDS),
  mediaType: z.string(),
  name: z.optional(z.string()),
  id: z.optional(z.string()).check(z.describe("SHA-256 of the stored base64, in hex; absent for a URL")),
  bytes: z.optional(count),
  url: z.string().check(z.describe("A path of this API, or the URL that the caller gave")),
});

/** An entry of the history (src/core/entry.ts), told apart by `type`. `ms` of a tool entry: milliseconds. */
export const entrySchema = z.discriminatedUnion("type", [
  z.object({
    ...entryBase,
    type: z.literal("user"),
    text: z.string(),
    parts: z.optional(z.array(z.union([z.object({ type: z.literal("text"), text: z.string() }), media])))
      .check(
        z.describe("The whole input in its order, where it has media"),
      ),
    ...origin,
    plan: z.optional(anyJson).check(z.describe("The strategic plan from here on")),
    resultOf: z.optional(z.string()).check(
      z.describe(
        "The call that the run went on without: the input is its result, and the model reads it as that",
      ),
    ),
  }),
  z.object({
    ...entryBase,
    type: z.literal("assistant"),
    blocks: z.array(block),
    finish: z.enum(FINISH_REASONS),
    model: z.string(),
    usage,
    interrupted: z.optional(z.literal(true)),
    choice: z.optional(choiceRecord).check(
      z.describe("Left out where an auto that the API holds was kept to"),
    ),
    selections: z.optional(z.array(selection)).check(
      z.describe("How its tools were selected since the answer before"),
    ),
    record,
  }),
  z.object({
    ...entryBase,
    type: z.literal("tool"),
    callId: z.string(),
    name: z.string(),
    outcome: z.enum(OUTCOMES),
    output: anyJson,
    media: z.optional(z.array(media)).check(z.describe("What the model reads after the output")),
    inResult: z.optional(z.literal(true)).check(
      z.describe("Text among the media, and their names, stand in the result in every request"),
    ),
    error: z.optional(toolFailure),
    ms: z.number(),
    ...origin,
    approval: z.optional(approvalRecord),
    edited: z.optional(z.literal(true)).check(z.describe("The tool was given the arguments of a person")),
    brought: z.optional(z.literal(true)).check(
      z.describe("A caller says so, and no tool ran: it counts for nothing"),
    ),
    movedTo: z.optional(z.string()).check(z.describe("The fork that has taken the call over")),
  }),
  z.object({
    ...entryBase,
    type: z.literal("summary"),
    text: z.string(),
    through: count,
    usage: z.optional(usage),
    record,
    meta: opaque.check(z.describe("The provider has written the summary: what goes back to it")),
  }),
  z.object({
    ...entryBase,
    type: z.literal("notice"),
    about: z.enum(NOTICE_SUBJECTS),
    text: z.string().check(z.describe("What the application told the model")),
    names: z.optional(z.array(z.string())).check(
      z.describe("Tools in the text whose names some APIs do not take"),
    ),
    tools: z.optional(z.object({
      added: z.optional(
        z.array(z.object({ name: z.string(), description: z.string(), parameters: anyJson })),
      ),
      returned: z.optional(z.array(z.string())),
      withdrawn: z.optional(z.array(z.string())),
    })).check(z.describe("The tools that there are, or are no longer there, from here on")),
    until: z.optional(z.literal("next_input")).check(z.describe("It counts until the next input")),
  }),
  z.object({
    ...entryBase,
    type: z.literal("cut"),
    why: z.array(z.enum(CUT_CAUSES)).check(
      z.describe("Why the prompt does not begin with the one before it"),
    ),
    start: count,
    task: z.optional(z.literal(true)),
    plan: z.optional(anyJson).check(z.describe("The strategic plan that the prompt has from here on")),
    frame: digest,
    recalls: z.optional(z.literal(true)).check(
      z.describe("The summary, and the plan of an orchestrator, are the assistant's words from here on"),
    ),
  }),
  z.object({
    ...entryBase,
    type: z.literal("failure"),
    code: z.string().check(z.describe("Of the step's error, or of its summary's")),
    through: z.optional(count).check(
      z.describe("Of a summary: the entries before this were to be summarised"),
    ),
    record: requestRecord,
  }),
]);

/** GET /v1/threads/{id}/history: the entries from index `start` on, of `length` in all. */
export const historySchema = z.object({
  entries: z.array(entrySchema),
  start: count,
  length: count,
  next: z.nullable(count).check(z.describe("`after` of the next page; null at the end")),
});
