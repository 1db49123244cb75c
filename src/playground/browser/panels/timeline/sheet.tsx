// The sheet beside the timeline: the facts of the step or the call that was opened. Escape closes it.

import { useLayoutEffect, useRef } from "preact/hooks";
import { CodeBlock } from "../../components/code_block.tsx";
import { Facts } from "../../components/facts.tsx";
import { duration } from "../../words.ts";
import {
  callFacts,
  type FactGroup,
  selectionGroups,
  type SpanLine,
  spanLines,
  stepGroups,
} from "./sheet_facts.ts";
import type { TimelineStep } from "./step.ts";
import type { Timeline } from "./timeline_state.ts";

/** The region; nothing while it is closed. */
export function Sheet({ timeline }: { readonly timeline: Timeline }) {
  const { subject, steps } = timeline;
  const frame = useRef<HTMLElement>(null);
  const isOpen = subject !== undefined;
  const hadFocus = frame.current?.contains(document.activeElement) === true;
  const key = subject && `${subject.step} ${subject.callId}`;
  // It takes the focus when it opens, and keeps it when the button that led to another subject is gone.
  useLayoutEffect(() => frame.current?.focus({ preventScroll: true }), [isOpen]);
  useLayoutEffect(() => {
    if (hadFocus && frame.current?.contains(document.activeElement) === false) {
      frame.current.focus({ preventScroll: true });
    }
  }, [key]);
  if (subject === undefined) return null;
  const step = steps.find(({ number }) => number === subject.step);
  return (
    <section
      ref={frame}
      class="sheet"
      aria-label="Details"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        timeline.closeSheet();
      }}
    >
      {subject.callId === undefined
        ? step && <StepPart step={step} timeline={timeline} />
        : <CallPart callId={subject.callId} step={step} timeline={timeline} />}
    </section>
  );
}

interface HeadProps {
  readonly title: string;
  readonly timeline: Timeline;
}

function Head({ title, timeline }: HeadProps) {
  return (
    <header class="panel-head">
      <h2>{title}</h2>
      <button
        type="button"
        class="quiet icon sheet-close"
        aria-label="Close the details"
        title="Close (Esc)"
        onClick={() => timeline.closeSheet()}
      >
        <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
          <path d="M3 1l5 5 5-5 2 2-5 5 5 5-2 2-5-5-5 5-2-2 5-5-5-5z" />
        </svg>
      </button>
    </header>
  );
}

interface StepProps {
  readonly step: TimelineStep;
  readonly timeline: Timeline;
}

function StepPart({ step, timeline }: StepProps) {
  const { number, did, version } = step;
  return (
    <>
      <Head title={`Step ${number}`} timeline={timeline} />
      <div class="scroller sheet-body" role="group" aria-label={`Facts of step ${number}`} tabIndex={0}>
        {did !== "" && <p>{did}</p>}
        <p class="row-tools">
          {version > 0 && (
            <button type="button" class="quiet small" onClick={() => timeline.showInput(step)}>
              Model input
            </button>
          )}
          <button
            type="button"
            class="quiet small"
            aria-pressed={timeline.isZoomed}
            onClick={() => timeline.zoom(!timeline.isZoomed)}
          >
            {timeline.isZoomed ? "All steps" : "Zoom"}
          </button>
        </p>
        <Spans
          spans={spanLines(step)}
          onOpen={(callId) => timeline.openSheet({ step: number, callId })}
        />
        <Groups groups={[...stepGroups(step), ...selectionGroups(step)]} />
      </div>
    </>
  );
}

interface CallProps {
  readonly callId: string;
  readonly step: TimelineStep | undefined;
  readonly timeline: Timeline;
}

function CallPart({ callId, step, timeline }: CallProps) {
  const { entries = [], calls = [] } = timeline.stored ?? {};
  const facts = callFacts(callId, entries, calls);
  const name = facts?.name ?? step?.lanes.find((lane) => lane.callId === callId)?.name ?? "Call";
  return (
    <>
      <Head title={name} timeline={timeline} />
      <div class="scroller sheet-body" role="group" aria-label={`Facts of ${name}`} tabIndex={0}>
        {step !== undefined && (
          <p class="row-tools">
            <button
              type="button"
              class="quiet small"
              onClick={() => timeline.openSheet({ step: step.number })}
            >
              Step {step.number}
            </button>
          </p>
        )}
        {facts === undefined ? <p class="place-note">Nothing of this call is saved yet.</p> : (
          <>
            <Groups groups={facts.groups} />
            {facts.args !== undefined && (
              <section>
                <h3>Arguments</h3>
                <CodeBlock code={facts.args} label={`the arguments of ${name}`} />
              </section>
            )}
            {facts.result !== undefined && (
              <section>
                <h3>Result</h3>
                <CodeBlock code={facts.result} label={`the result of ${name}`} />
              </section>
            )}
          </>
        )}
      </div>
    </>
  );
}

interface SpansProps {
  readonly spans: readonly SpanLine[];
  readonly onOpen: (callId: string) => void;
}

function Spans({ spans, onOpen }: SpansProps) {
  if (spans.length === 0) return null;
  const whole = Math.max(1, ...spans.map(({ offset, ms }) => offset + ms));
  return (
    <section>
      <h3>Parts</h3>
      <ol class="spans" aria-label="Parts">
        {spans.map(({ name, kind, offset, ms, callId }, index) => (
          <li key={index}>
            {callId === undefined
              ? <span>{name}</span>
              : <button type="button" class="span-name" onClick={() => onOpen(callId)}>{name}</button>}
            <span class="track">
              <span
                class={`bar-${kind}`}
                style={{ "--from": offset, "--to": offset + ms, "--scale": whole }}
              />
            </span>
            <span class="number">+{duration(offset)}</span>
            <span class="number">{duration(ms)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Groups({ groups }: { readonly groups: readonly FactGroup[] }) {
  return (
    <>
      {groups.map(({ title, facts }, index) => (
        <section key={`${title} ${index}`}>
          <h3>{title}</h3>
          <Facts class="facts-list" facts={facts} />
        </section>
      ))}
    </>
  );
}
