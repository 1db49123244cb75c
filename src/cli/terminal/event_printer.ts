// The events of a run as text for a terminal. The answer goes to stdout, so that a pipe has it alone; all else to stderr.

import type { StepEvent } from "../../core/event.ts";
import type { Json } from "../../core/json.ts";
import type { CallView } from "../../core/contract/calls.ts";
import { paint, type Style } from "./style.ts";
import { printable } from "./text.ts";

/** Where texts go; each is written as it is, line breaks included. */
export interface Output {
  /** The answer. */
  answer(text: string): void;
  /** What happens besides. */
  note(text: string): void;
}

/** Settings of a printer. */
export interface PrinterOptions {
  /** Also prints what the model says of its reasoning. */
  readonly reasoning: boolean;
}

/** The colours of what lines begin with. */
const STYLES = {
  void: "yellow",
  tool: "cyan",
  approval: "yellow",
  client: "yellow",
  deferred: "yellow",
  authorization: "yellow",
  phase: "cyan",
  warning: "yellow",
  failed: "red",
  question: "yellow",
} as const satisfies Readonly<Record<string, Style>>;

/** Characters of arguments and outputs on one line. */
const MOST_SHOWN = 160;

/** A function that prints one event after the other. */
export function eventPrinter(output: Output, { reasoning }: PrinterOptions): (event: StepEvent) => void {
  let isInLine = false;
  const endLine = () => {
    if (isInLine) output.answer("\n");
    isInLine = false;
  };
  const note = (label: keyof typeof STYLES, text: string, style: Style = STYLES[label]) => {
    endLine();
    output.note(`${paint(`${label}:`, style, "stderr")} ${printable(text)}\n`);
  };
  return (event) => {
    switch (event.type) {
      case "text.delta":
        output.answer(event.text);
        isInLine = !event.text.endsWith("\n");
        return;
      case "text.ended":
        return endLine();
      case "reasoning.delta":
        return reasoning ? output.note(event.text) : undefined;
      case "reasoning.ended":
        return reasoning ? output.note("\n") : undefined;
      case "plan.restarted":
        return note(
          "void",
          `the answer above is dropped, and ${event.model} is asked again: ${event.because}`,
        );
      case "tool.started":
        return note("tool", `${event.name} ${short(event.args)}`);
      case "tool.finished":
        return note(
          "tool",
          `${event.name} ${event.outcome} in ${event.ms} ms: ${short(event.error?.message ?? event.output)}`,
          event.error === undefined ? STYLES.tool : "red",
        );
      case "approval.requested":
        return note("approval", `${event.name} ${short(event.args)} waits for an answer (${event.callId})`);
      case "result.requested":
        return note("client", `${event.name} ${short(event.args)} is yours to run (${event.callId})`);
      case "call.deferred":
        return note(
          "deferred",
          `${event.name} waits for its result until ${
            new Date(event.expiresAt).toISOString()
          } (${event.callId}, ref ${short(event.ref)})`,
        );
      case "authorization.requested":
        return note("authorization", `${event.name} waits until you authorize ${event.server}: ${event.url}`);
      case "child.started":
        return note("phase", `${event.phase} begins with ${event.worker} (${event.thread})`);
      case "child.finished":
        return note("phase", `${event.phase} has ${event.outcome}`);
      case "warning":
        return note("warning", `${event.code}: ${event.message}`);
      case "step.failed":
        return note("failed", `${event.error.code}: ${event.error.message}`);
      case "step.finished":
        return event.question === undefined ? endLine() : note("question", event.question);
      case "step.started":
      case "text.started":
      case "reasoning.started":
      case "call.started":
      case "call.delta":
      case "call.ready":
      case "child.step":
      case "usage":
        return;
    }
  };
}

/** One line of a call whose result comes later; undefined for any other. */
export function deferredLine({ id, name, args, deferred }: CallView): string | undefined {
  if (deferred === undefined) return undefined;
  const { ref, since, expiresAt } = deferred;
  const from = since === undefined ? "" : ` since ${since},`;
  return `${id} ${name} ${short(args)} waits for its result${from} until ${expiresAt} (ref ${short(ref)})`;
}

/** One line of a value. */
export function short(value: Json): string {
  const text = typeof value === "string" ? value.replace(/\s+/g, " ") : JSON.stringify(value);
  return printable(text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN).toWellFormed()}...` : text);
}

/** An output that writes whole lines, each with a text before it: several runs share a terminal. */
export function prefixLines(prefix: string, output: Output): Output {
  return { answer: toLineWriter(prefix, output.answer), note: toLineWriter(prefix, output.note) };
}

function toLineWriter(prefix: string, write: (text: string) => void): (text: string) => void {
  let rest = "";
  return (text) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    if (lines.length > 0) write(lines.map((line) => `${prefix}${line}\n`).join(""));
  };
}
