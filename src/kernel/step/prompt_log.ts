// What a step writes into the log before its answer: what the model is told, and where the prompt does not begin with the one before
// it. Both are entries, and are committed with the step whether or not an answer came.

import {
  type CutCause,
  type CutEntry,
  type Entry,
  findRequestRecord,
  isOfModel,
  type NoticeEntry,
  type NoticeSubject,
} from "../../core/entry.ts";
import type { Json } from "../../core/json.ts";
import { WRITER } from "../../core/record.ts";
import { planForModel, promptPlan, withoutResults } from "../../core/plan/strategic_plan.ts";
import { planText } from "../../core/plan/plan_text.ts";
import { newId } from "../../core/text/id.ts";
import { isOfFrame } from "../history/messages.ts";
import { namesToWrite } from "../history/notice.ts";
import { type EarlierFrame, frameChange } from "../choice/carried_frame.ts";
import { toolsToSend } from "../choice/tool_trimming.ts";
import type { PlanChoice } from "../plan/plan_choice.ts";
import { listReminders } from "../hooks/in_step/session_plugins.ts";
import {
  type Beginning,
  beginningUnder,
  findBeginning,
  isWrittenAnew,
  listCutCauses,
} from "../log/beginning.ts";
import { getDefinition } from "../log/definition.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";
import { thinkingBehind } from "./retry_plan.ts";
import { effortNews, instructionNews, toolNews, withdrawnInWords } from "./changes_told.ts";

/** The notices and the cuts of one step, in order. */
export class PromptLog {
  readonly #session: Session;
  readonly #deps: Pick<RuntimeDeps, "clock" | "random" | "log">;
  readonly #entries: (NoticeEntry | CutEntry)[] = [];
  /** What the model was told since its last answer, by this step and by those before it that failed. */
  readonly #standing: Set<string>;
  /** How the last request began; undefined before the first one, and where it was not recorded. */
  #last: Beginning | undefined;
  #thinkingFrom: number | undefined;
  /** Digest of the agent's definition. */
  #definition = "";
  /** A cut of this step has made the agent as it is now the frame. */
  #isCurrent = false;
  /** The last answer is of a version without notices, whose prompts had what they say. */
  readonly #isOlder: boolean;
  /** The version of the rules that wrote the last request. */
  #writer = WRITER;
  /** The caller has given a plan since the last answer. */
  readonly #isGiven: boolean;
  /** The model was reminded since its last answer, by this step or by one before it that failed. */
  #isReminded: boolean;
  /** A step that failed had asked for an answer in words. */
  readonly #asksForWords: boolean;
  /** Index of the last answer, where the API left thinking out that stands before it: the API has not read that, and no cut says so. */
  readonly #removedBefore: number | undefined;
  /** Such a step has cut the prompt, for another model, and the thinking before the cut still goes back. */
  readonly #isCutOff: boolean;

  constructor(session: Session, seen: readonly Entry[], deps: Pick<RuntimeDeps, "clock" | "random" | "log">) {
    this.#session = session;
    this.#deps = deps;
    const newest = session.history.newest();
    this.#standing = new Set(noticesIn(newest).concat(noticesIn(seen)));
    this.#isGiven = newest.concat(seen).some((entry) => entry.type === "user" && entry.plan !== undefined);
    this.#asksForWords = newest.some((entry) => entry.type === "notice" && entry.about === "words");
    this.#isReminded = newest.some((entry) => entry.type === "notice" && entry.about === "reminder");
    const [answer] = newest;
    const isCut = newest.some((entry) => entry.type === "cut" && !isOfModel(entry.why));
    this.#isCutOff = isCut && (session.state.thinkingFrom ?? 0) <= session.history.end - newest.length;
    const hasCut = newest.some(({ type }) => type === "cut");
    if (answer?.type === "assistant" && answer.record?.removed !== undefined && !hasCut) {
      this.#removedBefore = session.history.end - newest.length;
    }
    this.#last = answer?.type === "assistant" ? findBeginning(answer, session) : undefined;
    if (answer?.type === "assistant") this.#writer = answer.record?.writer ?? 1;
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
    this.#add({ about, text });
  }

  /** Adds what a driver tells the model of an answer that it has dropped. */
  tellOfAnswer(about: "correction" | "words", text: string, choice: PlanChoice): void {
    if (about === "words" && choice.schemaInPrompt) this.cut(["form"], choice);
    this.#add({ about, text });
  }

  /** Digest of the agent's definition, once a request has begun. */
  get definition(): string {
    return this.#definition;
  }

  /**
   * Adds what the request under this choice is to have: a cut where it does not begin as the last one did, the plan, the instructions
   * and the tools where they are others than the model knows, the reminder where it is due, the choice where the API cannot hold it.
   * Returns the choice that the request is made under: behind a cut it is that of the agent as it is now.
   */
  async begin(asked: PlanChoice): Promise<PlanChoice> {
    this.#definition = (await getDefinition(this.#session.agent)).digest;
    const carried = this.#isCurrent ? asked.unframed() : asked;
    const next = await this.#beginningUnder(carried);
    const causes = this.#causes(next, carried);
    const keepsThinking = this.#keepsThinking(this.#last, next, causes, carried);
    const choice = causes.length > 0 ? carried.unframed() : carried;
    this.#last = choice === carried ? next : await this.#beginningUnder(choice);
    this.#writer = WRITER;
    if (causes.length > 0) this.cut(causes, keepsThinking ? { ...choice, bindsThinking: false } : choice);
    this.#tellPlan();
    this.#tellChanges(choice);
    this.#remind();
    this.tell("choice", choice.enforced.notice); // the last word
    return choice;
  }

  #causes(next: Beginning, choice: PlanChoice): CutCause[] {
    const { frame } = this.#session;
    const causes = this.#last === undefined
      ? this.#causesOfFirst()
      : listCutCauses(this.#last, next, choice, this.#session);
    const isOlder = this.#isOlder && this.#entries.length === 0;
    const isSameModel = this.#last === undefined || this.#last.model === next.model;
    if (isOlder || isSameModel && isWrittenAnew(choice, this.#session, this.#writer)) causes.push("version");
    if (this.#removedBefore !== undefined && isSameModel && !this.#isCurrent) causes.push("thinking");
    if (causes.length === 0 && this.#isCutOff && choice.bindsThinking && !this.#isCurrent) {
      return ["thinking"];
    }
    if (this.#last === undefined || this.#isCurrent || causes.length > 0 && !isOfModel(causes)) return causes;
    const isAnother = frame !== undefined && choice.framed === undefined;
    return isAnother ? [...causes, causeOfFrame(frame, this.#session)] : causes;
  }

  #tellChanges({ framed, lacks, toolForm, enforced, reads, resolved }: PlanChoice): void {
    const { agent, history } = this.#session;
    const cut = this.#entries.findLastIndex(({ type }) => type === "cut");
    const own = this.#entries.slice(cut + 1).filter(isOfFrame);
    const told = cut < 0 ? [...history.frameNotices(), ...own] : own;
    const prompt = { told, agent, framed };
    const text = instructionNews(prompt);
    if (text !== undefined) this.#add({ about: "agent", text });
    const effort = effortNews(prompt);
    if (effort !== undefined) this.#add({ about: "agent", ...effort });
    const withdrawn = this.#session.opened?.withdrawn ?? [];
    if (withdrawn.length > 0) this.tell("tools", withdrawnInWords(withdrawn));
    if (toolForm === "native" && lacks.tools !== undefined) return;
    const isWhole = enforced.tools.length === toolsToSend(framed?.agent ?? agent, reads).length;
    const news = toolNews({ ...prompt, among: isWhole ? undefined : resolved.choice });
    if (news !== undefined) this.#add({ about: "tools", ...news });
  }

  // A step that failed has not counted, so its next try is of the same number.
  #remind(): void {
    if (this.#isReminded) return;
    const { agent: { reminder }, state: { run } } = this.#session;
    const number = run.steps + 1;
    const isDue = reminder !== undefined && number > 1 && number % reminder.everySteps === 0;
    for (const text of [...isDue ? [reminder.text] : [], ...listReminders(this.#session, this.#deps)]) {
      this.#isReminded = true;
      this.#add({ about: "reminder", text, until: "next_input" });
    }
  }

  #add({ about, text, ...more }: Pick<NoticeEntry, "about" | "text" | "tools" | "effort" | "until">): void {
    const names = NAMING.has(about) ? namesToWrite(text, this.#toolNames) : undefined;
    this.#entries.push({
      type: "notice",
      ...this.#base(),
      about,
      text,
      names,
      ...more,
    });
  }

  /** Of the agent, and of the frame that its prompt may go on with. */
  get #toolNames(): readonly string[] {
    const { agent, frame } = this.#session;
    const tools = [...frame?.agent?.tools ?? [], ...agent.tools];
    return tools.flatMap(({ name, bridged }) => bridged ? [] : [name]);
  }

  // "The kept turns directly follow the summarized messages", with no pinned entry between the two, of the same model, and the
  // instructions do not change: those of a summary as text end with it, and a plan of the thread's may be another than the one that
  // they had. platform.claude.com/docs/en/build-with-claude/compaction-thinking-blocks, as of 2026-11-26.
  #keepsThinking(
    last: Beginning | undefined,
    next: Beginning,
    causes: readonly CutCause[],
    { model, sealsSummaries }: PlanChoice,
  ): boolean {
    if (sealsSummaries) return false; // OpenAI says of no item that it is kept behind one
    if (last === undefined || !next.compacted || causes.join() !== "compaction") return false;
    if (next.pins.length > 0) return false;
    const { history, state, frame } = this.#session;
    if (frame !== undefined) return false; // the agent's instructions or tools are others now
    const hadNoSummary = last.compacted || last.start === 0;
    return hadNoSummary && state.plan === undefined && history.compaction()?.model === model.model;
  }

  // The window has no answer, so how the last prompt began is not known: there was none, or its answer has left the window.
  #causesOfFirst(): CutCause[] {
    const { header: { base, summary }, history } = this.#session;
    const cut = history.lastCut();
    if (history.start > base && cut?.start !== history.start) return ["window"];
    return summary !== null && cut === undefined ? ["summary"] : [];
  }

  // What the model and its phases write stands in the outcomes of their calls.
  #tellPlan(): void {
    const { agent, history, state: { plan }, meta } = this.#session;
    if (plan === undefined || agent.orchestrate !== undefined && !this.#isGiven) return;
    const own = this.#entries.findLast((entry) =>
      entry.type === "cut" ? !isOfModel(entry.why) : entry.about === "plan"
    );
    const told = own?.type === "notice" ? own.text : own === undefined ? history.planNotice() : undefined;
    const now = planInWords(planForModel(withoutResults(plan), { agent, meta }));
    if (now !== (told ?? planInWords(beginningPlan(this.#session, this.#entries)))) this.tell("plan", now);
  }

  /**
   * Adds a cut. Where the model binds its thinking to the prompt, that of the answers before it is left out as a whole; where the API has
   * left it out, that of the answers before the one that it said so with, which thought on without it. A prompt that
   * another model is asked with begins with the same plan, so that the thinking of the first one fits when it is asked again.
   */
  cut(
    why: readonly CutCause[],
    { bindsThinking, framed, model }: Pick<PlanChoice, "bindsThinking" | "framed" | "model">,
  ): void {
    const { history: { start, task } } = this.#session;
    const plan = isOfModel(why) ? this.#lastCut()?.plan : this.#planNow();
    if (this.#removedBefore !== undefined && why.join() === "thinking") {
      this.#thinkingFrom = thinkingBehind(this.#removedBefore, this.#session.state.thinkingFrom);
    } else if (bindsThinking && !(isOfModel(why) && this.#isUncutSince(model))) {
      this.#thinkingFrom = this.#session.header.length + this.#session.imported.length;
    }
    this.#isCurrent = framed === undefined;
    this.#entries.push({
      type: "cut",
      ...this.#base(),
      why,
      start,
      frame: framed?.digest ?? this.#definition,
      recalls: isOfModel(why) ? this.#lastCut()?.recalls : true,
      task: task === undefined ? undefined : true,
      plan,
    });
  }

  /** The plan as a prompt has it; undefined where the thread has never had one. */
  #planNow(): Json | undefined {
    const { state: { plan }, meta, agent } = this.#session;
    return plan === undefined ? undefined : planForModel(withoutResults(plan), { agent, meta }) ?? null;
  }

  #lastCut(): CutEntry | undefined {
    return findLastCut(this.#session, this.#entries);
  }

  /** Since the last answer of this model other models were asked, and its prompt begins as it did then. */
  #isUncutSince({ provider, model, ref }: PlanChoice["model"]): boolean {
    const { history, agent, state } = this.#session;
    if (history.hasFrameNotices) return false; // those before a cut are left out
    const since = [...history.since(ref), ...this.#entries];
    // Other models may count no effort, so that no cut says of another one.
    if (provider.capabilities(model, agent.settings).effortInPrompt) {
      const isSame = this.#definition.startsWith(state.record?.agent ?? "");
      if (!isSame || since.some((entry) => findRequestRecord(entry)?.definition !== undefined)) return false;
    }
    return since.every((entry) => entry.type !== "cut" || isOfModel(entry.why));
  }

  #base(): Pick<NoticeEntry, "id" | "at" | "version"> {
    const id = newId("entry", this.#deps.random);
    return { id, at: this.#deps.clock(), version: this.#session.header.version + 1 };
  }

  #beginningUnder(choice: PlanChoice): Promise<Beginning> {
    return beginningUnder(choice, this.#session, this.#asksForWords);
  }
}

/** Notices that name tools in words of Treadle. */
const NAMING: ReadonlySet<NoticeSubject> = new Set<NoticeSubject>(["choice", "correction", "tools"]);

/** The plan that a prompt of the session begins with, given the entries since its history. */
export function beginningPlan(session: Session, more: readonly Entry[]): Json | undefined {
  return promptPlan(findLastCut(session, more), session);
}

/** The cut that a prompt of the session stands behind. */
export function findLastCut(
  { history }: Pick<Session, "history">,
  more: readonly Entry[],
): CutEntry | undefined {
  return more.findLast((entry) => entry.type === "cut") ?? history.lastCut();
}

function planInWords(plan: Json | undefined): string {
  return plan === undefined || plan === null
    ? "There is no strategic plan any more."
    : `The strategic plan is now: ${planText(plan)}`;
}

function noticesIn(entries: readonly Entry[]): string[] {
  return entries.flatMap((entry) => entry.type === "notice" ? [entry.text] : []);
}

/** Why the prompt does not go on with its frame: tools alone, or something else of the definition. */
function causeOfFrame({ agent: frame }: EarlierFrame, { agent }: Session): CutCause {
  const change = frame && frameChange(frame, agent, undefined);
  const isOfTools = change !== undefined && !change.instructions && !change.other;
  return isOfTools ? "tools" : "agent";
}
