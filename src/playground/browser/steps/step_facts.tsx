// What is known of a step besides its content: the choice that was in force and why, usage, cost, time, model.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useActions } from "../actions.ts";
import { type AnswerPlace, findAnswer } from "../answers/find_answer.ts";
import { messageOf } from "../http.ts";
import { type Fact, Facts } from "../components/facts.tsx";
import { choiceWords, count, dollars, duration, outcomeWords } from "../words.ts";
import { Selections } from "./selections.tsx";
import type { Step } from "./step.ts";

/** The list of facts, and how the tools of the step were selected. Facts that are not known are left out. */
export function StepFacts({ step }: { readonly step: Step }) {
  const facts = [...choiceFacts(step), ...usageFacts(step), ...stepFacts(step)];
  return (
    <div class="step-facts">
      <Facts class="facts-list" facts={facts} />
      <SelectionsOf step={step} />
    </div>
  );
}

function choiceFacts({ choice, outcome }: Step): Fact[] {
  if (choice.value === undefined) return [];
  const { requested, source, sent, toolsSent, enforcement, because, warnings = [] } = choice.value;
  return [
    ["Requested choice", choiceWords(requested)],
    ["Source", source],
    ["Sent", sent === undefined ? undefined : sent === null ? "nothing" : JSON.stringify(sent)],
    ["Tools sent", toolsSent && (toolsSent.join(", ") || "none")],
    ["Enforcement", enforcement],
    ["Because", because],
    ["Warnings", warnings.map(({ code, message }) => `${code}: ${message}`).join("\n")],
    ["Outcome", outcome.value ? outcomeWords(outcome.value) : undefined],
  ];
}

function usageFacts({ usage }: Step): Fact[] {
  if (usage.value === undefined) return [];
  const {
    inputTokens,
    outputTokens,
    cachedTokens,
    cacheWriteTokens,
    reasoningTokens,
    microDollars,
    estimated,
  } = usage.value;
  const of = (value: number | undefined) => value === undefined ? undefined : count(value);
  return [
    ["Input tokens", `${count(inputTokens)}${estimated ? ", estimated" : ""}`],
    ["Output tokens", count(outputTokens)],
    ["Read from a cache", of(cachedTokens)],
    ["Written to a cache", of(cacheWriteTokens)],
    ["Reasoning tokens", of(reasoningTokens)],
    ["Cost", microDollars === undefined ? "no price known" : dollars(microDollars)],
  ];
}

function stepFacts({ model, ms, version }: Step): Fact[] {
  return [
    ["Model", model.value],
    ["Time", ms.value === undefined ? undefined : duration(ms.value)],
    ["Version", version.value === undefined ? undefined : String(version.value)],
  ];
}

/** They are read when the details are opened, for a step that has run here. */
function SelectionsOf({ step }: { readonly step: Step }) {
  const { thread } = useActions();
  const place = useSignal<AnswerPlace | undefined>(step.place);
  const problem = useSignal("");
  const version = step.version.value;
  useEffect(() => {
    if (place.peek() !== undefined || version === undefined) return;
    findAnswer(thread(), version).then(
      (found) => place.value = found,
      (error) => problem.value = messageOf(error),
    );
  }, [step, version]);
  return (
    <div>
      {place.value !== undefined && <Selections place={place.value} />}
      {problem}
    </div>
  );
}
