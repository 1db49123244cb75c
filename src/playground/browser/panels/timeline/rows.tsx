// The rows of the timeline: a step with its bars and its calls, the phases that it began, and what the thread waits for.

import { Component } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Axis } from "../../../../plugins/trace_svg/drawing/axis.ts";
import { Elapsed } from "../../components/elapsed.tsx";
import { Money } from "../../components/money.tsx";
import { moveFocus } from "../../components/move_focus.ts";
import { StateWords } from "../../components/state_words.tsx";
import { threadHref } from "../../shell/route.ts";
import { duration } from "../../words.ts";
import { AXIS_WIDTH, TimelineAxis } from "./axis.ts";
import type { OpenWait } from "./open_wait.ts";
import type { PhaseRow } from "./phases.ts";
import { type Bar, type Lane, PARTS, type TimelineStep } from "./step.ts";
import type { Timeline } from "./timeline_state.ts";

/** What has the focus one after the other by the arrow keys. */
const STOPS = "button, a";

/** All rows of a thread. */
export function Rows({ timeline }: { readonly timeline: Timeline }) {
  const { steps, selected, isZoomed, phases, wait } = timeline;
  const axes = useRef(new TimelineAxis());
  const visible = isZoomed ? steps.filter(({ number }) => number === selected) : steps;
  const guests = phases === undefined || isZoomed ? [] : [...phases.values()].flat();
  const end = isZoomed ? undefined : wait;
  const axis = axes.current.of(visible, { phases: guests, wait: end });
  const stop = visible.some(({ number }) => number === selected) ? selected : visible.at(-1)?.number;
  const others = isZoomed ? undefined : phases?.get(0);
  const isEmpty = visible.length === 0 && end === undefined && guests.length === 0;
  return (
    <>
      {!isEmpty && <Legend steps={visible} hasWait={end !== undefined} />}
      {!isEmpty && <AxisLine axis={axis} />}
      {timeline.hasEarlier && !isZoomed && (
        <p class="earlier-steps">
          <button type="button" class="quiet small" onClick={() => void timeline.showEarlier()}>
            Earlier steps
          </button>
        </p>
      )}
      <ol
        id="steps"
        class="steps"
        aria-label="Steps"
        onKeyDown={(event) => {
          if (event.key === "Escape" && timeline.closeSheet()) event.stopPropagation();
          else moveFocus(event, [...event.currentTarget.querySelectorAll<HTMLElement>(STOPS)]);
        }}
      >
        {visible.map((step) => (
          <Row
            key={step.number}
            step={step}
            axis={axis}
            timeline={timeline}
            phases={isZoomed ? undefined : phases?.get(step.number)}
            isSelected={step.number === selected}
            isStop={step.number === stop}
          />
        ))}
        {others !== undefined && (
          <li key="phases">
            <Phases rows={others} axis={axis} />
          </li>
        )}
        {end !== undefined && <WaitRow key="wait" wait={end} axis={axis} timeline={timeline} />}
      </ol>
      {isEmpty && <p class="empty-note">The steps of a thread, with their times, tokens and costs.</p>}
    </>
  );
}

function Legend({ steps, hasWait }: { readonly steps: readonly TimelineStep[]; readonly hasWait: boolean }) {
  const kinds = new Set(steps.flatMap(({ bars }) => bars.map(({ kind }) => kind)));
  if (hasWait) kinds.add("hold");
  return (
    <p class="legend" aria-hidden="true">
      {Object.entries(PARTS).map(([kind, name]) =>
        [...kinds].some((each) => each === kind) && <span key={kind} class={`bar-${kind}`}>{name}</span>
      )}
      {steps.some(({ failure }) => failure !== undefined) && <span class="bar-failed">failed</span>}
    </p>
  );
}

function AxisLine({ axis }: { readonly axis: Axis }) {
  const active = axis.gaps.reduce((ms, { from, to }) => ms - (to - from), axis.end - axis.start);
  return (
    <p class="axis" aria-hidden="true">
      <span>0</span>
      {axis.gaps.map(({ from, to, x, width }) => (
        <span
          key={from}
          class="axis-gap"
          style={{ "--at": x + width / 2 }}
          title={`Nothing happened for ${duration(to - from)}.`}
        >
          ⋯
        </span>
      ))}
      <span>{duration(active)}</span>
    </p>
  );
}

interface RowProps {
  readonly step: TimelineStep;
  readonly axis: Axis;
  readonly timeline: Timeline;
  readonly phases: readonly PhaseRow[] | undefined;
  readonly isSelected: boolean;
  /** It is where Tab enters the list. */
  readonly isStop: boolean;
}

/** A row is drawn again when one of its values has changed, so that the other rows of a long thread are not. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate({ step, axis, phases, isSelected, isStop }: RowProps): boolean {
    const { props } = this;
    return step !== props.step || axis !== props.axis || phases !== props.phases ||
      isSelected !== props.isSelected || isStop !== props.isStop;
  }

  override render(props: RowProps) {
    return <DrawnRow {...props} />;
  }
}

function DrawnRow({ step, axis, timeline, phases, isSelected, isStop }: RowProps) {
  const { number, did, bars, lanes, ms, facts, microDollars, failure, isLive, isBad } = step;
  const item = useRef<HTMLLIElement>(null);
  // At its start, at its end, and when it is selected: all of it if it fits, its head in any case.
  useEffect(() => {
    for (const node of [item.current, item.current?.firstElementChild]) {
      node?.scrollIntoView({ block: "nearest" });
    }
  }, [isLive, isSelected]);
  return (
    <li ref={item} class={isLive ? "live" : isBad ? "bad" : undefined}>
      <button
        type="button"
        class="row"
        data-step={number}
        aria-pressed={isSelected}
        tabIndex={isStop ? 0 : -1}
        onClick={() => timeline.openSheet({ step: number })}
      >
        <span class="row-head">
          <span class="row-title">
            <b>Step {number}</b> {did}
          </span>
          <span class="row-total">{ms === undefined ? "" : duration(ms)}</span>
        </span>
        <span class="row-facts">
          {facts}
          {microDollars > 0 && [facts && " · ", <Money key="cost" microDollars={microDollars} />]}
        </span>
        <span class="track">
          {bars.map((bar, index) => (
            <span
              key={index}
              class={`bar-${bar.kind}`}
              style={toPlace(bar, axis)}
            />
          ))}
          {failure !== undefined && (
            <span
              class="bar-failed"
              style={{ "--at": axis.xOf(failure.at), "--scale": AXIS_WIDTH }}
              title={[failure.code, failure.message].filter(Boolean).join(": ")}
            />
          )}
        </span>
      </button>
      <Lanes lanes={lanes} axis={axis} onOpen={(callId) => timeline.openSheet({ step: number, callId })} />
      {phases !== undefined && <Phases rows={phases} axis={axis} />}
    </li>
  );
}

interface LanesProps {
  readonly lanes: readonly Lane[];
  readonly axis: Axis;
  /** They are reached by Tab, and not by the arrow keys alone. */
  readonly areStops?: boolean;
  readonly onOpen: (callId: string) => void;
}

function Lanes({ lanes, axis, areStops = false, onOpen }: LanesProps) {
  if (lanes.length === 0) return null;
  return (
    <div class="lanes">
      {lanes.map((lane, index) => {
        const { kind, name, callId, isBad, decided, from, to } = lane;
        // One that waited for people has two lanes: the last one says who has decided.
        const isLast = lanes.findLastIndex((each) => each.callId === callId) === index;
        const words = isLast && decided ? `${name}, ${decided}` : name;
        return (
          <button
            key={index}
            type="button"
            class={isBad ? "lane bad" : "lane"}
            aria-label={`${words}, ${duration(to - from)}`}
            tabIndex={areStops ? 0 : -1}
            onClick={() => callId !== undefined && onOpen(callId)}
          >
            <span class={kind === "hold" ? "bar-tool bar-hold" : "bar-tool"} style={toPlace(lane, axis)} />
            <span class="bar-name" style={toPlace(lane, axis)}>{words}</span>
          </button>
        );
      })}
    </div>
  );
}

function Phases({ rows, axis }: { readonly rows: readonly PhaseRow[]; readonly axis: Axis }) {
  return (
    <ul class="phase-rows" aria-label="Phases">
      {rows.map(({ key, phase, worker, thread, state, depth, time }) => (
        <li key={key} style={{ "--depth": depth }}>
          <p class="phase-line">
            {thread === undefined ? <b>{phase}</b> : <a href={threadHref(thread)}>{phase}</a>}
            {worker !== undefined && <span class="phase-worker">{worker}</span>}
            <StateWords state={state} />
          </p>
          {time !== undefined && (
            <span class="track" title={duration(time.to - time.from)}>
              <span class="bar-phase" data-tone={state.tone} style={toPlace(time, axis)} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface WaitRowProps {
  readonly wait: OpenWait;
  readonly axis: Axis;
  readonly timeline: Timeline;
}

/** The end of a thread that waits: a bar that goes on. */
function WaitRow({ wait, axis, timeline }: WaitRowProps) {
  const { state, what, from, lanes } = wait;
  return (
    <li class="wait-row">
      <p class="row-head">
        <span class="row-title">
          <b>{state.words}</b> {what}
        </span>
        <span class="row-total">
          <Elapsed since={from} />
        </span>
      </p>
      <span class="track">
        <span class="bar-hold open" style={toPlace(wait, axis)} />
      </span>
      <Lanes
        lanes={lanes}
        axis={axis}
        areStops
        onOpen={(callId) => timeline.openSheet({ step: undefined, callId })}
      />
    </li>
  );
}

function toPlace({ from, to }: Pick<Bar, "from" | "to">, axis: Axis) {
  return { "--from": axis.xOf(from), "--to": axis.xOf(to), "--scale": AXIS_WIDTH };
}
