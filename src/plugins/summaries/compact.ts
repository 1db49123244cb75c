// Compaction: when the window has grown long, a summary takes the place of its older part. The entries stay in the
// history; only the start of the prompt moves.

import type { Entry, SummaryEntry } from "../../core/entry.ts";
import { type AgentError, failureFields, toAgentError } from "../../core/error.ts";
import { newId } from "../../core/text/id.ts";
import type { Lack } from "../../core/model/capability.ts";
import { ModelError } from "../../core/model/model_error.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";
import { addUsage } from "../../core/usage.ts";
import { failureOfSummary } from "../../kernel/log/failure_entry.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import type { Session } from "../../kernel/session.ts";
import type { Draft } from "../../kernel/draft.ts";
import type { RunningStep } from "../../kernel/step/running_step.ts";
import { countKept, cutBefore } from "./due.ts";
import { addLearned, recordLearned } from "../../kernel/plan/learned_capabilities.ts";
import {
  chooseWay,
  type Made,
  makeSummary,
  readSeal,
  type Seal,
  type SummaryRequest,
  toSummaryRequest,
  type Way,
  wayAfter,
} from "./make_summary.ts";

/**
 * The draft, with a summary when the agent's compaction is due. It costs one more model call, or a call of the agent's function; two
 * calls where the API encrypts what it makes: one for that, and one for the text that everybody else reads. A summary that fails is a
 * warning and the next step tries it again: the step itself has succeeded. An entry names the requests that led to none.
 */
export async function compact(
  session: Session,
  drafted: Draft,
  running: RunningStep,
  deps: RuntimeDeps,
): Promise<Draft> {
  const { agent: { compaction }, history } = session;
  if (compaction === undefined || drafted.error || drafted.isUnfinished || running.signal.aborted) {
    return drafted;
  }
  const kept = countKept(compaction, session, drafted);
  if (kept === undefined) return drafted;
  const entries = [...history.entries, ...drafted.entries];
  const behind = entries.slice(entries.findLastIndex(({ type }) => type === "summary") + 1);
  const empty = behind.filter(isEmpty).length;
  if (empty >= MOST_EMPTY && behind.length - behind.findLastIndex(isEmpty) <= PAUSE) return drafted;
  let draft = drafted;
  let request: SummaryRequest | undefined;
  let seal: Seal | undefined;
  try {
    for (let way: Way | undefined = await chooseWay(session, drafted, deps); way !== undefined;) {
      const cut = findCut(way, seal, entries, kept);
      if (cut === undefined) return draft;
      if (way.type !== "function" && way.because !== undefined) {
        draft = addWarning(draft, notByProvider(way.because), running);
      }
      request = toSummaryRequest(way, session, { through: history.start + cut, seal }, deps);
      try {
        const material = { session, draft: drafted, entries: entries.slice(0, cut), signal: running.signal };
        const made = await makeSummary(way, material, request, deps);
        const next = await readSeal(way, made, request, session);
        if (next === undefined) {
          return await withSummary(draft, made, request, running, { session, deps, empty });
        }
        [seal, way] = [next.seal, next.way];
        draft = withUsage(draft, made);
      } catch (thrown) {
        const lacks = thrown instanceof ModelError ? thrown.lacks : [];
        way = wayAfter(way, lacks, session);
        if (way === undefined) throw thrown;
        draft = await withFailure(draft, request, toAgentError(thrown), { session, deps });
        draft = await withLearned(draft, request, lacks, { session, deps });
      }
    }
    return draft;
  } catch (thrown) {
    deps.log("warn", "compaction failed", { thread: session.ref.thread, ...failureFields(thrown) });
    const error = toAgentError(thrown);
    const warned = addWarning(draft, { code: "compaction_failed", message: error.message }, running);
    return request === undefined ? warned : await withFailure(warned, request, error, { session, deps });
  }
}

/** Answers without text to requests for a summary: a model that calls tools instead does so again. */
const MOST_EMPTY = 2;
/** Entries after a failure before the next summary is requested. */
const PAUSE = 64;

function isEmpty(entry: Entry): boolean {
  return entry.type === "failure" && entry.through !== undefined && entry.code === NO_WORDS;
}

const NO_WORDS = "model_answer_invalid";

interface CompactingIn {
  readonly session: Session;
  readonly deps: RuntimeDeps;
}

/** How many entries the summary stands for. That of a provider stands for all of the last request, and the answer to it is kept. */
function findCut(
  { type }: Way,
  seal: Seal | undefined,
  entries: readonly Entry[],
  kept: number,
): number | undefined {
  if (type !== "provider" && seal === undefined) return cutBefore(entries, entries.length - kept);
  return entries.length > 1 ? entries.length - 1 : undefined;
}

async function withSummary(
  draft: Draft,
  { text, usage, record, meta }: Made,
  request: SummaryRequest,
  running: RunningStep,
  { session, deps, empty }: CompactingIn & { readonly empty: number },
): Promise<Draft> {
  const { through, seal } = request;
  const spent = withUsage(draft, { usage });
  const all = usage && seal?.usage ? addUsage(seal.usage, usage) : usage;
  if (text === "") {
    const pause = empty + 1 < MOST_EMPTY ? "" : ` It is asked again in ${PAUSE} entries.`;
    const message = `The model gave an empty summary.${pause}`;
    const warned = addWarning(spent, { code: "compaction_failed", message }, running);
    return await withFailure(warned, request, { code: NO_WORDS }, { session, deps });
  }
  const entry: SummaryEntry = {
    type: "summary",
    id: newId("entry", deps.random),
    at: deps.clock(),
    version: session.header.version + 1,
    text,
    through,
    usage: all,
    record,
    meta,
  };
  return { ...spent, entries: [...draft.entries, entry], summary: { text, base: through } };
}

function withUsage(draft: Draft, { usage }: Pick<Made, "usage">): Draft {
  return usage === undefined ? draft : { ...draft, usage: addUsage(draft.usage, usage) };
}

/** The draft of a step whose summary was refused: the next one does not ask for it so. The state has the lacks of one model. */
async function withLearned(
  draft: Draft,
  { choice }: SummaryRequest,
  features: readonly Lack[],
  { session, deps }: CompactingIn,
): Promise<Draft> {
  if (choice === undefined) return draft;
  const { ref: model } = choice.model;
  const learned = addLearned(session, model, features, deps);
  await recordLearned(session, { model, features, learned }, deps);
  const kept = draft.state.learned ?? { model };
  return kept.model === model
    ? { ...draft, state: { ...draft.state, learned: { model, ...learned } } }
    : draft;
}

function notByProvider(because: string): Warning {
  return {
    code: "compaction_degraded",
    message: `The provider writes no summary of this conversation (${because}); the model has written one.`,
  };
}

/** The draft with an entry of the requests that led to no summary; a function that summarises has none. */
async function withFailure(
  draft: Draft,
  { choice, sent, through, continues, seal }: SummaryRequest,
  { code }: Pick<AgentError, "code">,
  { session, deps }: CompactingIn,
): Promise<Draft> {
  if (choice === undefined) return draft;
  const before = seal?.requests ?? [];
  const entry = await failureOfSummary(session, { choice, sent, continues, before, code, through }, deps);
  return entry === undefined ? draft : { ...draft, entries: [...draft.entries, entry] };
}

function addWarning(draft: Draft, warning: Warning, { emit }: RunningStep): Draft {
  emit({ type: "warning", ...warning });
  return { ...draft, warnings: [...draft.warnings, warning] };
}
