// How tools are used by week, where the deployment watches it: charts, alerts, drift and variants.

import { useState } from "preact/hooks";
import { readToolUse } from "../../api/api.ts";
import { describeError, Problem } from "../../components/problem.tsx";
import { useResource } from "../../components/resource.ts";
import { ToolUseReport } from "./tool_use_report.tsx";

const WEEKS = [4, 8, 26, 53];

/** The panel of tool use. */
export function ToolUse() {
  const [weeks, setWeeks] = useState(8);
  const { value, error } = useResource(() => readToolUse(weeks), [weeks]);
  if (error !== undefined) {
    return <Problem title="The use of tools could not be read." detail={describeError(error)} />;
  }
  if (value === undefined) return null;
  return (
    <section class="panel tool-use" aria-labelledby="tool-use-title">
      <header class="panel-tools">
        <h2 id="tool-use-title">Tool use</h2>
        <select
          aria-label="Weeks"
          value={weeks}
          onChange={({ currentTarget }) => setWeeks(Number(currentTarget.value))}
        >
          {WEEKS.map((each) => <option key={each} value={each}>{each} weeks</option>)}
        </select>
      </header>
      <div class="tool-use-body">
        <ToolUseReport use={value} />
      </div>
    </section>
  );
}
