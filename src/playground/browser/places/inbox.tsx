// What waits for people over all threads, approvals and questions: each is decided where it stands, by mouse or by key.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { InboxItem } from "../../../core/contract/calls.ts";
import { decide, wake } from "../api/api.ts";
import { FIELDS } from "../dom.ts";
import { isCode } from "../api/http.ts";
import type { ApprovalAnswer } from "../api/approval_answer.ts";
import { ApprovalDraft, type ApprovalTerms } from "../calls/approval_draft.ts";
import { ApprovalForm } from "../calls/approval_form.tsx";
import { Empty } from "../components/empty.tsx";
import { MissingPlugin } from "../components/missing_plugin.tsx";
import { moveFocus } from "../components/move_focus.ts";
import { PlaceHead } from "../components/place_head.tsx";
import { describeError, Problem } from "../components/problem.tsx";
import { useResource } from "../components/resource.ts";
import { Time } from "../components/time.tsx";
import { JsonValue } from "../json_view.tsx";
import { serves } from "../shell/deployment.ts";
import { readInbox } from "../shell/inbox_count.ts";
import { threadHref } from "../shell/route.ts";
import { MODULES } from "./samples.ts";

/** Milliseconds between two readings. */
const REFRESH_MS = 5_000;

/** The inbox. */
export function Inbox() {
  if (serves("GET /v1/inbox")) return <Calls />;
  return (
    <MissingPlugin
      place="Inbox"
      title="This deployment has no inbox"
      detail="The plugin approvals serves it; it is in the standard set."
      code={MODULES.approvals}
    />
  );
}

function Calls() {
  const { value, error, reload } = useResource(readInbox, [], REFRESH_MS);
  return (
    <>
      <PlaceHead title="Inbox" about="Calls that wait for a person, the oldest first.">
        <p class="hint-line">
          <kbd>↑</kbd> <kbd>↓</kbd> choose · <kbd>A</kbd> approve · <kbd>D</kbd> deny
        </p>
      </PlaceHead>
      {error !== undefined && (
        <Problem title="The inbox could not be read." detail={describeError(error)} onRetry={reload} />
      )}
      {value?.items.length === 0 && (
        <Empty
          title="Nothing waits"
          detail="A tool that needs an approval stops its run until a person has decided; the call stands here then."
          code={MODULES.approval}
        />
      )}
      {value !== undefined && value.items.length > 0 && <Waiting items={value.items} onDecided={reload} />}
      {value?.cursor !== undefined && (
        <p class="place-note">There are more: they come when these are decided.</p>
      )}
    </>
  );
}

function Waiting(
  { items, onDecided }: { readonly items: readonly InboxItem[]; readonly onDecided: () => void },
) {
  const list = useRef<HTMLOListElement>(null);
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  const open = items.filter((item) => !settled.has(toId(item)));
  // Nothing has the focus behind a key that leads here: the first call has it then, and its keys count at once.
  useEffect(() => {
    if (document.activeElement === document.body) list.current?.querySelector("article")?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, repeat, altKey, ctrlKey, metaKey } = event;
    if (!(target instanceof HTMLElement) || altKey || ctrlKey || metaKey) return;
    if (target.closest(FIELDS)) return;
    const cards = [...list.current?.querySelectorAll<HTMLElement>(".inbox-card") ?? []];
    const place = cards.findIndex((card) => card.contains(target));
    if (moveFocus(event, cards)) return;
    const kind = { a: "primary", d: "quiet" }[key.toLowerCase()];
    // A question is answered with words, and declined by its button.
    if (kind === undefined || repeat || open[place]?.approval.asks !== undefined) return;
    const button = cards[place]?.querySelector<HTMLButtonElement>(`.call-question > .${kind}`);
    if (!button) return;
    event.preventDefault();
    (cards[place + 1] ?? cards[place - 1])?.focus();
    button.click();
  };
  /** The card goes away: where it has the focus, the one behind it or before it gets that. */
  const settle = (item: InboxItem, card: HTMLElement | null) => {
    const cards = [...list.current?.querySelectorAll<HTMLElement>(".inbox-card") ?? []];
    const place = cards.findIndex((each) => each === card);
    if (card?.contains(document.activeElement)) (cards[place + 1] ?? cards[place - 1])?.focus();
    setSettled((before) => new Set([...before, toId(item)]));
    onDecided();
  };
  return (
    <ol class="inbox" ref={list} onKeyDown={onKeyDown} aria-label="Calls that wait">
      {open.map((item, index) => (
        <Card
          key={toId(item)}
          item={item}
          isFirst={index === 0}
          onDecided={(card) => settle(item, card)}
        />
      ))}
    </ol>
  );
}

function toId({ thread, callId }: InboxItem): string {
  return `${thread} ${callId}`;
}

interface CardProps {
  readonly item: InboxItem;
  /** It is where Tab enters the list. */
  readonly isFirst: boolean;
  readonly onDecided: (card: HTMLElement | null) => void;
}

function Card({ item, isFirst, onDecided }: CardProps) {
  const { thread, root, agent, title, user, callId, name, args, approval, since } = item;
  const top = root ?? thread;
  /** How many more were missing behind the decision that was given here; it may be older than the item by now. */
  const [answered, setAnswered] = useState(Infinity);
  const missing = Math.min(answered, Math.max(0, approval.needed - approval.decisions.length));
  const card = useRef<HTMLElement>(null);
  const isBusy = useRef(false);
  const draft = useMemo(() => new ApprovalDraft(toTerms(item)), [callId]);
  const answerCall = async (answer: ApprovalAnswer) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const { missing } = await decide(thread, callId, answer);
      if (missing > 0) return setAnswered(missing);
      onDecided(card.current);
      // Where another client goes on with the run, or the caller may run nothing, the decision is all there is to do.
      await wake(top).catch(() => {});
    } catch (failure) {
      if (isCode(failure, "approval_decided")) return onDecided(card.current);
      draft.problem.value = `Nothing is recorded. ${describeError(failure)}`;
    } finally {
      isBusy.current = false;
    }
  };
  return (
    <li>
      <article
        class="inbox-card"
        tabIndex={isFirst ? 0 : -1}
        aria-label={`${name} of ${agent}`}
        ref={card}
      >
        <header>
          <h2>
            <code>{name}</code>
          </h2>
          <p class="inbox-thread">
            <a href={threadHref(top)} title={top}>{title ?? top}</a>
          </p>
          <p class="facts">
            {[agent, user].filter(Boolean).join(" · ")} · waits since <Time at={since} />
          </p>
        </header>
        <pre class="json" role="region" aria-label={`Arguments of ${name}`} tabIndex={0}>
          <JsonValue value={args} />
        </pre>
        {missing < approval.needed && missing > 0 && (
          <p class="facts" role="status">
            {missing} more {missing === 1 ? "person" : "people"} must approve.
          </p>
        )}
        <div class="call-question">
          <ApprovalForm draft={draft} onAnswer={(answer) => void answerCall(answer)} />
        </div>
      </article>
    </li>
  );
}

function toTerms({ callId, name, args, approval }: InboxItem): ApprovalTerms {
  const { digest, edits, asks, client, because, expiresAt, needed } = approval;
  const terms = { callId, name, args, digest, edits, asks, client, because, approvals: needed };
  return expiresAt === undefined ? terms : { ...terms, expiresAt: Date.parse(expiresAt) };
}
