// The agents of the deployment, and one of them with its tools, instructions and limits.

import type { AgentView } from "../../../core/contract/deployment.ts";
import { listAgents, mayManage, readAgent } from "../api/api.ts";
import { DataTable } from "../components/data_table.tsx";
import { Empty } from "../components/empty.tsx";
import { PlaceHead } from "../components/place_head.tsx";
import { describeError, Problem } from "../components/problem.tsx";
import { useResource } from "../components/resource.ts";
import { AgentParts } from "../panels/agent_parts.tsx";
import { serves } from "../shell/deployment.ts";
import type { PlaceProps } from "../shell/places.ts";
import { placeHref } from "../shell/route.ts";
import { choiceWords, EXECUTIONS } from "../words.ts";
import { MODULES } from "./samples.ts";
import { FurtherTools } from "./further_tools.tsx";
import { ToolRun } from "./tool_run.tsx";

/** The agents. */
export function Agents({ item }: PlaceProps) {
  const { value, error, reload } = useResource(listAgents, []);
  const chosen = value?.find(({ name }) => name === item);
  return (
    <>
      <PlaceHead title="Agents" about="What this deployment can run." />
      {error !== undefined && (
        <Problem title="The agents could not be read." detail={describeError(error)} onRetry={reload} />
      )}
      {value?.length === 0 && (
        <Empty
          title="No agent"
          detail="A deployment has the agents that its code defines."
          code={MODULES.agent}
        />
      )}
      {value !== undefined && value.length > 0 && (
        <DataTable
          label="Agents"
          rows={value}
          keyOf={({ name }) => name}
          isCurrent={({ name }) => name === item}
          columns={[
            { title: "Agent", cell: ({ name }) => <a href={placeHref("agents", name)}>{name}</a> },
            { title: "Description", isExtra: true, cell: ({ description }) => description },
            {
              title: "Model",
              cell: ({ model }) => model ?? <span class="facts">default of the deployment</span>,
            },
            { title: "Tools", isNumber: true, cell: ({ tools }) => tools.length },
            { title: "Tool calls", isExtra: true, cell: ({ execution }) => EXECUTIONS[execution] },
            {
              title: "Tool choice",
              isExtra: true,
              cell: ({ toolChoice }) => choiceWords(toolChoice ?? { type: "auto" }),
            },
          ]}
        />
      )}
      {chosen && <OneAgent key={chosen.name} agent={chosen} />}
      {item !== "" && value !== undefined && chosen === undefined && (
        <Problem title="There is no such agent." detail={`This deployment has none of the name ${item}.`} />
      )}
    </>
  );
}

function OneAgent({ agent }: { readonly agent: AgentView }) {
  const mayList = serves("GET /v1/agents/:agent/tools");
  const { value, error } = useResource(() => readAgent(agent.name), [agent.name]);
  return (
    <section class="panel agent-card" aria-labelledby="agent-name">
      <h2 id="agent-name">{agent.name}</h2>
      {agent.description !== "" && <p class="card-description">{agent.description}</p>}
      {error !== undefined && <Problem title="Its tools could not be read." detail={describeError(error)} />}
      <AgentParts heading="h3" agent={agent} detail={value} />
      {mayManage && value !== undefined && (value.tools.length > 0 || mayList) && (
        <section class="sub-panel" aria-labelledby="run-tools">
          <h3 id="run-tools">Run a tool alone</h3>
          {serves("POST /v1/agents/:agent/tools/:tool/run")
            ? value.tools.map((tool) => <ToolRun key={tool.name} agent={agent.name} tool={tool} />)
            : (
              <Empty
                title="Tools run in threads only"
                detail="The plugin evaluations runs a tool alone, with arguments that you type."
                code={MODULES.evaluations}
              />
            )}
          {mayList && <FurtherTools agent={agent.name} />}
        </section>
      )}
    </section>
  );
}
