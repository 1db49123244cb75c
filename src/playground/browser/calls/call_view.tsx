// The view of a tool call: the line, what it opens to, the question of a call that waits, and what the tool brought besides.

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { copyButton } from "../answers/copy.js";
import { Elapsed } from "../components/elapsed.tsx";
import { Mounted } from "../components/mounted.tsx";
import type { CallFacts, CallPart } from "./call_facts.ts";
import { opensByItself, stateWords } from "./call_line.ts";

/** All of a call. It is open while it has failed or waits, until a person says otherwise. */
export function CallView({ facts }: { readonly facts: CallFacts }) {
  const chosen = useSignal<boolean | undefined>(undefined);
  const { name, question, media } = facts;
  const isOpen = chosen.value ?? opensByItself(facts.state.value);
  return (
    <>
      <CallLine facts={facts} isOpen={isOpen} onToggle={() => chosen.value = !isOpen} />
      {isOpen && (
        <div class="call-body">
          <Part title="Arguments" of={name} part={facts.args.value} />
          {facts.output.value !== undefined && <Part title="Output" of={name} part={facts.output.value} />}
        </div>
      )}
      {question.value.length > 0 && (
        <Mounted
          tag="div"
          class="call-question"
          of={question.value}
          nodes={() => question.peek()}
        />
      )}
      {media.value.length > 0 && (
        <Mounted
          tag="div"
          class="call-media"
          of={media.value}
          nodes={() => media.peek()}
        />
      )}
    </>
  );
}

interface CallLineProps {
  readonly facts: CallFacts;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** `lookup_order(order: "1002") → {status: "sent"} 10 ms` */
function CallLine({ facts, isOpen, onToggle }: CallLineProps) {
  const { name, args, output, time, since } = facts;
  const state = facts.state.value;
  const result = output.value?.line ?? "";
  return (
    <button type="button" class="call-line" aria-expanded={isOpen} onClick={onToggle}>
      <code class="call-name">{name}</code>
      <code class="call-args">({args.value.line})</code>
      {result !== "" && <code class="call-result">→ {result}</code>}
      <span class={state === "completed" ? "unseen" : "call-state"}>{stateWords(state)}</span>
      {state === "running" && <Elapsed since={since.value} />}
      {time.value !== "" && <span class="call-time">{time}</span>}
    </button>
  );
}

interface PartProps {
  readonly title: "Arguments" | "Output";
  /** The name of the tool. */
  readonly of: string;
  readonly part: CallPart;
}

function Part({ title, of, part }: PartProps) {
  const shown = useRef(part);
  shown.current = part;
  const label = `${title.toLowerCase()} of ${of}`;
  return (
    <div class="call-part">
      <header>
        <h3>{title}</h3>
        <Mounted
          tag="div"
          class="call-copy"
          of={label}
          nodes={() => [copyButton(`the ${label}`, () => shown.current.text)]}
        />
      </header>
      <JsonArea label={`${title} of ${of}`} part={part} />
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

function JsonArea({ label, part }: { readonly label: string; readonly part: CallPart }) {
  const area = useRef<HTMLPreElement>(null);
  useLayoutEffect(() => area.current?.replaceChildren(...part.nodes()), [part]);
  useEffect(() => {
    const node = area.current;
    if (node === null) return;
    scrolling.observe(node);
    return () => scrolling.unobserve(node);
  }, []);
  return <pre class="json" ref={area} aria-label={label} />;
}
