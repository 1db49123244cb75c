// Writes the request of a recorded entry again, by the driver and the provider that would send it now. Nothing is sent.

import type { CarriedFrame } from "../../kernel/choice/carried_frame.ts";
import type { Agent } from "../../core/agent.ts";
import type { MediaReader } from "../../core/content/part.ts";
import type { Driver, SummaryForm, Turn } from "../../core/driver.ts";
import type { AssistantEntry, CutEntry, Opaque, SummaryEntry } from "../../core/entry.ts";
import type { Json } from "../../core/json.ts";
import type { ChoiceRequest, ModelRequest, Provider } from "../../core/model/provider.ts";
import { storeCorrupt } from "../../core/store/corrupt.ts";
import { withStream } from "../../core/model/with_stream.ts";
import type { RequestRecord } from "../../core/record.ts";
import type { EffectiveChoice } from "../../core/tool_choice/choice_report.ts";
import type { EnforcedChoice } from "../../core/model/enforced_choice.ts";
import {
  applyPlanChanges,
  mayChangePlan,
  planForModel,
  promptPlan as beginningPlan,
} from "../../core/plan/strategic_plan.ts";
import { readEntry, writeEntry } from "../../kernel/history/codec.ts";
import { toRecalled } from "../../kernel/history/recall.ts";
import { ReadHistory, toTask } from "../../kernel/history/read_history.ts";
import { mostCalls } from "../../kernel/choice/resolve.ts";
import { toolsToSend } from "../../kernel/choice/tool_trimming.ts";
import { describeEarlier, type EarlierChoice, enforceEarlier } from "./earlier_choice.ts";
import { enforceFor } from "../../kernel/plan/enforce_for.ts";
import { resolveModelCapabilities } from "../../kernel/plan/plan_choice.ts";
import { DIGEST_OF_NO_TOOLS } from "../../kernel/log/request_record.ts";
import type { ResolvedModel } from "../../kernel/resolved_model.ts";
import { checkJson } from "../../kernel/tools/validate.ts";
import type { ExportedThread } from "./exported_thread.ts";
import type { WriterRules } from "./writers.ts";

/** What a request is written with. */
export interface WritingParts extends WriterRules {
  readonly agent: Agent;
  /** The frame that the request begins with, where it is not that of the agent. */
  readonly framed: CarriedFrame | undefined;
  readonly model: ResolvedModel;
  readonly driver: Driver;
}

/** The version of the rules since which every agent has the marks that only `tokenEfficient` had before. */
const MARKED_SINCE = 5;

/** How {@link ModelRequest} says which rules write it. */
interface Rules extends Pick<ModelRequest, "cacheMarks" | "noticePlaces" | "writer"> {
  /** A plan marks what a prompt cache may keep. */
  readonly marks: boolean;
}

/** What the record leaves open: it follows from the thread but for forks, so each possibility is tried. */
export interface Variant {
  /** Text that stands for what lies before the window. */
  readonly summary: string | null;
  /** Id of the thread that the request named. */
  readonly thread: string;
}

/** A recorded entry with its place. */
export interface Recorded {
  readonly index: number;
  readonly entry: AssistantEntry | SummaryEntry;
  readonly record: RequestRecord;
  /** The request is that of a summary, which goes on from that of this answer. */
  readonly summarizes?: SummaryForm;
}

/** A body as it would be sent, and its API; both are undefined when the driver sends none. */
export interface Written {
  readonly body: string | undefined;
  /** See {@link RequestRecord.api}. */
  readonly api: string | undefined;
}

/** The body as it would be sent; undefined when the driver sends none. What the choice offers is in {@link enforceAsRecorded}. */
export async function writeBody(
  exported: ExportedThread,
  recorded: Recorded,
  parts: WritingParts,
  { summary, thread }: Variant,
): Promise<Written> {
  const { agent, framed, model, driver, isEarlier } = parts;
  const { header: { tenant }, meta } = exported;
  const { entry, record } = recorded;
  const capabilities = resolveModelCapabilities(model, agent, record.lacks ?? []);
  const enforced: EnforcedChoice & { readonly hint?: string | undefined } = entry.type === "summary"
    ? NO_TOOLS
    : enforceAsRecorded(entry, record, parts);
  const { cacheMarks, noticePlaces, descriptions } = parts;
  const writing = new Writing(model.provider, record, {
    cacheMarks,
    noticePlaces,
    writer: record.writer ?? 1,
    marks: (record.writer ?? 1) >= MARKED_SINCE || (framed?.agent ?? agent).tokenEfficient,
  });
  const compacted = record.compacted ? compactionBefore(exported, recorded) : undefined;
  const cut = cutBefore(exported, recorded.index);
  const isPlan = !isEarlier && entry.type !== "summary";
  const earlier = compacted === undefined ? summary : null;
  const { recall, promptPlan } = toRecalled({
    cut: isPlan ? cut : undefined,
    summary: earlier,
    agent,
    plan: beginningPlan(cut, { agent, meta }),
  });
  const turn: Turn = {
    history: readHistoryBefore(exported, recorded, parts).forPlan([], record.thinkingFrom, recall),
    media: createMediaReader(exported),
    agent: framed?.agent ?? agent,
    provider: writing.provider,
    model: model.model,
    modelRef: model.ref,
    summary: earlier,
    compacted,
    plan: undefined,
    promptPlan: isEarlier
      ? planForModel(planBefore(exported, recorded.index, agent), { agent, meta })
      : promptPlan,
    ...(isEarlier
      ? { noticeMark: undefined, hint: record.hint ?? enforced.hint }
      : { noticeMark: exported.meta.noticeMark ?? exported.state.noticeMark }),
    tools: agent.tools,
    choice: toEffectiveChoice(enforced),
    enforced,
    lacks: capabilities.lacks,
    descriptions,
    schemaInPrompt: !isEarlier && capabilities.schemaInPrompt === true,
    withNotice() {
      throw new Stop();
    },
    cacheKey: `${tenant}/${thread}`,
    mintCallId: () => "call_none",
    checkJson,
    io: { fetch: () => Promise.reject(new Stop()), signal: new AbortController().signal },
  };
  try {
    const form = recorded.summarizes ?? (entry.type === "summary" ? "alone" : undefined);
    if (form !== undefined) await driver.summarize(turn, form);
    else await driver.plan(turn, () => {});
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown;
  }
  return { body: writing.body, api: writing.api };
}

/** Reads the media that the export has. */
function createMediaReader({ blobs, header }: ExportedThread): MediaReader {
  return {
    read({ id }) {
      const base64 = blobs.get(id);
      if (base64 !== undefined) return Promise.resolve(base64);
      return Promise.reject(storeCorrupt(header.thread, `reference to blob ${id}`));
    },
  };
}

/** The choice as it was enforced, with the tools that were offered; before there were notices by other rules. */
export function enforceAsRecorded(
  { choice }: AssistantEntry,
  record: RequestRecord,
  { agent, framed, model, driver, isEarlier }: WritingParts,
): EnforcedChoice | EarlierChoice {
  const requested = choice?.requested ?? record.choice ?? { type: "auto" };
  const capabilities = resolveModelCapabilities(model, agent, record.lacks ?? []);
  // A choice of none may have been held by sending no tools: what led to it is not recorded, what it did is.
  const isRefused = choice?.enforcement === "withheld" || record.tools === DIGEST_OF_NO_TOOLS;
  const asked = {
    parallel: record.parallel,
    onUnsupported: "degrade",
    reads: record.reads === true,
    isRefused,
  } as const;
  if (!isEarlier) return enforceFor(requested, agent, capabilities, asked, driver.toolForm, framed);
  if (driver.toolForm === "prompt") return describeEarlier(requested, toolsToSend(agent, asked.reads));
  return enforceEarlier({
    choice: requested,
    tools: toolsToSend(agent, asked.reads),
    capabilities,
    isWithheld: isRefused,
    parallel: mostCalls(agent, asked) === 1 ? false : undefined,
    onlyNeeded: agent.tokenEfficient,
  });
}

const NO_TOOLS: EnforcedChoice = {
  choice: { type: "none" },
  tools: [],
  parallel: undefined,
  notice: undefined,
  enforcement: "none",
  because: "a summary uses no tools",
  warnings: [],
};

function toEffectiveChoice({ choice, tools, enforcement, because }: EnforcedChoice): EffectiveChoice {
  const toolsSent = tools.map(({ name }) => name);
  return {
    requested: choice,
    source: "default",
    sent: null,
    toolsSent,
    enforcement,
    prefix: "kept",
    because,
    warnings: [],
  };
}

/** The plan that the entries before one have led to; undefined for the one that the thread began with. */
function planBefore(exported: ExportedThread, index: number, agent: Agent): Json | undefined {
  const { entries, meta } = exported;
  let changes = CHANGES.get(exported);
  if (changes === undefined) {
    changes = entries.flatMap((entry, place) => mayChangePlan(entry) ? [place] : []);
    CHANGES.set(exported, changes);
  }
  const before = changes.filter((place) => place < index).flatMap((place) => entries[place] ?? []);
  return applyPlanChanges(undefined, before, { agent, meta });
}

/** The last cut before an entry. */
function cutBefore({ entries }: ExportedThread, index: number): CutEntry | undefined {
  return entries.findLast((entry, place): entry is CutEntry => place < index && entry.type === "cut");
}

/** What a provider has signed of the entries before the request's window. */
function compactionBefore({ entries }: ExportedThread, { index, record }: Recorded): Opaque | undefined {
  const made = entries.findLast((entry, place): entry is SummaryEntry =>
    place < index && entry.type === "summary" && entry.through === record.start
  );
  return made?.meta;
}

/** Indexes of the entries that may change the plan. */
const CHANGES = new WeakMap<ExportedThread, readonly number[]>();

/** The entries that the request was written from: of an answer all before it, of a summary those that it stands for. */
function readHistoryBefore(
  exported: ExportedThread,
  recorded: Recorded,
  { undecided }: Pick<WriterRules, "undecided">,
): ReadHistory {
  const { index, entry, record } = recorded;
  const { start, pins = [] } = record;
  const end = entry.type === "summary" ? entry.through : index;
  const input = compactionBefore(exported, recorded) === undefined ? inputBefore(exported, index) : undefined;
  const task = input === undefined || input >= start ? undefined : taskAt(exported, input);
  const pinned = pins.flatMap((index) => {
    const text = exported.wholes[index];
    return text === undefined ? [] : [{ index, text }];
  });
  const texts = exported.wholes.slice(start, end);
  return new ReadHistory(start, undecided === undefined ? texts : texts.map(asRefused), task, pinned);
}

function asRefused(text: string): string {
  const entry = readEntry(text);
  return entry.type === "tool" && entry.undecided ? writeEntry({ ...entry, undecided: undefined }) : text;
}

function taskAt({ entries }: ExportedThread, input: number): string | undefined {
  const entry = entries[input];
  return entry?.type === "user" ? toTask(entry) : undefined;
}

/** Index of the entry that began the run at `index`: the first input of the last commit that has one. */
function inputBefore({ entries }: ExportedThread, index: number): number | undefined {
  let input: number | undefined;
  for (let place = index; place >= 0; place--) {
    const entry = entries[place];
    if (input !== undefined && entry?.version !== entries[input]?.version) return input;
    if (entry?.type === "user" && entry.plan === undefined) input = place;
  }
  return input;
}

/** Between these a provider chooses, by rules that may change. */
const OPENAI_APIS = ["chat", "responses"] as const;

/** Ends a driver at its first request. */
class Stop extends Error {}

/**
 * A provider that writes the body of its first request, for the API that was chosen then and with the maximum that a budget set for it,
 * and sends nothing.
 */
class Writing {
  readonly provider: Provider;
  body: string | undefined;
  api: string | undefined;

  constructor(
    provider: Provider,
    { writer, api, maxOutputTokens }: RequestRecord,
    { marks, ...rules }: Rules,
  ) {
    const { usual } = provider.apis ?? {};
    const chosen = writer === undefined
      ? undefined
      : OPENAI_APIS.find((each) => (api ?? usual)?.startsWith(`openai.${each}`));
    const asThen = <Request extends ChoiceRequest>(request: Request): Request =>
      chosen === undefined ? request : { ...request, settings: { ...request.settings, api: chosen } };
    this.provider = {
      ...withStream(provider, async (request) => {
        const settings = maxOutputTokens === undefined
          ? request.settings
          : { ...request.settings, maxOutputTokens };
        const cacheBreakpoints = request.cacheBreakpoints && marks;
        const written = asThen({ ...request, settings, cacheBreakpoints, ...rules });
        this.body = await provider.body(written);
        const named = provider.apis?.of(written);
        this.api = named === usual ? undefined : named;
        throw new Stop();
      }),
      historyWriter: (request) => provider.historyWriter(asThen(request)),
      prepare: () => {}, // the package that would send it is not needed
    };
  }
}
