// The menu of the thread on the page: what is done with it as a whole.

import { useRef } from "preact/hooks";
import { copyAndAnnounce } from "../components/copy/copy.ts";
import { loadOnDemand } from "../on_demand/load_on_demand.ts";
import { placeHref, threadHref } from "../shell/route.ts";

/** What is done with a thread as a whole: the menu and the command palette have the same. */
export function threadActions(thread: string) {
  const files = async () => (await loadOnDemand()).threadFiles;
  const items: readonly (readonly [title: string, run: () => Promise<unknown>])[] = [
    [
      "Compare with another model",
      () => Promise.resolve(void (location.hash = placeHref("compare", thread))),
    ],
    ["Copy the link", () => copyAndAnnounce("the link", new URL(threadHref(thread), location.href).href)],
    [
      "Copy as curl",
      async () => copyAndAnnounce("a command line", await (await files()).toCommandLine(thread)),
    ],
    [
      "Copy as TypeScript",
      async () => copyAndAnnounce("a program", await (await files()).toTypeScript(thread)),
    ],
    ["Save a picture", async () => (await files()).savePicture(thread)],
    ["Save as an evaluation case", async () => (await files()).saveCase(thread)],
    ["Export", async () => (await files()).saveExport(thread)],
  ];
  return items;
}

interface ThreadMenuProps {
  readonly thread: string;
  /** Takes what a request throws. */
  readonly onError: (error: unknown) => void;
}

/** The button and its list. */
export function ThreadMenu({ thread, onError }: ThreadMenuProps) {
  const list = useRef<HTMLUListElement>(null);
  const items = threadActions(thread);
  return (
    <>
      <button
        type="button"
        class="quiet icon"
        aria-label="Thread menu"
        popovertarget="thread-menu-list"
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d="M2 7h2v2H2zM7 7h2v2H7zM12 7h2v2h-2z" />
        </svg>
      </button>
      <ul id="thread-menu-list" class="menu" ref={list} popover="auto">
        {items.map(([title, run]) => (
          <li key={title}>
            <button
              type="button"
              onClick={() => {
                list.current?.hidePopover();
                run().catch(onError);
              }}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
