// What stands around the content of a step: its head, its details, the model that it waits for, and its tool choice.

import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { Elapsed } from "../components/elapsed.tsx";
import { loadOnDemand, onDemand } from "../on_demand/load_on_demand.ts";
import { countNames } from "../words.js";
import { choiceLine } from "./choice_line.ts";
import type { StepState } from "./step_state.ts";
import { VerbButtons } from "./verbs.tsx";

interface StepFrameProps {
  readonly state: StepState;
  /** Gets the element that the content goes into. */
  readonly body: RefObject<HTMLDivElement | null>;
  readonly onSelect: (number: number) => void;
}

/** The frame of a step. */
export function StepFrame({ state, body, onSelect }: StepFrameProps) {
  return (
    <>
      <StepHead state={state} onSelect={onSelect} />
      {state.isOpen.value && <Details state={state} />}
      <div class="step-body" ref={body} />
      <WaitingLine state={state} />
      <ChoiceWords state={state} />
    </>
  );
}

function StepHead({ state, onSelect }: Omit<StepFrameProps, "body">) {
  const { number, model, verbs } = state;
  return (
    <header class="step-head">
      <h2>
        {number === null
          ? "Step"
          : <button type="button" class="link" onClick={() => onSelect(number)}>Step {number}</button>}
      </h2>
      <Phases state={state} />
      <span class="model">{model}</span>
      <VerbButtons verbs={verbs} />
    </header>
  );
}

/** `act get_weather` and `plan the answer`: the two halves of every step, by the names that the documentation uses. */
function Phases({ state: { acted, planned } }: { readonly state: StepState }) {
  const calls = planned.value.filter((name) => name !== "text");
  const plan = calls.length > 0 ? countNames(calls) : planned.value.length > 0 ? "the answer" : "";
  return (
    <span class="phases">
      {acted.value.length > 0 && <Phase kind="act" what={countNames([...acted.value])} />}
      {plan !== "" && <Phase kind="plan" what={plan} />}
    </span>
  );
}

function Phase({ kind, what }: { readonly kind: "act" | "plan"; readonly what: string }) {
  return (
    <span class={`phase ${kind}`}>
      <b>{kind}</b> {what}
    </span>
  );
}

/** In place of the answer that is to come. */
function WaitingLine({ state: { waiting } }: { readonly state: StepState }) {
  if (waiting.value === undefined) return null;
  return (
    <p class="waiting">
      Waiting for {waiting.value.model}… <Elapsed since={waiting.value.since} />
    </p>
  );
}

function ChoiceWords({ state: { choice, outcome } }: { readonly state: StepState }) {
  const line = choiceLine(choice.value, outcome.value);
  if (line === undefined) return null;
  const { requested, enforcement, isUnsure, isKept, because } = line;
  return (
    <p class="facts choice" title={because}>
      tool choice <b>{requested}</b>
      {enforcement !== "" && (
        <>
          {" → "}
          <span class={isUnsure ? "unsure" : ""}>{enforcement}</span>
        </>
      )}
      {line.outcome !== "" && (
        <>
          {", "}
          <span class={isKept ? "kept" : "unkept"}>{line.outcome}</span>
        </>
      )}
    </p>
  );
}

function Details({ state }: { readonly state: StepState }) {
  const problem = useSignal("");
  useEffect(() => void loadOnDemand().catch((error) => problem.value = String(error)), []);
  const Facts = onDemand.value?.StepFacts;
  if (Facts !== undefined) return <Facts state={state} />;
  return problem.value === "" ? null : <p class="notice bad">{problem}</p>;
}
