// How a person answers a call in its thread: the arguments in fields, where they may be changed, and the form below.

import { mayDecide } from "../api/api.ts";
import type { ApprovalAnswer } from "../api/approval_answer.ts";
import { ArgsForm, ArgsList } from "../args/args_form.tsx";
import { useArgs } from "../args/use_args.ts";
import type { ApprovalDraft } from "./approval_draft.ts";
import { ApprovalForm } from "./approval_form.tsx";

interface CallApprovalProps {
  readonly draft: ApprovalDraft;
  /** Of the thread. */
  readonly agent: string;
  /** Of the tool. */
  readonly name: string;
  readonly onAnswer: (answer: ApprovalAnswer) => void;
}

/** The fields and the form. The call shows arguments that are not changed. */
export function CallApproval({ draft, agent, name, onAnswer }: CallApprovalProps) {
  const { args = {}, edits, thread } = draft.terms;
  // The call of a phase is of another agent, which the page does not know.
  const known = useArgs({
    agent: thread === undefined ? agent : "",
    name,
    args,
    edits: edits && mayDecide,
    draft,
  });
  const { changed } = draft;
  return (
    <>
      {changed && (
        <div class="call-fields">
          {known.isRead ? <ArgsForm changed={changed} /> : <ArgsList fields={known.fields} args={args} />}
        </div>
      )}
      <div class="call-question">
        <ApprovalForm key={changed === null} draft={draft} onAnswer={onAnswer} />
      </div>
    </>
  );
}
