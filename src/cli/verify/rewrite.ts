// Writes the request of a recorded entry again, by the driver and the provider that would send it now. Nothing is sent.

import type { Agent } from "../../core/agent.ts";
import type { MediaReader } from "../../core/content/part.ts";
import type { Driver, Turn } from "../../core/driver.ts";
import type { AssistantEntry, SummaryEntry } from "../../core/entry.ts";
import type { Json } from "../../core/json.ts";
import type { Provider } from "../../core/model/provider.ts";
import { storeCorrupt } from "../../core/store/corrupt.ts";
import { withStream } from "../../core/model/with_stream.ts";
import type { RequestRecord } from "../../core/record.ts";
import type { EffectiveChoice } from "../../core/tool_choice/choice_report.ts";
import type { EnforcedChoice } from "../../core/tool_choice/enforced_choice.ts";
import { changedPlan, mayChangePlan, planForModel } from "../../core/plan/strategic_plan.ts";
import { ReadHistory, toTask } from "../../history/read_history.ts";
import { mostCalls } from "../../choice/resolve.ts";
import { toolsToSend } from "../../choice/tool_trimming.ts";
import { type EarlierChoice, enforceEarlier } from "./earlier_choice.ts";
import { capabilitiesOf, enforceFor } from "../../runtime/choice/plan_choice.ts";
import type { ResolvedModel } from "../../runtime/request.ts";
import { checkJson } from "../../tools/validate.ts";
import type { ExportedThread } from "./exported_thread.ts";

/** What a request is written with. */
export interface WritingParts {
  readonly agent: Agent;
  readonly model: ResolvedModel;
  readonly driver: Driver;
  /** By the rules from before there were notices. Which of the two wrote a request is tried, because the record does not say it. */
  readonly isEarlier: boolean;
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
}

/** The body as it would be sent; undefined when the driver sends none. What the choice offers is in {@link enforcedFor}. */
export async function writeBody(
  exported: ExportedThread,
  recorded: Recorded,
  parts: WritingParts,
  { summary, thread }: Variant,
): Promise<string | undefined> {
  const { agent, model, driver, isEarlier } = parts;
  const { header: { tenant }, meta } = exported;
  const { entry, record } = recorded;
  const capabilities = capabilitiesOf(model, agent, record.lacks ?? []);
  const enforced: EnforcedChoice & { readonly hint?: string | undefined } = entry.type === "summary"
    ? NO_TOOLS
    : enforcedFor(entry, record, parts);
  const writing = new Writing(model.provider, record);
  const turn: Turn = {
    history: historyOf(exported, recorded).forPlan([], record.thinkingFrom),
    media: mediaOf(exported),
    agent,
    provider: writing.provider,
    model: model.model,
    modelRef: model.ref,
    summary,
    plan: undefined,
    promptPlan: isEarlier
      ? planForModel(planBefore(exported, recorded.index, agent), { agent, meta })
      : promptPlanBefore(exported, recorded.index, agent),
    ...(isEarlier
      ? { noticeMark: undefined, hint: record.hint ?? enforced.hint }
      : { noticeMark: exported.meta.noticeMark ?? exported.state.noticeMark }),
    tools: agent.tools,
    choice: reported(enforced),
    enforced,
    lacks: capabilities.lacks,
    cacheKey: `${tenant}/${thread}`,
    mintCallId: () => "call_none",
    checkJson,
    io: { fetch: () => Promise.reject(new Stop()), signal: new AbortController().signal },
  };
  try {
    await (entry.type === "summary" ? driver.summarize(turn) : driver.plan(turn, () => {}));
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown;
  }
  return writing.body;
}

/** Reads the media that the export has. */
function mediaOf({ blobs, header }: ExportedThread): MediaReader {
  return {
    read({ id }) {
      const base64 = blobs.get(id);
      if (base64 !== undefined) return Promise.resolve(base64);
      return Promise.reject(storeCorrupt(header.thread, `reference to blob ${id}`));
    },
  };
}

/** The choice as it was enforced, with the tools that were offered; before there were notices by other rules. */
export function enforcedFor(
  { choice }: AssistantEntry,
  record: RequestRecord,
  { agent, model, driver, isEarlier }: WritingParts,
): EnforcedChoice | EarlierChoice {
  const requested = choice?.requested ?? record.choice ?? { type: "auto" };
  const capabilities = capabilitiesOf(model, agent, record.lacks ?? []);
  // A choice of none may have been held by sending no tools: what led to it is not recorded, what it did is.
  const isRefused = choice?.enforcement === "withheld";
  const asked = {
    parallel: record.parallel,
    onUnsupported: "degrade",
    reads: record.reads === true,
    isRefused,
  } as const;
  const isNative = driver.toolForm !== "prompt";
  if (!isEarlier || !isNative) return enforceFor(requested, agent, capabilities, asked, isNative);
  return enforceEarlier({
    ...{ choice: requested, tools: toolsToSend(agent, asked.reads), capabilities, isWithheld: isRefused },
    parallel: mostCalls(agent, asked) === 1 ? false : undefined,
    onlyNeeded: agent.tokenEfficient,
  });
}

const NO_TOOLS: EnforcedChoice = {
  ...{ choice: { type: "none" }, tools: [], parallel: undefined, notice: undefined },
  ...{ enforcement: "none", because: "a summary uses no tools", warnings: [] },
};

function reported({ choice, tools, enforcement, because }: EnforcedChoice): EffectiveChoice {
  const toolsSent = tools.map(({ name }) => name);
  return {
    ...{ requested: choice, source: "default", sent: null, toolsSent, enforcement },
    ...{ prefix: "kept", because, warnings: [] },
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
  return changedPlan(undefined, before, { agent, meta });
}

/** The plan that the prompt of a request began with: that of the last cut in its window, else the first of the thread. */
function promptPlanBefore({ entries, meta }: ExportedThread, index: number, agent: Agent): Json | undefined {
  const cut = entries.slice(0, index).findLast((entry) => entry.type === "cut");
  return cut?.plan === undefined ? planForModel(undefined, { agent, meta }) : cut.plan;
}

/** Indexes of the entries that may change the plan. */
const CHANGES = new WeakMap<ExportedThread, readonly number[]>();

/** The entries that the request was written from: of an answer all before it, of a summary those that it stands for. */
function historyOf(exported: ExportedThread, { index, entry, record }: Recorded): ReadHistory {
  const { start, pins = [] } = record;
  const end = entry.type === "summary" ? entry.through : index;
  const input = inputBefore(exported, index);
  const task = input === undefined || input >= start ? undefined : taskAt(exported, input);
  const pinned = pins.flatMap((index) => {
    const text = exported.wholes[index];
    return text === undefined ? [] : [{ index, text }];
  });
  return new ReadHistory(start, exported.wholes.slice(start, end), task, pinned);
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

/** Ends a driver at its first request. */
class Stop extends Error {}

/** A provider that writes the body of its first request, with the maximum that a budget set for it, and sends nothing. */
class Writing {
  readonly provider: Provider;
  body: string | undefined;

  constructor(provider: Provider, { maxOutputTokens }: RequestRecord) {
    this.provider = {
      ...withStream(provider, async (request) => {
        this.body = await provider.body(
          maxOutputTokens === undefined
            ? request
            : { ...request, settings: { ...request.settings, maxOutputTokens } },
        );
        throw new Stop();
      }),
      prepare: () => {}, // the package that would send it is not needed
    };
  }
}
