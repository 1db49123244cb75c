// What a step writes into the log before its answer: what the model is told, and where the prompt does not begin with the one before
// it. Both are entries, and are committed with the step whether or not an answer came.

import type {
  AssistantEntry,
  CutCause,
  CutEntry,
  Entry,
  NoticeEntry,
  NoticeSubject,
} from "../../core/entry.ts";
import type { Json } from "../../core/json.ts";
import { phasesOf, planForModel, planOf } from "../../core/plan/strategic_plan.ts";
import { planText } from "../../core/plan/plan_text.ts";
import { newId } from "../../core/text/id.ts";
import { toolsToSend } from "../../choice/tool_trimming.ts";
import type { PlanChoice } from "../choice/plan_choice.ts";
import { definitionOf } from "../record/definition.ts";
import { digestOfTools, SHORT_DIGEST } from "../record/request_record.ts";
import type { RuntimeDeps } from "../request.ts";
import type { Session } from "../session/session.ts";

/** What decides how a prompt begins. */
interface Beginning {
  readonly model: string;
  /** Index of the first entry of the window. */
  readonly start: number;
  readonly pins: readonly number[];
  /** The run's task stands before the window. */
  readonly task: boolean;
  /** The beginning of the digest of the agent's definition; undefined where it is not known. */
  readonly agent: string | undefined;
  /** Digest of the tools, where not all of the agent's were sent. */
  readonly tools: string | undefined;
  readonly reads: boolean;
  /** The model has refused notices as messages of their own. */
  readonly refusesNotices: boolean;
}

/** The notices and the cuts of one step, in order. */
export class PromptLog {
  readonly #session: Session;
  readonly #deps: Pick<RuntimeDeps, "clock" | "random">;
  readonly #entries: (NoticeEntry | CutEntry)[] = [];
  /** What the model was told since its last answer, by this step and by those before it that failed. */
  readonly #standing: Set<string>;
  /** How the last request began; undefined before the first one, and where it was not recorded. */
  #last: Beginning | undefined;
  #thinkingFrom: number | undefined;
  /** The last answer is of a version without notices, whose prompts had what they say. */
  readonly #isOlder: boolean;
  /** The caller has given a plan since the last answer. */
  readonly #isGiven: boolean;

  constructor(session: Session, seen: readonly Entry[], deps: Pick<RuntimeDeps, "clock" | "random">) {
    this.#session = session;
    this.#deps = deps;
    const newest = session.history.newest();
    this.#standing = new Set(noticesIn(newest).concat(noticesIn(seen)));
    this.#isGiven = newest.concat(seen).some((entry) => entry.type === "user" && entry.plan !== undefined);
    const [answer] = newest;
    this.#last = answer?.type === "assistant" ? beginningOf(answer, session) : undefined;
    const { meta, state } = session;
    this.#isOlder = answer?.type === "assistant" && (meta.noticeMark ?? state.noticeMark) === undefined;
  }

  get entries(): readonly (NoticeEntry | CutEntry)[] {
    return this.#entries;
  }

  /** Index of the first entry whose thinking may go back, where a cut of this step has ended the chain of it. */
  get thinkingFrom(): number | undefined {
    return this.#thinkingFrom;
  }

  /** Adds a notice, unless there is no text or the model was told the same since its last answer. */
  tell(about: NoticeSubject, text: string | undefined): void {
    if (text === undefined || this.#standing.has(text)) return;
    this.#standing.add(text);
    this.#entries.push({ type: "notice", ...this.#base(), about, text });
  }

  /**
   * Adds what the request under this choice is to have: a cut where it does not begin as the last one did, the plan where it is
   * another than the model knows, the choice where the API cannot hold it.
   */
  async begin(choice: PlanChoice): Promise<void> {
    const next = await this.#beginningUnder(choice);
    const causes = this.#last === undefined ? [] : causesOf(this.#last, next, this.#session);
    if (this.#isOlder && this.#entries.length === 0) causes.push("version");
    this.#last = next;
    if (causes.length > 0) this.cut(causes, choice);
    this.#tellPlan();
    this.tell("choice", choice.enforced.notice);
  }

  // What the model and its phases write stands in the outcomes of their calls.
  #tellPlan(): void {
    const { agent, history, state: { plan }, meta } = this.#session;
    if (plan === undefined || agent.orchestrate !== undefined && !this.#isGiven) return;
    const own = this.#entries.findLast((entry) => entry.type === "cut" || entry.about === "plan");
    const told = own?.type === "notice" ? own.text : own === undefined ? history.planNotice() : undefined;
    const now = planInWords(planForModel(withoutResults(plan), { agent, meta }));
    if (now !== (told ?? planInWords(promptPlan(this.#session, this.#entries)))) this.tell("plan", now);
  }

  /** Adds a cut. Where the model binds its thinking to the prompt, that of the answers before it is left out as a whole. */
  cut(why: readonly CutCause[], { bindsThinking }: Pick<PlanChoice, "bindsThinking">): void {
    const { history: { start, task }, state, meta, agent } = this.#session;
    const { plan } = state;
    const isOfModel = why.length === 1 && why[0] === "model"; // another model's thinking is not sent to it
    if (bindsThinking && !isOfModel) {
      this.#thinkingFrom = this.#session.header.length + this.#session.brought.length;
    }
    this.#entries.push({
      ...{ type: "cut", ...this.#base(), why, start },
      ...(task === undefined ? {} : { task: true }),
      ...(plan === undefined ? {} : { plan: planForModel(plan, { agent, meta }) ?? null }),
    });
  }

  #base(): Pick<NoticeEntry, "id" | "at" | "version"> {
    const id = newId("entry", this.#deps.random);
    return { id, at: this.#deps.clock(), version: this.#session.header.version + 1 };
  }

  async #beginningUnder({ model, enforced: { tools }, reads, learned }: PlanChoice): Promise<Beginning> {
    const { agent, history: { start, pinned, task } } = this.#session;
    const isWhole = tools.length === toolsToSend(agent, reads).length;
    const [definition, digest] = await Promise.all([
      definitionOf(agent),
      isWhole ? undefined : digestOfTools(tools),
    ]);
    return {
      ...{ model: model.ref, start, pins: pinned.map(({ index }) => index), task: task !== undefined },
      ...{ agent: definition.digest.slice(0, SHORT_DIGEST), tools: digest, reads },
      refusesNotices: learned?.features.includes("notices") ?? false,
    };
  }
}

/** The plan that a prompt of the session begins with: that of the last cut, else the first of the thread. */
export function promptPlan(
  { history, agent, meta }: Session,
  more: readonly Entry[],
): Json | undefined {
  const cut = more.findLast((entry) => entry.type === "cut") ?? history.lastCut();
  return cut?.plan === undefined ? planForModel(undefined, { agent, meta }) : cut.plan;
}

/** A plan of phases without what their threads have answered: that is no text of the application. */
function withoutResults(plan: Json): Json {
  const phases = phasesOf(plan);
  return phases === undefined ? plan : planOf(phases.map(({ result: _, ...phase }) => phase));
}

function planInWords(plan: Json | undefined): string {
  return plan === undefined || plan === null
    ? "There is no strategic plan any more."
    : `The strategic plan is now: ${planText(plan)}`;
}

function noticesIn(entries: readonly Entry[]): string[] {
  return entries.flatMap((entry) => entry.type === "notice" ? [entry.text] : []);
}

function beginningOf({ model, record }: AssistantEntry, { state, history }: Session): Beginning | undefined {
  if (record === undefined) return undefined;
  const { start, pins = [], tools, reads = false, lacks = [] } = record;
  return {
    model,
    start,
    pins,
    task: history.lastCut()?.task ?? false,
    agent: state.record?.agent,
    tools,
    reads,
    refusesNotices: lacks.includes("notices"),
  };
}

function causesOf(last: Beginning, next: Beginning, { header: { base } }: Session): CutCause[] {
  const causes: CutCause[] = [];
  if (last.model !== next.model) causes.push("model");
  if (last.start !== next.start) causes.push(base > last.start ? "summary" : "window");
  if (last.pins.join() !== next.pins.join()) causes.push("pins");
  if (last.task !== next.task && last.start === next.start) causes.push("task");
  if (last.agent !== undefined && last.agent !== next.agent) causes.push("agent");
  if (last.tools !== next.tools) causes.push("choice");
  if (last.reads !== next.reads) causes.push("tools");
  if (last.refusesNotices !== next.refusesNotices && last.model === next.model) causes.push("notices");
  return causes;
}
