// The policies of the tenant: one of them is read, changed and stored, and judged by what past threads have done.

import { useState } from "preact/hooks";
import type { PolicyDetail, PolicyLine } from "../../../../core/contract/policies.ts";
import { listAgents, mayManage } from "../../api/api.ts";
import { isCode, json, remove, sendBody } from "../../api/http.ts";
import { ConfirmButton } from "../../components/confirm_button.tsx";
import { DataTable } from "../../components/data_table.tsx";
import { Empty } from "../../components/empty.tsx";
import { MissingPlugin } from "../../components/missing_plugin.tsx";
import { PlaceHead } from "../../components/place_head.tsx";
import { describeError, Problem } from "../../components/problem.tsx";
import { useResource } from "../../components/resource.ts";
import { Tag } from "../../components/tag.tsx";
import type { PlaceProps } from "../../shell/places.ts";
import { serves } from "../../shell/deployment.ts";
import { placeHref } from "../../shell/route.ts";
import { PolicyCheck } from "./policy_check.tsx";
import { PolicyForm } from "./policy_form.tsx";
import { readDraft, writeDraft } from "./rule_draft.ts";
import { MODULES, REQUESTS } from "../samples.ts";

/** The policies. */
export function Policies({ item }: PlaceProps) {
  if (serves("GET /v1/policies")) return <PolicyList item={item} />;
  return (
    <MissingPlugin
      place="Policies"
      title="This deployment has no policies"
      detail="The plugin policies serves them; it is in the standard set."
      code={MODULES.policies}
    />
  );
}

/** Where a policy is defined, in words. */
const ORIGINS: Readonly<Record<PolicyLine["origin"], string>> = {
  stored: "saved here",
  deployment: "in code",
  "built-in": "built in",
};

interface ListedPolicy extends PolicyLine {
  /** Absent where it was removed while the list was read. */
  readonly detail: PolicyDetail | undefined;
}

/** The policies with their details: the list of the API has names alone. */
async function readPolicies(): Promise<readonly ListedPolicy[]> {
  const { policies } = await json<{ readonly policies: readonly PolicyLine[] }>("/v1/policies");
  return await Promise.all(policies.map(async (line) => {
    try {
      return { ...line, detail: await json<PolicyDetail>(toPolicyPath(line.name)) };
    } catch (error) {
      if (isCode(error, "policy_unknown")) return { ...line, detail: undefined };
      throw error;
    }
  }));
}

function toPolicyPath(name: string): string {
  return `/v1/policies/${encodeURIComponent(name)}`;
}

function PolicyList({ item }: PlaceProps) {
  const { value, error, reload } = useResource(readPolicies, []);
  const chosen = value?.find(({ name }) => name === item)?.detail;
  return (
    <>
      <PlaceHead
        title="Policies"
        about="Named rules about tools, and tool choices. A saved one applies from the next step on, without a deploy."
      />
      {error !== undefined && (
        <Problem title="The policies could not be read." detail={describeError(error)} onRetry={reload} />
      )}
      {value?.length === 0 && (
        <Empty title="No policy" detail="A policy is saved by a request." code={REQUESTS.policy} />
      )}
      {value !== undefined && value.length > 0 && (
        <DataTable
          label="Policies"
          rows={value}
          keyOf={({ name }) => name}
          isCurrent={({ name }) => name === item}
          columns={[
            { title: "Policy", cell: ({ name }) => <a href={placeHref("policies", name)}>{name}</a> },
            {
              title: "Defined",
              cell: ({ origin }) => (
                <Tag tone={origin === "stored" ? "good" : "plain"}>{ORIGINS[origin]}</Tag>
              ),
            },
            { title: "Rules", isNumber: true, cell: ({ detail }) => detail?.rules.length ?? "–" },
            { title: "Agents", cell: ({ detail }) => <AgentLinks names={detail?.agents ?? []} /> },
          ]}
        />
      )}
      {chosen !== undefined && <OnePolicy key={item} policy={chosen} onChange={reload} />}
      {item !== "" && value !== undefined && chosen === undefined && (
        <Problem title={`${item} could not be read.`} detail="There is no such policy." onRetry={reload} />
      )}
    </>
  );
}

function AgentLinks({ names }: { readonly names: readonly string[] }) {
  if (names.length === 0) return <span class="facts">none</span>;
  return (
    <ul class="inline-list">
      {names.map((name) => (
        <li key={name}>
          <a href={placeHref("agents", name)}>{name}</a>
        </li>
      ))}
    </ul>
  );
}

/** What `PUT` takes of a policy. */
type PolicyBody = Pick<PolicyDetail, "description" | "mode" | "rules" | "conditions"> & {
  readonly choice?: NonNullable<PolicyDetail["choice"]>;
};

function toBody({ description, mode, rules, choice, conditions }: PolicyDetail): PolicyBody {
  return { description, mode, rules, conditions, ...(choice === null ? {} : { choice }) };
}

/** The names of the tools that agents have, each once. */
async function listTools(): Promise<readonly string[]> {
  const agents = await listAgents();
  return [...new Set(agents.flatMap(({ tools }) => tools))].sort();
}

interface OnePolicyProps {
  readonly policy: PolicyDetail;
  /** It was stored or removed. */
  readonly onChange: () => void;
}

function OnePolicy({ policy, onChange }: OnePolicyProps) {
  const { name, origin, agents, conditions } = policy;
  const path = toPolicyPath(name);
  const [text, setText] = useState<string>();
  const [refusal, setRefusal] = useState("");
  const [news, setNews] = useState("");
  const source = text ?? JSON.stringify(toBody(policy), null, 2);
  const hasFunction = conditions.some(({ when }) => when === null);
  const mayChange = mayManage && !hasFunction;
  const draft = readDraft(source);
  const tools = useResource(listTools, []);
  const act = async (request: () => Promise<unknown>, done: string) => {
    setRefusal("");
    setNews("");
    try {
      await request();
      setText(undefined);
      setNews(done);
      onChange();
    } catch (failure) {
      setRefusal(
        failure instanceof SyntaxError ? `It is not JSON: ${failure.message}` : describeError(failure),
      );
    }
  };
  const removePolicy = async () => {
    await remove(path);
    try {
      await json<PolicyDetail>(path);
    } catch (failure) {
      if (!isCode(failure, "policy_unknown")) throw failure;
      location.hash = placeHref("policies"); // the store alone had it
    }
  };
  const store = () =>
    act(() => sendBody("PUT", path, JSON.parse(source)), `Saved: ${name} applies from the next step on.`);
  return (
    <section class="panel" aria-labelledby="policy-name">
      <header class="panel-tools">
        <h2 id="policy-name">{name}</h2>
        <p class="facts">
          {ORIGINS[origin]} · {agents.length === 0 ? "no agent names it" : `of ${agents.join(", ")}`}
        </p>
      </header>
      {hasFunction && (
        <p class="place-note">
          A condition of it is a function of the deployment: it can be changed there alone.
        </p>
      )}
      {mayChange && draft === undefined && (
        <p class="place-note" role="status">
          The JSON is no policy that these fields can hold: change it below.
        </p>
      )}
      {mayChange && draft !== undefined && (
        <PolicyForm
          draft={draft}
          tools={tools.value ?? []}
          onChange={(changes) => setText(writeDraft(source, changes))}
        />
      )}
      <details class="card-fold" open>
        <summary>JSON</summary>
        <label class="stacked">
          <span>Policy, as JSON</span>
          <textarea
            class="json editor"
            rows={source.split("\n").length + 1}
            value={source}
            spellcheck={false}
            readOnly={!mayChange}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
      </details>
      {refusal !== "" && <Problem title="Nothing was saved." detail={refusal} />}
      {news !== "" && <p class="place-note" role="status">{news}</p>}
      {mayManage && (
        <div class="row-tools">
          <button
            type="button"
            class="primary"
            aria-disabled={text === undefined || !mayChange}
            onClick={() => text !== undefined && mayChange && void store()}
          >
            Save
          </button>
          {text !== undefined && (
            <button type="button" class="quiet" onClick={() => setText(undefined)}>Discard</button>
          )}
          {origin === "stored" && (
            <ConfirmButton
              title="Remove"
              question={`Remove ${name}?`}
              confirm={`Remove ${name}`}
              onConfirm={() => void act(removePolicy, `Removed: what ${name} is in code applies again.`)}
            />
          )}
        </div>
      )}
      {!hasFunction && <PolicyCheck name={name} text={source} />}
    </section>
  );
}
