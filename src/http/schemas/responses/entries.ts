// Responses about the history of a thread: its entries and their records.

import * as z from "zod/mini";
import { anyJson } from "../any_json.ts";
import { MEDIA_KINDS } from "../../../core/content/part.ts";
import { CUT_CAUSES, FINISH_REASONS, NOTICE_SUBJECTS, OUTCOMES } from "../../../core/entry.ts";
import { FEATURES } from "../../../core/model/capability.ts";
import { REASONING_EFFORTS } from "../../../core/model/model_settings.ts";
import { EARLIER_REASONS } from "../../../core/record.ts";
import { approvalRecord } from "./approvals.ts";
import {
  callApp,
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

/** The tool choice of an answer, and whether it was kept to: ChoiceRecord of src/core/entry.ts. */
export const choiceRecord = z.object({
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

/** What every entry has. */
export const shownEntry = z.object({
  id: z.string().check(z.describe("Unique within the thread")),
  at: time,
  version: count.check(z.describe("The thread version that the commit of this entry produced")),
}).check(z.describe("What every entry has"));
const entryBase = shownEntry.shape;
/** What a provider gets back unchanged: Opaque of src/core/entry.ts. */
export const opaqueData = z.object({ provider: z.string(), model: z.string(), data: anyJson });
const opaque = z.optional(opaqueData);
/** A part of an answer: Block of src/core/entry.ts. */
export const block = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string(), meta: opaque }),
  z.object({
    type: z.literal("reasoning"),
    text: z.string().check(
      z.describe("The readable part of the reasoning; empty when only the opaque part exists"),
    ),
    meta: opaque,
  }),
  z.object({
    type: z.literal("call"),
    id: z.string(),
    name: z.string(),
    args: z.string().check(z.describe("The argument text exactly as the model wrote it")),
    via: z.optional(z.object({ name: z.string(), args: z.optional(z.string()) })).check(
      z.describe(
        "The tool that the model has called to call this one, and its arguments where they are not those of the call",
      ),
    ),
    meta: opaque,
  }),
]);
const origin = {
  by: z.optional(z.string()).check(
    z.describe("The API key: `key_` and the first 8 characters of its SHA-256 in base64url"),
  ),
  door: z.optional(z.string()).check(z.describe("The way in: `steps`, `plan`, `phase`")),
};
const digest = z.optional(z.string()).check(z.describe("SHA-256 in base64url"));
const api = z.optional(z.string()).check(
  z.describe(
    "The API, and behind an @ the kind of a server that is not the vendor's own; absent for the usual one",
  ),
);
const continues = z.optional(z.enum(["model", "provider"]));
/** What a request for an entry, and one before it, say of themselves. */
const sent = {
  api,
  frame: z.optional(z.string()).check(
    z.describe(
      "The definition whose instructions and tools the request begins with, where it is another one",
    ),
  ),
  tools: digest,
  reads: z.optional(z.literal(true)).check(z.describe("read_output was offered")),
  lacks: z.optional(z.array(z.union([z.enum(FEATURES), z.templateLiteral(["tool:", z.string()])]))).check(
    z.describe("Features that were left out, and tools as `tool:`, the name and a hash of the schema"),
  ),
  thinkingFrom: z.optional(count).check(z.describe("The first entry whose thinking the request had")),
  choice: z.optional(toolChoice),
  dropped: z.optional(count).check(
    z.describe("Answers before this one that were dropped because they were not in their form"),
  ),
  maxOutputTokens: z.optional(count).check(
    z.describe("The limit of output tokens in the request, where a budget set another number than the agent"),
  ),
  compacted: z.optional(z.literal(true)).check(
    z.describe("The request began with a summary that the provider has signed"),
  ),
};
/** What a request can be written again from: RequestRecord of src/core/record.ts. */
export const requestRecord = z.object({
  writer: z.optional(count).check(z.describe("The rules that it was written by; absent for 1")),
  request: digest,
  start: count.check(z.describe("Index of the first entry that the request was written from")),
  head: z.optional(z.string()).check(
    z.describe("The beginning of the chain's head before the commit of the entry"),
  ),
  definition: digest,
  response: z.optional(z.string()),
  finish: z.optional(z.string()),
  fingerprint: z.optional(z.string()),
  removed: z.optional(z.array(z.string())).check(
    z.describe("Why the API left earlier thinking out"),
  ),
  cacheMiss: z.optional(z.object({ reason: z.string(), tokens: count })).check(
    z.describe("Why the API's prompt cache has not read on"),
  ),
  pins: z.optional(z.array(count)).check(z.describe("Pinned entries before the window")),
  parallel: z.optional(z.literal(false)),
  hint: z.optional(z.string()),
  model: z.optional(z.string()),
  continues: continues.check(
    z.describe("Of a summary: the request goes on from that of the answer before it, and who summarises"),
  ),
  ...sent,
  earlier: z.optional(z.array(z.object({
    request: z.string(),
    why: z.enum(EARLIER_REASONS),
    model: z.string(),
    continues: continues.check(z.describe("Of a summary, where it is another than that of the record")),
    without: z.optional(count).check(z.describe("Entries before the answer that it was without")),
    ...sent,
  }))).check(z.describe("The requests for the same plan before this one")),
  unnamed: z.optional(count).check(z.describe("Requests before these, which nothing names")),
}).check(
  z.describe("The request that led to the entry: [what the record proves](guarantees.md#the-record)"),
);
const record = z.optional(requestRecord);

/** How tools were selected: SelectionDecision of src/core/tool/selection_decision.ts. */
export const selection = z.object({
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

/** How the tools of a conversation change at one place: ToolChanges of src/core/entry.ts. */
export const toolChanges = z.object({
  added: z.optional(z.array(z.object({
    name: z.string(),
    description: z.string(),
    parameters: z.record(z.string(), anyJson).check(z.describe("JSON Schema of the arguments")),
    finds: z.optional(z.literal(true)).check(z.describe("What it returns are tools")),
  }))),
  returned: z.optional(z.array(z.string())),
  withdrawn: z.optional(z.array(z.string())),
});

/** A medium of an entry: not where its bytes are stored, but where they are read. */
export const media = z.object({
  type: z.enum(MEDIA_KINDS),
  mediaType: z.string().check(
    z.describe("The IANA media type without parameters, in lower case: `image/png`"),
  ),
  name: z.optional(z.string()).check(z.describe("The name of the file, as the caller gave it")),
  id: z.optional(z.string()).check(
    z.describe("SHA-256 of the stored base64, in hex; absent where the provider reads a URL"),
  ),
  bytes: z.optional(count).check(
    z.describe("Number of bytes; absent where the provider reads a URL"),
  ),
  url: z.string().check(
    z.describe("Where the bytes are: a path of this API, or the URL that the caller gave"),
  ),
}).check(z.describe("A medium of an entry"));

/** GET /v1/threads/{id}/media/{blob}/link. */
export const mediaLinkSchema = z.object({
  url: z.url().check(z.describe("The address, by which any client reads the bytes")),
  expiresAt: time.check(z.describe("Until when it is good: 10 to 20 minutes; the same one for 10 minutes")),
}).check(z.describe("An address of the bytes of a medium that needs no key"));

/** A part of an input. */
export const part = z.union([z.object({ type: z.literal("text"), text: z.string() }), media]).check(
  z.describe("A part of an input"),
);

/** The entries of a history by their type. `ms` of a tool entry: milliseconds. */
export const ENTRY_SCHEMAS = {
  UserEntryView: z.object({
    ...entryBase,
    type: z.literal("user"),
    text: z.string().check(z.describe("The words of the input; with `parts`, those of its text parts")),
    parts: z.optional(z.array(part)).check(
      z.describe("The whole input in its order, where it has media"),
    ),
    ...origin,
    plan: z.optional(anyJson).check(
      z.describe("The input brings a strategic plan: it is the thread's from here on"),
    ),
    resultOf: z.optional(z.string()).check(
      z.describe(
        "The call that the run went on without: the input is its result, and the model reads it as that",
      ),
    ),
  }).check(z.describe("An input of a step")),
  AssistantEntryView: z.object({
    ...entryBase,
    type: z.literal("assistant"),
    blocks: z.array(block).check(z.describe("In the order in which the model produced them")),
    finish: z.enum(FINISH_REASONS),
    model: z.string().check(z.describe("`provider/model` that answered")),
    usage,
    interrupted: z.optional(z.literal(true)).check(
      z.describe("The step was cancelled while the answer came: text is partial and calls are left out"),
    ),
    choice: z.optional(choiceRecord).check(
      z.describe("Left out where an auto that the API holds was kept to"),
    ),
    selections: z.optional(z.array(selection)).check(
      z.describe("How its tools [were selected](selection.md#what-a-thread-has) since the answer before"),
    ),
    record,
  }).check(z.describe("An answer of the model")),
  ToolEntryView: z.object({
    ...entryBase,
    type: z.literal("tool"),
    callId: z.string(),
    name: z.string(),
    outcome: z.enum(OUTCOMES),
    output: anyJson.check(z.describe("What the tool returned; null when it did not complete")),
    media: z.optional(z.array(media)).check(z.describe("What the model reads after the output")),
    inResult: z.optional(z.literal(true)).check(
      z.describe("Text among the media, and their names, stand in the result in every request"),
    ),
    error: z.optional(toolFailure),
    ms: z.number().check(z.describe("Wall time of the tool in milliseconds")),
    ...origin,
    approval: z.optional(approvalRecord).check(
      z.describe("Who decided what about the call, when it needed approval"),
    ),
    undecided: z.optional(z.literal(true)).check(
      z.describe(
        "The call is denied, and no person has refused it: another input came, the time was over, or a rule forbids it",
      ),
    ),
    edited: z.optional(z.literal(true)).check(
      z.describe(
        "The tool received the arguments that a person approved in place of the model's, which reads them before the outcome",
      ),
    ),
    brought: z.optional(z.literal(true)).check(
      z.describe(
        "A caller says that a call of a tool of the server came to this, and no tool ran: it counts for no rule, no budget and no plan",
      ),
    ),
    app: callApp,
    movedTo: z.optional(z.string()).check(z.describe("The fork that the call was moved to")),
  }).check(z.describe("The recorded outcome of one call; its origin is that of a caller's result")),
  SummaryEntryView: z.object({
    ...entryBase,
    type: z.literal("summary"),
    text: z.string(),
    through: count.check(z.describe("The index before which entries leave the prompt")),
    usage: z.optional(usage).check(z.describe("Of the model that made it, which the record names")),
    record,
    meta: opaque.check(z.describe("The provider has written the summary: what goes back to it")),
  }).check(z.describe("Stands for all entries before index `through`, which stay in the history")),
  NoticeEntryView: z.object({
    ...entryBase,
    type: z.literal("notice"),
    about: z.enum(NOTICE_SUBJECTS),
    text: z.string().check(z.describe("A message of the application to the model")),
    names: z.optional(z.array(z.string())).check(
      z.describe("Tools in the text whose names some APIs do not take"),
    ),
    tools: z.optional(toolChanges).check(
      z.describe("The tools that there are, or are no longer there, from here on"),
    ),
    effort: z.optional(z.enum(REASONING_EFFORTS)).check(
      z.describe("The effort of thinking from here on"),
    ),
    until: z.optional(z.literal("next_input")).check(z.describe("It counts until the next input")),
  }).check(z.describe("A message of the application to the model, at the place where it became true")),
  CutEntryView: z.object({
    ...entryBase,
    type: z.literal("cut"),
    why: z.array(z.enum(CUT_CAUSES)).check(
      z.describe("Why the prompt does not begin with the one before it"),
    ),
    start: count.check(z.describe("Index of the first entry of the window")),
    task: z.optional(z.literal(true)).check(z.describe("The task of the run stands before the window")),
    plan: z.optional(anyJson).check(z.describe("The strategic plan that the prompt has from here on")),
    frame: z.optional(z.string()).check(
      z.describe("Digest of the definition whose instructions and tools the prompt has from here on"),
    ),
    recalls: z.optional(z.literal(true)).check(
      z.describe("The summary, and the plan of an orchestrator, are the assistant's words from here on"),
    ),
  }).check(z.describe("The place where a new prompt begins")),
  FailureEntryView: z.object({
    ...entryBase,
    type: z.literal("failure"),
    code: z.string().check(z.describe("Of the step's error, or of its summary's")),
    through: z.optional(count).check(
      z.describe("Of a summary: the entries before this were to be summarised"),
    ),
    record: requestRecord,
  }).check(z.describe("Requests that led to no answer or no summary: no model reads it")),
} as const;

/** An entry of the history (src/core/entry.ts), discriminated by `type`. */
export const entrySchema = z.discriminatedUnion("type", [
  ENTRY_SCHEMAS.UserEntryView,
  ENTRY_SCHEMAS.AssistantEntryView,
  ENTRY_SCHEMAS.ToolEntryView,
  ENTRY_SCHEMAS.SummaryEntryView,
  ENTRY_SCHEMAS.NoticeEntryView,
  ENTRY_SCHEMAS.CutEntryView,
  ENTRY_SCHEMAS.FailureEntryView,
]).check(z.describe("An entry as the API returns it, discriminated by `type`"));

/** GET /v1/threads/{id}/history: the entries from index `start` on, of `length` in all. */
export const historySchema = z.object({
  entries: z.array(entrySchema),
  start: count.check(z.describe("Index of the first entry")),
  length: count.check(z.describe("Entries in the whole history")),
  next: z.nullable(count).check(z.describe("`after` of the next page; null at the end")),
}).check(z.describe("A page of a thread's entries"));
