// How tools were selected for an answer, with what the model then called.

import type { AnswerPlace } from "../answers/find_answer.ts";
import type { SelectionDecision } from "../../../core/tool/selection_decision.ts";

/** The two tools of the bridge. They are no tools of a catalogue. */
const BRIDGE = ["search_tools", "call_tool"];

/** The selections of an answer; nothing where there were none. */
export function Selections({ place }: { readonly place: AnswerPlace }) {
  const { decisions, called } = selectionsAt(place);
  return (
    <>
      {decisions.map((decision, index) => <Selection key={index} decision={decision} called={called} />)}
    </>
  );
}

/**
 * The selections that stand beside an answer, and the tools that the model has called under them, in order: in this answer and behind
 * it, up to the next selection or the next input.
 */
function selectionsAt({ entries, index }: AnswerPlace) {
  const entry = entries[index];
  if (entry?.type !== "assistant" || entry.selections === undefined) return { decisions: [], called: [] };
  const behind = entries.slice(index + 1);
  const end = behind.findIndex((each) =>
    each.type === "assistant"
      ? each.selections !== undefined
      : each.type === "user" && each.resultOf === undefined
  );
  const answers = [entry, ...end < 0 ? behind : behind.slice(0, end)];
  const called = answers.flatMap((each) => each.type === "assistant" ? each.blocks : [])
    .flatMap((block) => block.type === "call" && !BRIDGE.includes(block.name) ? [block.name] : []);
  return { decisions: entry.selections, called: [...new Set(called)] };
}

interface SelectionProps {
  readonly decision: SelectionDecision;
  readonly called: readonly string[];
}

function Selection({ decision, called }: SelectionProps) {
  const { by, query, selector, candidates, threshold, selected, categories = [] } = decision;
  const facts = [
    `by ${selector}`,
    ...threshold === undefined ? [] : [`not below ${threshold}`],
    ...categories.length === 0 ? [] : [`about ${categories.join(", ")}`],
  ];
  return (
    <section class="selection">
      <h3>{by === "search" ? "Tools found by a search" : "Tools picked for the message"}</h3>
      <p class="selection-query">{query}</p>
      <p>{facts.join(" · ")}</p>
      {candidates.length + selected.length === 0
        ? <p>No tool was looked at.</p>
        : <Candidates decision={decision} called={called} />}
      <p>
        {called.length === 0
          ? "The model then called no tool."
          : `The model then called ${called.join(", ")}.`}
      </p>
    </section>
  );
}

function Candidates({ decision: { candidates, selected }, called }: SelectionProps) {
  const scores = new Map(candidates);
  return (
    <table>
      <thead>
        <tr>
          {["Tool", "Score", "Picked", "Called"].map((name) => <th key={name} scope="col">{name}</th>)}
        </tr>
      </thead>
      <tbody>
        {[...new Set([...scores.keys(), ...selected])].map((name) => (
          <tr key={name} class={selected.includes(name) ? "taken" : ""}>
            <th scope="row">{name}</th>
            <td class="number">{scores.get(name) ?? "none"}</td>
            <td>{selected.includes(name) && `${selected.indexOf(name) + 1}.`}</td>
            <td>{called.includes(name) && "called"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
