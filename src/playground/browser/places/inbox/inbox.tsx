// What waits for people over all threads, approvals and questions: a list with a pane beside it, in which each is decided.

import { useState } from "preact/hooks";
import type { InboxPage } from "../../../../core/contract/calls.ts";
import { json } from "../../api/http.ts";
import { Empty } from "../../components/empty.tsx";
import { MissingPlugin } from "../../components/missing_plugin.tsx";
import { PlaceHead } from "../../components/place_head.tsx";
import { describeError, Problem } from "../../components/problem.tsx";
import { useResource } from "../../components/resource.ts";
import { serves } from "../../shell/deployment.ts";
import { readInbox } from "../../shell/inbox_count.ts";
import type { PlaceProps } from "../../shell/places.ts";
import { MODULES } from "../samples.ts";
import { Triage } from "./triage.tsx";
import { idOf } from "./waiting_calls.ts";

/** Milliseconds between two readings of one page, and of several. */
const REFRESH_MS = 5_000;
const SLOW_REFRESH_MS = 30_000;

/** The inbox; `item` is the call that is opened, as {@link idOf} names it. */
export function Inbox({ item }: PlaceProps) {
  if (serves("GET /v1/inbox")) return <Calls item={item} />;
  return (
    <MissingPlugin
      place="Inbox"
      title="This deployment has no inbox"
      detail="The plugin approvals serves it; it is in the standard set."
      code={MODULES.approvals}
    />
  );
}

function Calls({ item }: PlaceProps) {
  const [pages, setPages] = useState(1);
  const { value, error, reload } = useResource(
    () => readCalls(pages),
    [pages],
    pages === 1 ? REFRESH_MS : SLOW_REFRESH_MS,
  );
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  const open = value?.items.filter((each) => !settled.has(idOf(each)));
  const settle = (ids: readonly string[]) => {
    setSettled((before) => new Set([...before, ...ids]));
    reload();
  };
  return (
    <>
      <PlaceHead title="Inbox" about="Calls that wait for a person, the oldest first.">
        <p class="hint-line">
          <kbd>J</kbd> <kbd>K</kbd> choose · <kbd>A</kbd> approve · <kbd>D</kbd> deny
        </p>
      </PlaceHead>
      {error !== undefined && (
        <Problem title="The inbox could not be read." detail={describeError(error)} onRetry={reload} />
      )}
      {open?.length === 0 && value?.cursor === undefined && (
        <Empty
          title="Nothing waits"
          detail="A tool that needs an approval stops its run until a person has decided; the call stands here then."
          code={MODULES.approval}
        />
      )}
      {open !== undefined && open.length > 0 && (
        <Triage items={open} address={item} onSettled={settle} onChanged={reload} />
      )}
      {value?.cursor !== undefined && (
        <p class="place-note inbox-more">
          There are more than these {value.items.length}.{" "}
          <button type="button" class="quiet small" onClick={() => setPages(pages + 1)}>Read more</button>
        </p>
      )}
    </>
  );
}

/** Reads so many pages, the oldest calls first. */
async function readCalls(pages: number): Promise<InboxPage> {
  let page = await readInbox();
  const items = [...page.items];
  for (let read = 1; read < pages && page.cursor !== undefined; read++) {
    page = await json<InboxPage>(`/v1/inbox?limit=100&cursor=${encodeURIComponent(page.cursor)}`);
    items.push(...page.items);
  }
  return { ...page, items };
}
