// The tools that an agent has beyond its own, of its servers and its catalogue, each to be run alone.

import { useEffect, useState } from "preact/hooks";
import type { RunnableTools } from "../../../core/contract/evaluations.ts";
import { json } from "../api/http.ts";
import { describeError, Problem } from "../components/problem.tsx";
import { useResource } from "../components/resource.ts";
import { ToolRun } from "./tool_run.tsx";

/** Milliseconds without a further letter until the names are searched. */
const TYPING_MS = 250;

/** From so many tools on there is a field to search their names. */
const SEARCHED = 10;

/** The tools of servers and of the catalogue; nothing where the agent has none. */
export function FurtherTools({ agent }: { readonly agent: string }) {
  const [part, setPart] = useState("");
  const [searched, setSearched] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSearched(part.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [part]);
  const { value, error, reload } = useResource(() => readTools(agent, searched), [agent, searched]);
  const problem = error !== undefined && (
    <Problem
      title="The tools of its servers could not be read."
      detail={describeError(error)}
      onRetry={reload}
    />
  );
  if (value === undefined) return problem || null;
  const tools = value.tools.filter(({ source }) => source !== "agent");
  const isSearched = searched !== "" || value.more === true || tools.length >= SEARCHED;
  return (
    <>
      {value.unlisted.map(({ server, code, message }) => (
        <p key={server ?? ""} class="place-note">
          {server === null ? "Its catalogue" : `The server ${server}`} has no list now ({code}): {message}
        </p>
      ))}
      {isSearched && (
        <div class="stacked">
          <label for="further-tools">Tools of servers and the catalogue</label>
          <input
            id="further-tools"
            type="search"
            placeholder="A part of the name"
            value={part}
            onInput={({ currentTarget }) => setPart(currentTarget.value)}
          />
        </div>
      )}
      {problem}
      {isSearched && tools.length === 0 && <p class="place-note">No tool has such a name.</p>}
      {tools.map((tool) => <ToolRun key={tool.name} agent={agent} tool={tool} />)}
      {value.more && <p class="place-note">There are more: a part of the name finds them.</p>}
    </>
  );
}

async function readTools(agent: string, part: string): Promise<RunnableTools> {
  const query = part === "" ? "" : `?name=${encodeURIComponent(part)}`;
  return await json<RunnableTools>(`/v1/agents/${encodeURIComponent(agent)}/tools${query}`);
}
