// What stored entries make of the conversation: the same as their events did.

import { batch } from "@preact/signals";
import type { EntryView, HistoryPage } from "../../../core/contract/entries.ts";
import type { AnswerPlace } from "../answers/find_answer.ts";
import { timeSlice } from "../run/time_slice.ts";
import { originWords } from "./input.ts";
import { VIOLATIONS } from "../words.ts";
import type { Transcript } from "./transcript.ts";

type AssistantEntry = Extract<EntryView, { type: "assistant" }>;

/** Entries that are drawn at once. */
const ENTRIES_AT_ONCE = 8;

/**
 * Adds stored entries to an empty conversation, in parts, so that the page stays usable. What else is added waits for its end.
 *
 * @param offset What the number of a step is above its version.
 * @param signal The page has turned to another thread: no entry is added any more.
 */
export async function loadEntries(
  transcript: Transcript,
  { entries, start }: HistoryPage,
  offset: number,
  signal: AbortSignal,
): Promise<void> {
  if (start > 0) transcript.addEarlier(start);
  transcript.jumpToEnd();
  for (let from = 0; from < entries.length; from += ENTRIES_AT_ONCE) {
    await timeSlice();
    if (signal.aborted) return;
    const end = Math.min(entries.length, from + ENTRIES_AT_ONCE);
    batch(() => {
      for (let index = from; index < end; index++) addEntry(transcript, { entries, index }, offset);
    });
  }
  transcript.commitInputs(entries.at(-1)?.version ?? -1);
  transcript.showApps();
  transcript.closeStep();
  transcript.jumpToEnd();
}

function addEntry(transcript: Transcript, place: AnswerPlace, offset: number): void {
  const entry = place.entries[place.index];
  if (entry === undefined) return;
  // One commit gives all its entries one version: that is a step.
  const before = place.entries[place.index - 1]?.version;
  if (before !== undefined && before !== entry.version) {
    transcript.commitInputs(before);
    transcript.closeStep();
  }
  const number = entry.version + offset > 0 ? entry.version + offset : null;
  switch (entry.type) {
    case "user": {
      const { text, parts = [] } = entry;
      return void transcript.addInput(text, { parts, origin: originWords(entry) });
    }
    case "assistant": {
      const step = transcript.openStepOnce(number);
      step.place = place;
      return addAnswer(transcript, entry);
    }
    case "tool": {
      const step = transcript.openStepOnce(number);
      step.place ??= place;
      step.commit(entry.version);
      const call = transcript.callOf(entry.callId, entry.name);
      call.finish(entry);
      call.showMedia(entry.media ?? []);
      if (entry.app) transcript.awaitApp(call);
      return step.act(entry.name);
    }
    case "summary":
      return void transcript.addNotice({
        kind: "plain",
        title: "Summary of what came before",
        detail: entry.text,
      });
    case "notice": // the input of the step shows it
    case "cut":
    case "failure": // the step renders its error
      return;
    default:
      return ignore(entry);
  }
}

function addAnswer(transcript: Transcript, entry: AssistantEntry): void {
  const step = transcript.openedStep;
  const { choice } = entry;
  if (choice?.corrected) step.askAgain(`because ${VIOLATIONS[choice.corrected]}`);
  entry.blocks.forEach((block, index) => addBlock(transcript, block, index));
  step.ask(entry.model, choice);
  step.reportUsage(entry.usage);
  step.commit(entry.version, choice?.outcome);
  if (entry.interrupted) step.addNotice({ kind: "plain", detail: "Stopped here." });
}

function addBlock(transcript: Transcript, block: AssistantEntry["blocks"][number], index: number): void {
  const step = transcript.openedStep;
  switch (block.type) {
    case "text":
      step.startText(index);
      step.write(index, block.text);
      return step.endBlock(index);
    case "reasoning":
      if (block.text === "") return;
      step.startReasoning(index);
      step.write(index, block.text);
      return step.endBlock(index);
    case "call":
      return transcript.callOf(block.id, block.name).plan(block.args);
    default:
      return ignore(block);
  }
}

/** A kind that a newer server sends; the type `never` holds for this version. */
function ignore(_value: never): void {}
