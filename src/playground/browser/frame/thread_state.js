// What state a thread is in, in words for people, by what the API shows of it.

/** @typedef {import("../../../core/contract/threads.ts").ThreadLine} ThreadLine */
/** @typedef {Pick<ThreadLine, "status" | "waiting" | "running" | "version"> & Partial<Pick<ThreadLine, "waitsFor" | "parked" | "resumeAt">> & { wake?: boolean | undefined }} StateFacts */
/** @typedef {{ icon: import("./icons.js").IconName, words: string, tone: "needs" | "running" | "failed" | "done" | "" }} ShownState */

import { element } from "../dom.js";
import { timeWords } from "../words.js";
import { icon } from "./icons.js";

/** The server does not answer. @type {ShownState} */
export const LOST = { icon: "failed", words: "Not connected", tone: "needs" };

/** @param {StateFacts} thread @returns {ShownState} */
export function stateOf({ status, waiting, running, waitsFor, version, wake, parked, resumeAt }) {
  if (running) return { icon: "running", words: "Running", tone: "running" };
  if (parked) return { icon: "failed", words: "Parked", tone: "failed" };
  if (resumeAt && Date.parse(resumeAt) > Date.now()) {
    return { icon: "open", words: `Rests until ${timeWords(resumeAt)}`, tone: "" };
  }
  if (wake && (waiting > 0 || status === "open")) {
    return { icon: "open", words: "Goes on by itself", tone: "" };
  }
  if (waiting > 0) {
    const words = waiting === 1 ? "1 unprocessed input" : `${waiting} unprocessed inputs`;
    return { icon: "input", words, tone: "needs" };
  }
  switch (status) {
    case "open":
      return { icon: "open", words: "Not finished", tone: "needs" };
    case "waiting":
      return version === 0 ? { icon: "new", words: "No message yet", tone: "" } : waitingState(waitsFor);
    case "done":
      return { icon: "done", words: "Done", tone: "done" };
    case "failed":
      return { icon: "failed", words: "Failed", tone: "failed" };
    case "cancelled":
      return { icon: "cancelled", words: "Cancelled", tone: "" };
  }
}

/** @param {ThreadLine["waitsFor"]} waitsFor @returns {ShownState} */
function waitingState(waitsFor) {
  switch (waitsFor) {
    case "approval":
      return { icon: "approval", words: "Waiting for approval", tone: "needs" };
    case "results":
      return { icon: "results", words: "Waiting for client results", tone: "needs" };
    case "answer":
      return { icon: "question", words: "Asks you", tone: "needs" };
    case "deferred":
      return { icon: "open", words: "Waiting for a result", tone: "" };
    case "authorization":
      return { icon: "question", words: "Waiting for your authorization", tone: "needs" };
    case undefined:
      return { icon: "open", words: "Waiting", tone: "needs" };
  }
}

/** The icon and the words. @param {ShownState} state */
export function stateNodes({ icon: name, words }) {
  return [icon(name), element("span", "", words)];
}
