// The notices at the end of a conversation: what became of the last step, what is awaited, and the button that goes on.

import type { ThreadDetail } from "../../../core/contract/threads.ts";
import type { ThreadStatus, WaitsFor } from "../../../core/state.ts";
import type { RunOptions } from "../api/api.ts";
import type { NoticeContent } from "../components/notice.tsx";
import type { NoticeItem, Transcript } from "./transcript.ts";
import { inputsWait, timeWords } from "../words.ts";

/** A thread at rest. */
export interface Rest {
  readonly status: ThreadStatus | "";
  readonly waitsFor: WaitsFor | undefined;
  /** Inputs that no step has read. */
  readonly waiting: number;
  /** Its calls run when a request names another execution, as the store says. */
  readonly predicted: boolean | undefined;
  /** The run goes on without its client. */
  readonly wake: boolean | undefined;
  readonly parked: ThreadDetail["parked"] | undefined;
  /** Where the next request ends. */
  readonly until: RunOptions["until"];
  /** What a tool needs to know. */
  readonly question?: string | undefined;
  /** Of the last step, from the store. */
  readonly error?: { readonly code: string; readonly message: string } | undefined;
}

/** What the buttons do. */
export interface OfferActions {
  goOn(execution?: RunOptions["execution"]): void;
  /** Tries what is parked again. */
  wake(): void;
  /** Lets the run go on without the results that it waits for. */
  detach(): void;
}

/** What went wrong with a request. */
export interface ShownProblem {
  readonly title: string;
  readonly detail: string;
  /** Empty where the server has not answered. */
  readonly code: string;
}

/** The page reads a thread again with which others go on. */
const FOLLOWS = "This page follows it.";

/** Shows the notices, and removes them when something new begins. */
export class Offers {
  readonly #transcript: Transcript;
  readonly #actions: OfferActions;
  readonly #items: NoticeItem[] = [];

  constructor(transcript: Transcript, actions: OfferActions) {
    this.#transcript = transcript;
    this.#actions = actions;
  }

  clear(): void {
    for (const item of this.#items.splice(0)) this.#transcript.remove(item);
  }

  /** A request was refused, or did not arrive. `open` opens the thread again. */
  report(problem: ShownProblem, open?: () => void): void {
    const isElsewhere = ["thread_busy", "step_fenced"].includes(problem.code);
    const label = isElsewhere ? "Watch it" : problem.code === "" ? "Try again" : "";
    const action = open === undefined || label === "" ? undefined : { label, run: open };
    this.#show({ kind: "bad", ...problem, action });
  }

  /** Shows what a thread at rest waits for, if it does. */
  offer(rest: Rest): void {
    const notice = this.#noticeOf(rest);
    if (notice !== undefined) this.#show(notice);
  }

  /** Calls may run, and none needs a decision. */
  get isPredicted(): boolean {
    return this.#transcript.hasCall("planned", "approved") && !this.#transcript.hasCall("approval");
  }

  #show(notice: NoticeContent): void {
    this.#items.push(this.#transcript.addNotice(notice));
  }

  #noticeOf(rest: Rest): NoticeContent | undefined {
    const { status, waitsFor, waiting, predicted, wake, parked, until, question, error } = rest;
    if (parked) return this.#parkedNotice(parked);
    const rests = status === "waiting" && waiting === 0;
    if (rests) {
      if (question !== undefined) return { kind: "plain", title: "A tool asks you.", detail: question };
      if (waitsFor === "results") return RESULTS;
      if (waitsFor === "deferred") {
        const action = { label: "Continue without it", run: () => this.#actions.detach() };
        return { kind: "plain", title: "The run waits for a result.", detail: FOLLOWS, action };
      }
    }
    // Predicted calls run only when the request names another execution. A thread of which one was approved is open.
    if ((rests || predicted) && waiting === 0 && this.isPredicted) {
      return this.#goOnNotice("The tools have not run.", "Run them", "loop");
    }
    if (rests) return undefined;
    const goOn = until === "step" ? "Next step" : "Go on";
    if (wake && (status === "open" || waiting > 0)) {
      const { code, message = "" } = error ?? {};
      const detail = `${message}\n${FOLLOWS}`.trim();
      return { kind: "plain", title: "The run goes on by itself.", detail, code };
    }
    if (error !== undefined) return this.#failedNotice(error, waiting, goOn);
    if (waiting > 0) return this.#goOnNotice(`${inputsWait(waiting)} for the agent.`, "Answer it");
    if (status === "open") return this.#goOnNotice("The run is not finished.", goOn);
    if (status === "failed") return this.#goOnNotice("The last step failed.", goOn);
    return undefined;
  }

  #parkedNotice({ failures, at, message, code }: NonNullable<Rest["parked"]>): NoticeContent {
    return {
      kind: "bad",
      title: "Stopped trying: it does not go on by itself.",
      detail: `${failures} ${failures === 1 ? "step" : "steps"} failed in a row until ${
        timeWords(at)
      }.\n${message}`,
      code,
      action: { label: "Try again", run: () => this.#actions.wake() },
    };
  }

  /** The events of a failed step leave the log; what its commit has stored of the error stays. */
  #failedNotice({ code, message }: NonNullable<Rest["error"]>, waiting: number, goOn: string): NoticeContent {
    return {
      kind: "bad",
      title: waiting > 0
        ? `The last step failed, and ${inputsWait(waiting)} for the agent.`
        : "The last step failed.",
      detail: message,
      code,
      action: { label: waiting > 0 ? "Answer it" : goOn, run: () => this.#actions.goOn() },
    };
  }

  #goOnNotice(title: string, label: string, execution?: RunOptions["execution"]): NoticeContent {
    const action = { label, run: () => this.#actions.goOn(execution) };
    return { kind: "plain", title, detail: "Everything up to here is saved.", action };
  }
}

/** Calls of client tools: the program that declared the tools has to answer. */
const RESULTS: NoticeContent = {
  kind: "plain",
  title: "The thread waits for the app that runs these tools.",
  detail: "It goes on when the app has sent their results.",
};
