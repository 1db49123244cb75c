// What is known of a step besides its content: the choice that was in force and why, usage, cost, time, model.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Fact, Facts } from "../components/facts.tsx";
import { Mounted } from "../components/mounted.tsx";
import { loadToolViews } from "../load_tool_views.js";
import { choiceWords, count, dollars, duration, outcomeWords } from "../words.js";
import type { StepState } from "./step_state.ts";

/** The list of facts, and how the tools of the step were selected. Facts that are not known are left out. */
export function StepFacts({ state }: { readonly state: StepState }) {
  const facts = [...choiceFacts(state), ...usageFacts(state), ...stepFacts(state)];
  return (
    <div class="step-facts">
      <Facts class="facts-list" facts={facts} />
      <Selections state={state} />
    </div>
  );
}

function choiceFacts({ choice, outcome }: StepState): Fact[] {
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

function usageFacts({ usage }: StepState): Fact[] {
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

function stepFacts({ model, ms, verbs: { version } }: StepState): Fact[] {
  return [
    ["Model", model.value],
    ["Time", ms.value === undefined ? undefined : duration(ms.value)],
    ["Version", version.value === undefined ? undefined : String(version.value)],
  ];
}

function Selections({ state }: { readonly state: StepState }) {
  const nodes = useSignal<readonly (Node | string)[]>([]);
  useEffect(() => {
    readSelections(state).then(
      (found) => nodes.value = found,
      (error) => nodes.value = [error instanceof Error ? error.message : String(error)],
    );
  }, [state]);
  return <Mounted tag="div" class="" nodes={() => nodes.peek()} of={nodes.value} />;
}

async function readSelections(state: StepState): Promise<readonly Node[]> {
  const answer = await state.findAnswer();
  return answer === undefined ? [] : (await loadToolViews()).selectionNodes(answer);
}
