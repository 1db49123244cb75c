// Runs a tool alone: a form made from its schema, and the outcome of the call.

import { useState } from "preact/hooks";
import type { AgentDetail } from "../../../core/contract/deployment.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import type { ToolRunView } from "../../../core/contract/evaluations.ts";
import { callWords } from "../../../core/contract/status_words.ts";
import { ApiError, sendBody } from "../api/http.ts";
import { ArgFieldView } from "../args/arg_field.tsx";
import { type ArgField, readArgs, readFields, readWhole, WHOLE } from "../args/tool_args.ts";
import { describeError, Problem } from "../components/problem.tsx";
import { StateWords } from "../components/state_words.tsx";
import { JsonValue } from "../json_view.tsx";
import { duration } from "../words.ts";

type ToolView = AgentDetail["tools"][number];

interface ToolRunProps {
  readonly agent: string;
  readonly tool: ToolView;
}

/** A tool to be opened and run. */
export function ToolRun({ agent, tool }: ToolRunProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="tool-run" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        Run <code>{tool.name}</code>
        {tool.needsApproval !== false && <span class="mark">needs your approval</span>}
      </summary>
      {isOpen && (tool.client
        ? (
          <p class="place-note">
            The app runs this tool, and this deployment has no code of it: call it in a thread.
          </p>
        )
        : <ToolForm agent={agent} tool={tool} />)}
    </details>
  );
}

function ToolForm({ agent, tool }: ToolRunProps) {
  const fields = readFields(tool.parameters);
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const [approve, setApprove] = useState(false);
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [refusal, setRefusal] = useState("");
  const [result, setResult] = useState<ToolRunView>();
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    if (isRunning) return;
    setRefusal("");
    setResult(undefined);
    const read = fields === undefined ? readWhole(typed.get("") ?? "") : readArgs(fields, typed);
    setProblems(read.problems ?? new Map());
    if (read.problems !== undefined) return;
    setRunning(true);
    try {
      setResult(await runTool(agent, tool.name, { args: read.args, approve }));
    } catch (failure) {
      const found = findProblems(failure, fields ?? []);
      setProblems(found);
      setRefusal(found.size > 0 ? "" : describeError(failure));
    } finally {
      setRunning(false);
    }
  };
  const type = (name: string, text: string) => setTyped(new Map(typed).set(name, text));
  const inputs = fields ?? [WHOLE];
  return (
    <form
      class="tool-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <p class="place-note">
        {tool.effect === "once"
          ? "It runs for real, and its effect happens once more with each run."
          : "It runs for real."} No thread is kept. Tools that the provider of a model hosts are not run here.
      </p>
      {inputs.map((field) => (
        <ArgFieldView
          key={field.name}
          field={field}
          text={typed.get(field.name) ?? ""}
          problem={problems.get(field.name)}
          onType={(text) => type(field.name, text)}
        />
      ))}
      {tool.needsApproval !== false && (
        <label class="field">
          <input
            type="checkbox"
            checked={approve}
            onChange={({ currentTarget }) => setApprove(currentTarget.checked)}
          />{" "}
          I approve this call
        </label>
      )}
      <button type="submit" class="primary" aria-disabled={isRunning}>
        {isRunning ? "Running" : `Run ${tool.name}`}
      </button>
      {refusal !== "" && <Problem title="The tool was not run." detail={refusal} />}
      {result && <Result {...result} />}
    </form>
  );
}

async function runTool(agent: string, tool: string, body: object): Promise<ToolRunView> {
  const path = `/v1/agents/${encodeURIComponent(agent)}/tools/${encodeURIComponent(tool)}/run`;
  return await (await sendBody("POST", path, body)).json();
}

/** What the server finds wrong, by field: `/args/city` is about the field city. */
function findProblems(failure: unknown, fields: readonly ArgField[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (!(failure instanceof ApiError)) return found;
  for (const { pointer, detail } of failure.errors) {
    const [, , name = ""] = pointer.split("/").map((part) =>
      part.replaceAll("~1", "/").replaceAll("~0", "~")
    );
    const isKnown = fields.length === 0 ? name === "" : fields.some((field) => field.name === name);
    if (isKnown && !found.has(name)) found.set(name, detail);
  }
  return found;
}

function Result({ outcome, output, error, ms, deferred }: ToolRunView) {
  const result: Json = outcome === "completed" ? output : deferred?.ref ?? toFailure(error);
  return (
    <div role="status" class="tool-result">
      <p>
        <StateWords state={callWords(outcome)} /> <span class="facts">{duration(ms)}</span>
      </p>
      {deferred !== undefined && (
        <p class="place-note">
          The tool ran, and its result comes later: in a thread it would wait until {deferred.expiresAt}{" "}
          for it. Here is what the tool names the work by.
        </p>
      )}
      <pre class="json" role="region" aria-label="Result" tabIndex={0}>
        <JsonValue value={result} />
      </pre>
    </div>
  );
}

function toFailure(error: ToolRunView["error"]): JsonObject {
  return { kind: error?.kind ?? "failed", message: error?.message ?? "", hint: error?.hint ?? null };
}
