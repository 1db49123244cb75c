// Whether a request goes on from the request that an earlier answer was made from. The earlier one is written again from the entries
// in memory; the store is not read, and nothing is kept of it but what its record has.

import type { CarriedFrame } from "../choice/carried_frame.ts";
import type { Agent } from "../../core/agent.ts";
import type { Driver, Turn } from "../../core/driver.ts";
import { type AssistantEntry, type Entry, findRequestRecord } from "../../core/entry.ts";
import type { ModelRequest } from "../../core/model/provider.ts";
import { withStream } from "../../core/model/with_stream.ts";
import type { Sha256 } from "../../core/ports.ts";
import type { RequestRecord } from "../../core/record.ts";
import { type Difference, firstDifferenceInBodies } from "../history/first_difference.ts";
import { openEntry } from "../history/lazy_entry.ts";
import { ReadHistory } from "../history/read_history.ts";
import { enforceFor } from "../plan/enforce_for.ts";
import { resolveModelCapabilities } from "../plan/plan_choice.ts";
import type { ResolvedModel } from "../resolved_model.ts";

/**
 * How a request stands to an earlier one:
 * - `continued`: it begins with all of the earlier prompt, which is written again as it was sent;
 * - `changed`: it does not, and differs first in this place;
 * - `unlike`: it begins with the earlier prompt as it is written now, and what was sent had another digest;
 * - `unknown`: nothing can be said of it, because a cut stands between the two, another model answered, or one has media or more than
 *   1 MiB.
 */
export type Continuation =
  | { readonly type: "continued" | "unlike" | "unknown" }
  | { readonly type: "changed"; readonly difference: Difference };

/** Most characters of a body that is compared. */
const MAX_CHARS = 1_048_576;

/** A request that was sent, and what it was written from. */
export interface SentTurn {
  readonly turn: Turn;
  readonly body: string;
  readonly driver: Driver;
  readonly model: ResolvedModel;
  /** That of the session, without what the step has added. */
  readonly history: ReadHistory;
  /** The last version that the thread shares with the one that it is a fork of: those requests named another thread. */
  readonly sharedTo: number;
  /** Notices and cuts that the step has added. */
  readonly log: readonly Entry[];
  /** The agent as it is now, and the frame that the prompt goes on with. */
  readonly agent: Agent;
  readonly framed: CarriedFrame | undefined;
  /** The last answer was made under another definition of the agent: it decides about more than the prompt. */
  readonly isOtherDefinition: boolean;
}

const UNKNOWN: Continuation = { type: "unknown" };

/** How the request stands to that of the last answer. Never throws. */
export async function compareWithLast(sent: SentTurn, sha256: Sha256): Promise<Continuation> {
  const { texts } = sent.history;
  const back = sent.history.newest();
  const [answer] = back;
  if (answer?.type !== "assistant" || back.concat(sent.log).some(({ type }) => type === "cut")) {
    return UNKNOWN;
  }
  return await compareWith(sent, texts.length - back.length, answer, sha256);
}

/** Most answers that are compared after a refusal, the oldest first: a difference shows in the oldest that is sent. */
const MAX_ANSWERS = 16;

/**
 * How the request stands to those of all its earlier answers behind the last cut: the first that it does not continue, else `unlike`
 * where one of them was, else `continued`. Never throws.
 */
export async function compareWithAll(sent: SentTurn, sha256: Sha256): Promise<Continuation> {
  const entries = sent.history.texts.map(openEntry);
  const cut = entries.findLastIndex(({ type }) => type === "cut");
  const answers = entries.flatMap((entry, place) =>
    entry.type === "assistant" && place > cut ? [{ entry, place }] : []
  );
  let found: Continuation = UNKNOWN;
  for (const { entry, place } of answers.slice(0, MAX_ANSWERS)) {
    const one = await compareWith(sent, place, entry, sha256);
    if (one.type === "changed") return one;
    if (one.type === "unlike" || found.type === "unknown") found = one;
  }
  return found;
}

async function compareWith(
  sent: SentTurn,
  place: number,
  { model, record, choice, version }: AssistantEntry,
  sha256: Sha256,
): Promise<Continuation> {
  if (record?.request === undefined) return UNKNOWN;
  if (model !== sent.model.ref || record.start !== sent.history.start || sent.body.length > MAX_CHARS) {
    return UNKNOWN;
  }
  const body = await writeAgain(sent, place, record, choice);
  if (body === undefined || body.length > MAX_CHARS) return UNKNOWN;
  const difference = firstDifferenceInBodies(body, sent.body);
  if (difference !== undefined) return { type: "changed", difference };
  const isElsewise = version <= sent.sharedTo || isBeforeChange(sent, place);
  const isSame = isElsewise || await sha256(body) === record.request;
  return { type: isSame ? "continued" : "unlike" };
}

/** The agent's definition has changed since: what is written again has the choices and the settings that it has now. */
function isBeforeChange({ isOtherDefinition, history: { texts } }: SentTurn, place: number): boolean {
  if (isOtherDefinition) return true;
  return texts.slice(place + 1).some((text) => findRequestRecord(openEntry(text))?.definition !== undefined);
}

/** The body of the request that led to an answer; undefined where it has media, or the driver sends none. */
async function writeAgain(
  { turn, driver, model, history, agent, framed }: SentTurn,
  place: number,
  record: RequestRecord,
  choice: AssistantEntry["choice"],
): Promise<string | undefined> {
  const { start, texts, knownTask, pinned } = history;
  const capabilities = resolveModelCapabilities(model, agent, record.lacks ?? []);
  let body: string | undefined;
  try {
    const enforced = enforceFor(
      choice?.requested ?? record.choice ?? { type: "auto" },
      agent,
      capabilities,
      {
        parallel: record.parallel,
        onUnsupported: "degrade",
        reads: record.reads === true,
        isRefused: choice?.enforcement === "withheld",
      },
      driver.toolForm,
      framed,
    );
    const provider = withStream(model.provider, async (request) => {
      if (request.media === undefined) body = await model.provider.body(asRecorded(request, record));
      throw new Written();
    });
    await driver.plan({
      ...turn,
      enforced,
      lacks: capabilities.lacks,
      schemaInPrompt: capabilities.schemaInPrompt === true,
      provider,
      history: new ReadHistory(start, texts.slice(0, place), knownTask, pinned).forPlan(
        [],
        record.thinkingFrom,
        turn.history.recall,
      ),
      io: { fetch: () => Promise.reject(new Written()), signal: new AbortController().signal },
    }, () => {});
  } catch {
    // The driver ends with what the provider throws; a request that cannot be written again says nothing of this one.
  }
  return body;
}

function asRecorded(given: ModelRequest, { maxOutputTokens, writer = 1 }: RequestRecord): ModelRequest {
  const request = { ...given, writer };
  return maxOutputTokens === undefined
    ? request
    : { ...request, settings: { ...request.settings, maxOutputTokens } };
}

/** Ends a driver at its first request. */
class Written extends Error {}
