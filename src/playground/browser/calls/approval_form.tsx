// The form in which a person answers a call that waits: what is known of it, the fields, and what was wrong with the last answer.

import type { Signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";
import { mayDecide } from "../api/api.ts";
import type { ApprovalAnswer } from "../api/approval_answer.ts";
import type { ApprovalDraft, ApprovalTerms } from "./approval_draft.ts";

interface ApprovalFormProps {
  /** Arguments without fields are edited here, as JSON, where they may be. */
  readonly draft: ApprovalDraft;
  readonly onAnswer: (answer: ApprovalAnswer) => void;
}

/** What is said of arguments whose fields say what is wrong with them. */
const WRONG_ARGS = "Some arguments are wrong: see their fields.";

/** The parts of the form, for a row around them. */
export function ApprovalForm({ draft, onAnswer }: ApprovalFormProps) {
  const { terms, problem } = draft;
  const isMended = problem.value === WRONG_ARGS && draft.changed?.problems.value.size === 0;
  const shown = isMended ? "" : problem.value;
  return (
    <>
      <p>{listFacts(terms).join(" ")}</p>
      <p class="call-problem" role="alert" hidden={shown === ""}>{shown}</p>
      {mayDecide
        ? <Fields draft={draft} onAnswer={onAnswer} />
        : <p>A person with another key has to answer.</p>}
    </>
  );
}

function Fields({ draft, onAnswer }: ApprovalFormProps) {
  const { terms: { asks: isQuestion, edits }, answer, reason, args, changed, problem } = draft;
  const area = useRef<HTMLTextAreaElement>(null);
  const give = (approved: boolean) => {
    const given = toAnswer(draft, approved);
    problem.value = typeof given === "string" ? given : "";
    if (typeof given !== "string") onAnswer(given);
    else area.current?.focus();
  };
  return (
    <>
      {isQuestion && <TextField label="Answer" text={answer} />}
      {edits && !changed && (
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
            {changed?.typed.value.size ? "Approve as changed" : "Approve"}{" "}
            <kbd class="hint" aria-hidden="true">A</kbd>
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

/** The answer that is sent, or what is wrong with what was typed. */
export function toAnswer(draft: ApprovalDraft, approved: boolean): ApprovalAnswer | string {
  const { terms: { digest, asks: isQuestion, edits, args: planned }, reason, answer, changed } = draft;
  const read = !approved || !edits ? planned : changed ? changed.read() : parseArgs(draft);
  if (approved && edits && read === undefined) return WRONG_ARGS;
  if (typeof read === "string") return read;
  return {
    approved,
    via: "page",
    digest,
    reason: reason.peek().trim() || undefined,
    args: JSON.stringify(read) === JSON.stringify(planned) ? undefined : read,
    answer: isQuestion && approved ? answer.peek() : undefined,
  };
}

/** The arguments of the field that has JSON, or what is wrong with them. */
function parseArgs({ args: text }: ApprovalDraft): JsonObject | string {
  let args: Json;
  try {
    args = JSON.parse(text.peek());
  } catch (error) {
    return `The arguments are not JSON: ${error}.`;
  }
  return isJsonObject(args) ? args : "The arguments are not a JSON object.";
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
