// The pane beside the list: one call with its arguments, who has approved it so far, and the form that decides it.

import type { RefObject } from "preact";
import type { InboxItem } from "../../../../core/contract/calls.ts";
import { callWords } from "../../../../core/contract/status_words.ts";
import { mayDecide } from "../../api/api.ts";
import { ArgsForm, ArgsList } from "../../args/args_form.tsx";
import type { ArgField } from "../../args/tool_args.ts";
import { useArgs } from "../../args/use_args.ts";
import { ApprovalForm } from "../../calls/approval_form.tsx";
import { ConfirmButton } from "../../components/confirm_button.tsx";
import { StateWords } from "../../components/state_words.tsx";
import { Time } from "../../components/time.tsx";
import { placeHref, threadHref, threadsHref } from "../../shell/route.ts";
import type { Decisions } from "./decisions.ts";
import { approvedWords, idOf, isAnsweredHere } from "./waiting_calls.ts";

interface PaneProps {
  readonly item: InboxItem;
  readonly decisions: Decisions;
  /** The calls that are alike, this one included. */
  readonly alike: readonly InboxItem[];
  /** Of the calls that a person has looked at here. */
  readonly looked: ReadonlySet<string>;
  readonly frame: RefObject<HTMLElement | null>;
  readonly onOpen: (id: string) => void;
  /** Leads back to the list, where that is not beside it. */
  readonly onBack: (() => void) | undefined;
}

/** All of a call. */
export function Pane({ item, frame, onBack, ...others }: PaneProps) {
  const { agent, name } = item;
  return (
    <article class="inbox-pane" tabIndex={-1} aria-label={`${name} of ${agent}`} ref={frame}>
      {onBack && (
        <p class="inbox-back">
          <button type="button" class="quiet small" onClick={onBack}>← All calls</button>
        </p>
      )}
      <Call key={idOf(item)} item={item} {...others} />
    </article>
  );
}

function Call({ item, decisions, alike, looked, onOpen }: Omit<PaneProps, "frame" | "onBack">) {
  const { agent, name, args, approval: { edits } } = item;
  const draft = decisions.of(item);
  const { fields, isRead } = useArgs({ agent, name, args, edits, draft });
  const { changed } = draft;
  const approved = approvedWords(item);
  const mayAnswer = mayDecide && !isAnsweredHere(item);
  return (
    <>
      <div class="inbox-call">
        <Head item={item} />
        {!mayAnswer || !edits || !isRead
          ? <Arguments item={item} fields={fields} />
          // Without a schema the form below has them, as JSON.
          : changed && <ArgsForm changed={changed} />}
      </div>
      <div class="call-question">
        {approved !== "" && <p class="inbox-approved" role="status">{approved}</p>}
        {(mayAnswer || !mayDecide) && (
          <ApprovalForm
            key={changed === null}
            draft={draft}
            onAnswer={(answer) => void decisions.send(item, answer)}
          />
        )}
      </div>
      <Alike item={item} decisions={decisions} alike={alike} looked={looked} onOpen={onOpen} />
    </>
  );
}

function Head({ item }: { readonly item: InboxItem }) {
  const { agent, name, title, thread, root, user, since, approval: { asks } } = item;
  const top = root ?? thread;
  return (
    <header>
      <div class="inbox-head">
        <h2>
          <code>{name}</code>
        </h2>
        <StateWords state={callWords("approval", asks)} />
      </div>
      <p class="inbox-thread">
        <a href={threadHref(top)} title={top}>{title ?? top}</a>
      </p>
      <p class="facts">
        <a href={placeHref("agents", agent)}>{agent}</a>
        {user !== undefined && [" · ", <Person key="person" user={user} />]} · waits since <Time at={since} />
      </p>
    </header>
  );
}

/** A person, with the way to all of their threads. The search has no place for a quotation mark in a name. */
function Person({ user }: { readonly user: string }) {
  return user.includes('"') ? <>{user}</> : <a href={threadsHref(`user:"${user}"`)}>{user}</a>;
}

/** The arguments as a list; the question of a call stands in its form. */
function Arguments(
  { item: { name, args, approval: { asks } }, fields }: {
    readonly item: InboxItem;
    readonly fields: readonly ArgField[];
  },
) {
  const others = asks ? fields.filter((field) => field.name !== "question") : fields;
  if (asks && others.length === 0) return null;
  return (
    <section aria-label={`Arguments of ${name}`}>
      <ArgsList fields={others} args={args} />
    </section>
  );
}

type AlikeProps = Pick<PaneProps, "item" | "decisions" | "alike" | "looked" | "onOpen">;

/** Approves all calls of the same tool and agent, once each of them was looked at. */
function Alike({ item: { name, agent }, decisions, alike, looked, onOpen }: AlikeProps) {
  const count = alike.length;
  const unseen = alike.filter((each) => !looked.has(idOf(each)));
  const [next] = unseen;
  if (!mayDecide || count < 2) return null;
  return (
    <div class="inbox-alike">
      {next !== undefined
        ? (
          <>
            <p class="facts">
              {count} calls of <code>{name}</code> wait. Look at each, then approve all of them.
            </p>
            <button type="button" class="quiet small" onClick={() => onOpen(idOf(next))}>
              Next of {unseen.length} to look at
            </button>
          </>
        )
        : (
          <ConfirmButton
            title={`Approve all ${count} alike`}
            question={`Approve ${count} calls of ${name} from ${agent} as they stand?`}
            keep="Not yet"
            confirm={`Approve ${count}`}
            isHarmless
            onConfirm={() => void decisions.approveAll(alike)}
          />
        )}
    </div>
  );
}
