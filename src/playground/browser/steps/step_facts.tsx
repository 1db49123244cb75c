// What is known of a step besides its content: the choice that was in force and why, usage, cost, time, model.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useActions } from "../actions.ts";
import { type AnswerPlace, findAnswer } from "../answers/find_answer.ts";
import { describeError } from "../components/problem.tsx";
import { type Fact, Facts } from "../components/facts.tsx";
import { choiceFacts, usageFacts } from "../components/step_facts.tsx";
import { duration } from "../words.ts";
import { Selections } from "./selections.tsx";
import type { Step } from "./step.ts";

/** The list of facts, and how the tools of the step were selected. Facts that are not known are left out. */
export function StepFacts({ step }: { readonly step: Step }) {
  const { choice: { value: choice }, outcome: { value: outcome }, usage: { value: usage } } = step;
  const facts = [
    ...choice === undefined ? [] : choiceFacts({ choice, outcome }),
    ...usage === undefined ? [] : usageFacts(usage),
    ...stepFacts(step),
  ];
  return (
    <div class="step-facts">
      <Facts class="facts-list" facts={facts} />
      <SelectionsOf step={step} />
    </div>
  );
}

function stepFacts({ model, ms, version }: Step): Fact[] {
  return [
    ["Model", model.value],
    ["Time", ms.value === undefined ? undefined : duration(ms.value)],
    ["Saved as version", version.value === undefined ? undefined : String(version.value)],
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
      (error) => problem.value = describeError(error),
    );
  }, [step, version]);
  return (
    <div>
      {place.value !== undefined && <Selections place={place.value} />}
      {problem}
    </div>
  );
}
