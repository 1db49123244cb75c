// The parts of an agent: its facts, its tools, its instructions and its limits.

import { useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import type { AgentDetail, AgentView } from "../../../core/contract/deployment.ts";
import { type Fact, Facts } from "../components/facts.tsx";
import { JsonValue } from "../json_view.tsx";
import { choiceWords, count, EXECUTIONS } from "../words.ts";

/** Units of limits by the end of their names; a limit without one is a number of something. */
const UNITS: Readonly<Record<string, string>> = {
  Ms: "ms",
  Bytes: "bytes",
  Tokens: "tokens",
  Chars: "characters",
};

/** What a call of a tool leaves behind. */
const EFFECTS: Readonly<Record<AgentDetail["tools"][number]["effect"], string>> = {
  pure: "reads only",
  keyed: "may be repeated",
  once: "happens again with each call",
};

interface AgentPartsProps {
  /** The level of the headings. */
  readonly heading: "h3" | "h4";
  readonly agent: AgentView;
  /** Undefined until it is read: the facts of the agent stand alone then. */
  readonly detail?: AgentDetail | undefined;
}

/** Everything of an agent but its name and its description. */
export function AgentParts({ heading: Heading, agent, detail }: AgentPartsProps) {
  const { model, execution, toolChoice } = agent;
  return (
    <>
      <Facts
        class="card-facts"
        facts={[
          ["Model", model ?? "default of the deployment"],
          ["Fallback", detail?.fallbackModel],
          ["Tool calls", EXECUTIONS[execution]],
          ["Tool choice", toolChoice && choiceWords(toolChoice)],
          ["Policy", detail?.policy],
        ]}
      />
      {detail !== undefined && (
        <>
          <Heading class="card-heading">
            {detail.tools.length === 0 ? "No tools" : `Tools (${detail.tools.length})`}
          </Heading>
          {detail.tools.length > 0 && (
            <ul class="card-tools">{detail.tools.map((tool) => <ToolItem key={tool.name} tool={tool} />)}</ul>
          )}
          {detail.instructions && (
            <Fold title="Instructions">
              <p class="card-text">{detail.instructions}</p>
            </Fold>
          )}
          {detail.plan && (
            <Fold title="Phases">
              <JsonBlock label="Phases" value={detail.plan} />
            </Fold>
          )}
          <Fold title="Limits and budgets">
            <Facts class="card-facts" facts={limitFacts(detail.limits)} />
          </Fold>
        </>
      )}
    </>
  );
}

function ToolItem({ tool }: { readonly tool: AgentDetail["tools"][number] }) {
  const [isOpen, setOpen] = useState(false);
  const { name, description, parameters, effect, needsApproval, timeoutMs, client } = tool;
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <code>{name}</code>
          {needsApproval === true && <span class="mark">needs approval</span>}
          {needsApproval === "conditional" && <span class="mark">may need approval</span>}
          {client && <span class="mark">run by the app</span>}
          <span class="card-line">{description}</span>
        </summary>
        {isOpen && (
          <div class="card-body">
            <p class="card-text">{description}</p>
            <Facts
              class="card-facts"
              facts={[["Effect", EFFECTS[effect]], [
                "Timeout",
                client ? undefined : `${count(timeoutMs)} ms`,
              ]]}
            />
            <JsonBlock label={`Parameters of ${name}`} value={parameters} />
          </div>
        )}
      </details>
    </li>
  );
}

/** Its content is made when it is opened. */
function Fold({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="card-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && children}
    </details>
  );
}

function JsonBlock({ label, value }: { readonly label: string; readonly value: unknown }) {
  return (
    <pre class="json" role="region" aria-label={label} tabIndex={0}>
      <JsonValue value={value} />
    </pre>
  );
}

function limitFacts(limits: AgentDetail["limits"]): Fact[] {
  return Object.entries(limits).flatMap(([name, value]): Fact[] => {
    if (typeof value === "object") {
      return Object.entries(value).map(([inner, number]) => [`${name}.${inner}`, amount(inner, number)]);
    }
    return [[name, typeof value === "number" ? amount(name, value) : String(value)]];
  });
}

function amount(name: string, value: number): string {
  if (name === "usd") return `$${value}`;
  const unit = Object.entries(UNITS).find(([end]) => name.endsWith(end))?.[1] ?? "";
  return `${count(value)} ${unit}`.trim();
}
