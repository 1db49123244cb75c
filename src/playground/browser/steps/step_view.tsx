// The view of a step: its head, its details, its parts, the model that it waits for, and its tool choice.

import { effect, type ReadonlySignal, type Signal, useComputed, useSignal } from "@preact/signals";
import { For } from "@preact/signals/utils";
import { useEffect, useRef } from "preact/hooks";
import { useActions } from "../actions.ts";
import { Answer } from "../answers/answer.tsx";
import { CallView } from "../calls/call_view.tsx";
import { Elapsed } from "../components/elapsed.tsx";
import { getKey } from "../components/get_key.ts";
import { Notice } from "../components/notice.tsx";
import { copyVerb, type Verb, VerbButtons } from "../components/verbs.tsx";
import { loadOnDemand, onDemand } from "../on_demand/load_on_demand.ts";
import { countNames } from "../words.ts";
import { choiceLine, lineWords } from "./choice_line.ts";
import { knownTools } from "./known_tools.ts";
import type { Step, StepPart } from "./step.ts";

interface StepProps {
  readonly step: Step;
}

interface StepViewProps extends StepProps {
  /** The step that is marked, in an object of its own each time that it is chosen. */
  readonly selected: ReadonlySignal<{ readonly step: number } | undefined>;
}

/** A step. While it is live, assistive technology delays reading it out, and its mark on the thread moves. */
export function StepView({ step, selected }: StepViewProps) {
  const section = useRef<HTMLElement>(null);
  const isOpen = useSignal(false);
  const style = useComputed(() => {
    const isSelected = selected.value?.step === step.number;
    return `step${step.isLive.value ? " live" : ""}${isSelected ? " selected" : ""}`;
  });
  const scroll = () => {
    if (selected.value?.step === step.number) section.current?.scrollIntoView({ block: "start" });
  };
  useEffect(() => effect(scroll), []);
  return (
    <section class={style} aria-busy={step.isLive} ref={section}>
      <StepHead step={step} isOpen={isOpen} />
      {isOpen.value && <Details step={step} />}
      <div class="step-body">
        <For each={step.parts} getKey={getKey}>{(part) => <Part part={part} />}</For>
      </div>
      <WaitingLine step={step} />
      <ChoiceWords step={step} />
    </section>
  );
}

function StepHead({ step, isOpen }: StepProps & { readonly isOpen: Signal<boolean> }) {
  const { select } = useActions();
  const { number, model } = step;
  return (
    <header class="step-head">
      <h2>
        {number === null
          ? "Step"
          : <button type="button" class="link" onClick={() => select(number)}>Step {number}</button>}
      </h2>
      <Phases step={step} />
      <span class="model">{model}</span>
      <StepVerbs step={step} isOpen={isOpen} />
    </header>
  );
}

/** `ran get_weather` and `chose send_email` or `answered`: the two halves of every step. */
function Phases({ step: { acted, planned } }: StepProps) {
  const calls = planned.value.filter((name) => name !== "text");
  return (
    <span class="phases">
      {acted.value.length > 0 && <Phase did="ran" what={countNames(acted.value)} />}
      {planned.value.length > 0 && (
        <Phase did={calls.length > 0 ? "chose" : "answered"} what={countNames(calls)} />
      )}
    </span>
  );
}

function Phase({ did, what }: { readonly did: string; readonly what: string }) {
  return (
    <span class="phase">
      <b>{did}</b> {what}
    </span>
  );
}

function StepVerbs({ step, isOpen }: StepProps & { readonly isOpen: Signal<boolean> }) {
  const { fork, again, showInput } = useActions();
  const { number, planned, parts } = step;
  const verbs: Verb[] = [{ title: "Branch", run: fork }];
  if (planned.value.includes("text")) verbs.unshift(copyVerb("the text", () => joinText(parts.peek())));
  if (planned.value.length > 0) {
    verbs.push(
      { title: "Regenerate", run: again },
      { title: "Model input", when: "committed", run: showInput },
    );
  }
  const turn = () => void (isOpen.value = !isOpen.peek());
  verbs.push({ title: "Details", when: "always", expanded: isOpen, run: turn });
  return (
    <VerbButtons
      label={`Actions on ${number === null ? "this step" : `step ${number}`}`}
      of={step}
      verbs={verbs}
    />
  );
}

/** What the model wrote, without its reasoning. */
function joinText(parts: readonly StepPart[]): string {
  return parts.flatMap((part) => part.type === "text" ? [part.text.source.peek()] : []).join("\n\n");
}

function Details({ step }: StepProps) {
  const problem = useSignal("");
  useEffect(() => void loadOnDemand().catch((error) => problem.value = String(error)), []);
  const Facts = onDemand.value?.StepFacts;
  if (Facts !== undefined) return <Facts step={step} />;
  return problem.value === "" ? null : <p class="notice bad">{problem}</p>;
}

function Part({ part }: { readonly part: StepPart }) {
  switch (part.type) {
    case "text":
      return <Answer text={part.text} />;
    case "reasoning":
      return (
        <details class="reasoning">
          <summary>Reasoning</summary>
          <p class="text">{part.text.source}</p>
        </details>
      );
    case "call":
      return <CallView call={part.call} />;
    case "notice":
      return <Notice {...part.notice} />;
    case "again":
      return (
        <p class="again">
          <b>asked again</b>
          {part.how}
        </p>
      );
  }
}

/** In place of the answer that is to come. */
function WaitingLine({ step: { waiting } }: StepProps) {
  if (waiting.value === undefined) return null;
  return (
    <p class="waiting">
      Waiting for {waiting.value.model}… <Elapsed since={waiting.value.since} />
    </p>
  );
}

function ChoiceWords({ step: { choice, outcome } }: StepProps) {
  const line = choiceLine(choice.value, outcome.value, knownTools.value);
  return line && <p class={line.isBad ? "facts choice bad" : "facts choice"}>{lineWords(line)}</p>;
}
