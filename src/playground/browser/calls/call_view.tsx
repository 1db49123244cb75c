// The view of a tool call: the line, what it opens to, the question of a call that waits, and the media of its output.

import { useComputed, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { callWords } from "../../../core/contract/status_words.ts";
import { useActions } from "../actions.ts";
import { mayDecide } from "../api/api.ts";
import { CopyButton } from "../components/copy/copy_button.tsx";
import { Medium } from "../answers/media.tsx";
import { CallApp } from "../apps/call_app.tsx";
import { Elapsed } from "../components/elapsed.tsx";
import { StateWords } from "../components/state_words.tsx";
import { loadOnDemand, onDemand } from "../on_demand/load_on_demand.ts";
import { duration } from "../words.ts";
import type { ApprovalAnswer } from "../api/approval_answer.ts";
import type { Call } from "./call.ts";
import { opensByItself } from "./call_line.ts";
import { argumentsPart, type CallPart, resultPart } from "./call_parts.tsx";
import { decisionWords } from "./decision_words.ts";

/** All of a call. It is open while it has failed or waits, until a person says otherwise. */
export function CallView({ call }: { readonly call: Call }) {
  const chosen = useSignal<boolean | undefined>(undefined);
  const card = useRef<HTMLElement>(null);
  const { name, state, media, hasApp, missing, draft } = call;
  const isOpen = useComputed(() => chosen.value ?? opensByItself(state.value));
  // The question has the arguments, where they may be changed.
  const hasFields = state.value === "approval" && missing.value === 0 && mayDecide &&
    draft.value?.terms.edits;
  return (
    <article
      class="call"
      aria-label={`Tool call ${name}`}
      data-call={call.id}
      data-state={state}
      tabIndex={-1}
      ref={card}
    >
      <CallLine
        call={call}
        isOpen={isOpen.value}
        onToggle={() => chosen.value = !isOpen.peek()}
      />
      <Decided call={call} />
      {isOpen.value && !hasFields && <CallBody call={call} />}
      {state.value === "approval" && <Question call={call} card={card} />}
      {(media.value.length > 0 || hasApp.value) && (
        <div class="call-media">
          {media.value.map((part, index) => <Medium key={index} part={part} />)}
          {hasApp.value && <CallApp callId={call.id} card={card} />}
        </div>
      )}
    </article>
  );
}

interface CallLineProps {
  readonly call: Call;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** `lookup_order(order: "1002") → {status: "sent"} 10 ms` */
function CallLine(
  { call: { name, state: { value: state }, args, result, since, draft }, isOpen, onToggle }: CallLineProps,
) {
  const line = result.value === undefined ? "" : resultPart(result.value).line;
  return (
    <button type="button" class="call-line" aria-expanded={isOpen} onClick={onToggle}>
      <code class="call-name">{name}</code>
      <code class="call-args">({argumentsPart(args.value).line})</code>
      {line !== "" && <code class="call-result">→ {line}</code>}
      <span class={state === "completed" ? "unseen" : "call-state"}>
        <StateWords state={callWords(state, draft.value?.terms.asks)} />
      </span>
      {state === "running" && <Elapsed since={since.value} />}
      {result.value?.type === "observed" && (state === "completed" || state === "failed") && (
        <span class="call-time">{duration(result.value.ms)}</span>
      )}
    </button>
  );
}

/** Who has decided about a call that has ended. */
function Decided({ call: { result, decisions } }: { readonly call: Call }) {
  const words = result.value?.type === "observed" ? decisionWords(decisions.value) : "";
  return words === "" ? null : <p class="facts call-by">{words}</p>;
}

function CallBody({ call: { name, args, result } }: { readonly call: Call }) {
  return (
    <div class="call-body">
      <Part title="Arguments" of={name} part={argumentsPart(args.value)} />
      {result.value !== undefined && <Part title="Output" of={name} part={resultPart(result.value)} />}
    </div>
  );
}

interface PartProps {
  readonly title: "Arguments" | "Output";
  /** The name of the tool. */
  readonly of: string;
  readonly part: CallPart;
}

function Part({ title, of, part: { text, body } }: PartProps) {
  const area = useRef<HTMLPreElement>(null);
  useEffect(() => {
    const node = area.current;
    if (node === null) return;
    scrolling.observe(node);
    return () => scrolling.unobserve(node);
  }, []);
  return (
    <div class="call-part">
      <header>
        <h3>{title}</h3>
        <div class="call-copy">
          <CopyButton what={`the ${title.toLowerCase()} of ${of}`} read={() => text} />
        </div>
      </header>
      <pre class="json" ref={area} role="group" aria-label={`${title} of ${of}`}>{body}</pre>
    </div>
  );
}

/**
 * An area that scrolls must be reachable with the keyboard; any other would only be one more stop. Sizes are read where the
 * layout is done: read in between, they would cost a layout for each change of a card.
 */
const scrolling = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target instanceof HTMLElement && target.scrollHeight > target.clientHeight) target.tabIndex = 0;
  }
});

interface QuestionProps {
  readonly call: Call;
  /** Takes the focus of the form, which goes away with the answer. */
  readonly card: RefObject<HTMLElement | null>;
}

/** The form of a call that waits for a person. The page loads it with its first use. */
function Question({ call: { id, name, draft, missing }, card }: QuestionProps) {
  const { agent, decide } = useActions();
  const isLost = useSignal(false);
  useEffect(() => void loadOnDemand().catch(() => isLost.value = true), []);
  const onAnswer = (answer: ApprovalAnswer) => {
    card.current?.focus({ preventScroll: true });
    decide(id, answer);
  };
  const Form = onDemand.value?.CallApproval;
  if (missing.value === 0 && Form !== undefined && draft.value !== undefined) {
    return <Form draft={draft.value} agent={agent()} name={name} onAnswer={onAnswer} />;
  }
  if (missing.value === 0 && !isLost.value) return null;
  return (
    <div class="call-question">
      {missing.value > 0
        ? <p>Your approval is recorded; {missing} more must approve. Reload the page when they have.</p>
        : <p class="bad">The form could not be loaded: reload the page.</p>}
    </div>
  );
}
