// The form in which a person answers a call that waits: what is known of it, the fields, and what was wrong with the last answer.

import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { mayDecide } from "../api/api.ts";
import type { ApprovalAnswer } from "../api/approval_answer.ts";
import type { ApprovalDraft, ApprovalTerms } from "./approval_draft.ts";

interface ApprovalFormProps {
  readonly draft: ApprovalDraft;
  readonly onAnswer: (answer: ApprovalAnswer) => void;
}

/** The parts of the form, for a row around them. */
export function ApprovalForm({ draft, onAnswer }: ApprovalFormProps) {
  const { terms, problem } = draft;
  return (
    <>
      <p>{listFacts(terms).join(" ")}</p>
      <p class="call-problem" role="alert" hidden={problem.value === ""}>{problem}</p>
      {mayDecide
        ? <Fields draft={draft} onAnswer={onAnswer} />
        : <p>A person with another key has to answer.</p>}
    </>
  );
}

function Fields({ draft, onAnswer }: ApprovalFormProps) {
  const { terms: { asks: isQuestion, edits }, answer, reason, args, problem } = draft;
  const area = useRef<HTMLTextAreaElement>(null);
  const give = (approved: boolean) => {
    const read = approved && edits ? readArgs(draft) : {};
    problem.value = read.problem ?? "";
    if (read.problem === undefined) onAnswer(toAnswer(draft, approved, read.args));
    else area.current?.focus();
  };
  return (
    <>
      {isQuestion && <TextField label="Answer" text={answer} />}
      {edits && (
        <label class="call-edit">
          Arguments to approve, as JSON
          <textarea
            class="json"
            ref={area}
            rows={Math.min(12, args.peek().split("\n").length)}
            spellcheck={false}
            value={args}
            onInput={({ currentTarget }) => args.value = currentTarget.value}
          />
        </label>
      )}
      <TextField label="Reason (optional)" text={reason} />
      <button type="button" class="primary" onClick={() => give(true)}>
        {isQuestion ? "Answer" : (
          <>
            Approve <kbd class="hint" aria-hidden="true">A</kbd>
          </>
        )}
      </button>
      <button type="button" class="quiet" onClick={() => give(false)}>
        {isQuestion ? "Decline" : "Deny"}
      </button>
    </>
  );
}

function TextField({ label, text }: { readonly label: string; readonly text: Signal<string> }) {
  return (
    <input
      type="text"
      maxLength={2000}
      placeholder={label}
      aria-label={label}
      value={text}
      onInput={({ currentTarget }) => text.value = currentTarget.value}
    />
  );
}

interface ReadArgs {
  /** Missing where they are the model's. */
  readonly args?: JsonObject;
  readonly problem?: string;
}

function readArgs({ args: text, terms }: ApprovalDraft): ReadArgs {
  let args: Json;
  try {
    args = JSON.parse(text.peek());
  } catch (error) {
    return { problem: `The arguments are not JSON: ${error}.` };
  }
  if (!isJsonObject(args)) return { problem: "The arguments are not a JSON object." };
  return JSON.stringify(args) === JSON.stringify(terms.args) ? {} : { args };
}

function toAnswer(draft: ApprovalDraft, approved: boolean, args: JsonObject | undefined): ApprovalAnswer {
  const { digest, asks: isQuestion } = draft.terms;
  return {
    approved,
    via: "page",
    digest,
    reason: draft.reason.peek().trim() || undefined,
    args,
    answer: isQuestion && approved ? draft.answer.peek() : undefined,
  };
}

function listFacts(
  { asks: isQuestion, args, approvals = 1, expiresAt, thread, because }: ApprovalTerms,
): string[] {
  const question = args && "question" in args ? String(args.question) : "The model asks a question.";
  return [
    isQuestion ? question : "This tool runs only if you allow it.",
    ...because === undefined ? [] : [`It needs approval by ${because}.`],
    ...thread === undefined ? [] : [`It belongs to ${thread}.`],
    ...approvals > 1 ? [`${approvals} people must approve.`] : [],
    ...expiresAt === undefined ? [] : [`Answer until ${new Date(expiresAt).toLocaleString()}.`],
  ];
}
