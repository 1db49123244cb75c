// All keys of the page, in its help, which loads them at its first use. keys.ts, app.ts and the lists have what they do.

import { PLACES } from "./places.ts";

/** Keys, pressed together or one instead of the other, and what they do. */
type Line = readonly [keys: string, does: string];

const GROUPS: readonly (readonly [title: string, lines: readonly Line[]])[] = [
  ["Anywhere", [
    ["Ctrl K", "Find a place, an agent, a thread or a command"],
    ["?", "Show these keys"],
    ["Alt K", "Show these keys, from a text field as well"],
    ["Alt A", "Go to the call that waits for an approval, here or in the newest thread that has one"],
    ["Alt N", "Begin a new thread"],
    ["Alt T", "Go to the list of threads"],
    ["Alt C", "Go to the analytics"],
    ["Esc", "Close a drawer; stop the running step"],
    ["↑ ↓", "In a list: the one before, the one after"],
    ["Home End", "In a list: the first, the last"],
    ["→", "In the threads: to the buttons that rename, archive and delete one"],
    ["X", "In the threads: select one, for what is done with many"],
  ]],
  ["In a thread", [
    ["Enter", "Send the message"],
    ["Shift Enter", "Begin a line in the message"],
    ["A", "Approve the call that waits, outside of text fields"],
    ["Alt M", "Go to the message"],
    ["Alt L", "Go to the timeline"],
    ["Alt ↑ ↓", "Select the step before, the step after"],
    ["Alt R", "Go to the raw events"],
    ["Alt I", "Open or close the inspector"],
  ]],
  ["In the inbox", [
    ["J K", "The next call, the one before"],
    ["A", "Approve the call in the pane"],
    ["D", "Deny it"],
    ["Esc", "From the pane to the list"],
  ]],
];

/** The keys by where they count. */
export function Keys() {
  return (
    <>
      <h3>
        Go to a place: <kbd>G</kbd>, then a letter
      </h3>
      <dl id="place-keys" class="keys place-keys">
        {[{ title: "Threads", key: "T" }, ...PLACES].map(({ title, key }) =>
          key && (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{title}</dd>
            </div>
          )
        )}
      </dl>
      {GROUPS.map(([title, lines]) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl class="keys">
            {lines.map(([keys, does]) => [
              <dt key={keys}>{keys.split(" ").map((key) => [<kbd key={key}>{key}</kbd>, " "])}</dt>,
              <dd key={does}>{does}</dd>,
            ])}
          </dl>
        </section>
      ))}
    </>
  );
}
