// The command palette: one field that finds places, agents, threads and what can be done. The page loads it at its first use.

import { render } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { AgentView } from "../../../core/contract/deployment.ts";
import { listThreads } from "../api/api.ts";
import { Keys } from "./help.tsx";
import type { Command } from "./command.ts";
import { pluginPages } from "./deployment.ts";
import { PLACES, PLUGINS } from "./places.ts";
import { placeHref, threadHref, threadsHref } from "./route.ts";

/** A command as it is listed. */
interface Entry extends Command {
  /** What kind of thing it is, in a word. */
  readonly kind: string;
  /** Of a thread: titles may be equal. */
  readonly id?: string;
}

/** Milliseconds within which typing leads to one request. */
const SETTLE_MS = 150;

/** Most commands that are listed. */
const MOST = 24;

const dialog = document.createElement("dialog");
dialog.className = "dialog palette";
dialog.ariaLabel = "Commands";
dialog.setAttribute("closedby", "any");
dialog.addEventListener("close", () => render(null, dialog));

/** Shows the palette. */
export function showPalette(agents: readonly AgentView[], commands: readonly Command[]): void {
  if (dialog.open) return dialog.close();
  document.body.append(dialog);
  render(
    <Palette entries={[...commands.map(toEntry), ...listPlaces(), ...agents.map(toAgentEntry)]} />,
    dialog,
  );
  dialog.showModal();
}

/** Draws all keys into the frame of the help. */
export function showKeys(frame: HTMLElement): void {
  render(<Keys />, frame);
}

function toEntry(command: Command): Entry {
  return { ...command, kind: "Command" };
}

function listPlaces(): Entry[] {
  return [
    { title: "Threads", kind: "Place", keys: ["G", "T"], run: () => go("#") },
    ...PLACES.flatMap(({ id, title, key }) =>
      key === undefined ? [] : [{ title, kind: "Place", keys: ["G", key], run: () => go(placeHref(id)) }]
    ),
    ...pluginPages.value.map(({ name, title }) => ({
      title,
      kind: "Place",
      run: () => go(placeHref(PLUGINS.id, name)),
    })),
  ];
}

function toAgentEntry({ name }: AgentView): Entry {
  return { title: name, kind: "Agent", run: () => go(placeHref("agents", name)) };
}

function go(href: string) {
  location.hash = href;
}

function Palette({ entries }: { readonly entries: readonly Entry[] }) {
  const [text, setText] = useState("");
  const [threads, setThreads] = useState<readonly Entry[]>([]);
  const [place, setPlace] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const words = text.trim().toLowerCase();
  useEffect(() => {
    setPlace(0);
    setThreads([]);
    if (words === "") return;
    const left = new AbortController();
    const timer = setTimeout(async () => {
      const found = await findThreads(words).catch(() => []);
      if (!left.signal.aborted) setThreads(found);
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [words]);
  const fits = entries.filter(({ title, kind }) =>
    words.split(/\s+/).every((word) => `${kind} ${title}`.toLowerCase().includes(word))
  );
  const search: readonly Entry[] = words === ""
    ? []
    : [{ title: `Threads with ${text.trim()}`, kind: "Search", run: () => go(threadsHref(text.trim())) }];
  const commands = [...fits.slice(0, MOST), ...threads, ...search];
  const chosen = Math.min(place, commands.length - 1);
  useEffect(() => list.current?.children[chosen]?.scrollIntoView({ block: "nearest" }), [chosen]);
  const run = (command: Command | undefined) => {
    if (command === undefined) return;
    dialog.close();
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setPlace((chosen + step + commands.length) % Math.max(1, commands.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(commands[chosen]);
    }
  };
  return (
    <>
      <input
        type="text"
        role="combobox"
        aria-label="Find a place, an agent, a thread or a command"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={commands.length > 0 ? `palette-${chosen}` : undefined}
        placeholder="Go to, find, do"
        autocomplete="off"
        spellcheck={false}
        autofocus
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <ul id="palette-list" role="listbox" aria-label="Commands" ref={list}>
        {commands.map((command, index) => (
          <li
            key={command.id ?? `${command.kind} ${command.title}`}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => run(command)}
          >
            <span>{command.title}</span>
            <span class="entry-end">
              {command.keys?.map((key) => <kbd key={key}>{key}</kbd>)}
              <span class="facts">{command.kind}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The threads whose titles have the words. */
async function findThreads(words: string): Promise<Entry[]> {
  const { threads } = await listThreads(`limit=5&search=${encodeURIComponent(words)}`, "");
  return threads.flatMap((thread) =>
    thread.status === "corrupted" ? [] : [{
      id: thread.id,
      title: thread.title ?? thread.id,
      kind: `Thread of ${thread.agent}`,
      run: () => go(threadHref(thread.id)),
    }]
  );
}
