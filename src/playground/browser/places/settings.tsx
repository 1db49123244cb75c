// Who the page acts as, what it may do, how it looks, what it keeps in this browser, and what serves it.

import { useState } from "preact/hooks";
import type { DeploymentView } from "../../../core/contract/deployment.ts";
import { caller, mayManage, scopes } from "../api/api.ts";
import { BASE, hasKey, json, rememberKey } from "../api/http.ts";
import { PlaceHead } from "../components/place_head.tsx";
import { useResource } from "../components/resource.ts";
import { Tag } from "../components/tag.tsx";
import { browserStorage, keptNames, tabStorage } from "../storage.ts";
import { chooseTheme, chosenTheme } from "../theme.ts";

/** What each scope permits. */
const SCOPES: Readonly<Record<string, string>> = {
  read: "read threads and agents",
  run: "send messages, branch, cancel and delete threads",
  decide: "approve, deny and answer calls",
  manage: "change policies, schedules and webhooks, read usage and analytics, export threads",
};

/** What is kept, by its name. */
const KEPT: Readonly<Record<string, string>> = {
  "treadle.key": "the key or token of this tab",
  "treadle.sent": "the last message of this tab, until a step has read it",
  "treadle.theme": "the theme",
  "treadle.density": "how dense the list of threads is",
  "treadle.places": "that the places are closed",
  "treadle.rail": "that the threads are closed",
  "treadle.inspector": "that the inspector is closed",
};

/** The place. */
export function Settings() {
  return (
    <>
      <PlaceHead title="Settings" about="This page in this browser, and the deployment that serves it." />
      <Access />
      <Theme />
      <Kept />
      <Deployment />
    </>
  );
}

function Access() {
  const [key, setKey] = useState("");
  const use = (event: Event) => {
    event.preventDefault();
    rememberKey(key.trim());
    location.reload();
  };
  const type = caller?.token
    ? "A token"
    : hasKey()
    ? "An API key"
    : "No key: this deployment asks for none here";
  return (
    <section class="settings" aria-labelledby="settings-access">
      <h2 id="settings-access">Access</h2>
      <dl>
        <Fact name="Signed in with">{type}</Fact>
        {caller?.tenant !== undefined && <Fact name="Tenant">{caller.tenant}</Fact>}
        {caller?.key !== undefined && <Fact name="Name in records">{caller.key}</Fact>}
        {caller?.user !== undefined && <Fact name="User">{caller.user}</Fact>}
      </dl>
      <ul class="scopes" aria-label="Scopes">
        {Object.entries(SCOPES).map(([scope, words]) => (
          <li key={scope}>
            <Tag tone={scopes.includes(scope) ? "good" : "plain"}>
              {scopes.includes(scope) ? "granted" : "not granted"}
            </Tag>
            <code>{scope}</code>
            <span>{words}</span>
          </li>
        ))}
      </ul>
      <form class="row-form" onSubmit={use}>
        <input
          type="password"
          aria-label="Another key or token"
          placeholder="Another key or token"
          autocomplete="off"
          required
          value={key}
          onInput={({ currentTarget }) => setKey(currentTarget.value)}
        />
        <button type="submit" class="quiet">Use it</button>
      </form>
    </section>
  );
}

function Theme() {
  const [theme, setTheme] = useState(chosenTheme());
  return (
    <section class="settings" aria-labelledby="settings-theme">
      <h2 id="settings-theme">Theme</h2>
      <label>
        Colours{" "}
        <select
          value={theme}
          onChange={({ currentTarget: { value } }) => {
            chooseTheme(value);
            setTheme(chosenTheme());
          }}
        >
          <option value="">as the system</option>
          <option value="light">light</option>
          <option value="dark">dark</option>
        </select>
      </label>
    </section>
  );
}

function Kept() {
  const [names, setNames] = useState(keptNames());
  const remove = () => {
    for (const name of names) {
      browserStorage.remove(name);
      tabStorage.remove(name);
    }
    setNames(keptNames());
    location.reload(); // without a key the page opens the form for one
  };
  return (
    <section class="settings" aria-labelledby="settings-kept">
      <h2 id="settings-kept">Kept in this browser</h2>
      {names.length === 0 ? <p class="place-note">Nothing.</p> : (
        <>
          <ul class="scopes" aria-label="What is kept">
            {names.map((name) => (
              <li key={name}>
                <code>{name}</code> {KEPT[name] ?? "which parts of the inspector are open"}
              </li>
            ))}
          </ul>
          <button type="button" class="quiet" onClick={remove}>Remove all of it</button>
        </>
      )}
    </section>
  );
}

function Deployment() {
  const { value, error } = useResource(readDeployment, []);
  return (
    <section class="settings" aria-labelledby="settings-deployment">
      <h2 id="settings-deployment">Deployment</h2>
      <dl>
        <Fact name="Address">{location.origin + BASE}</Fact>
        <Fact name="Storage">{error !== undefined ? "cannot be reached" : value?.store ?? ""}</Fact>
        {value?.version !== undefined && <Fact name="Treadle">{value.version}</Fact>}
        {value?.schema !== undefined && <Fact name="Format of threads">{String(value.schema)}</Fact>}
        {value?.runtime !== undefined && <Fact name="Runtime">{value.runtime}</Fact>}
        {value?.agents !== undefined && <Fact name="Agents">{String(value.agents)}</Fact>}
      </dl>
      {!mayManage && (
        <p class="place-note">
          Its version, format and runtime are shown to callers with the scope <code>manage</code>.
        </p>
      )}
      <p>
        <a href={`${BASE}/openapi.json`}>openapi.json</a> has the routes of this deployment, and{" "}
        <a href="#/plugins">its plugins</a> those that they add. <code>treadle docs</code>{" "}
        prints the documentation of the installed version.
      </p>
    </section>
  );
}

/** The health check reaches for the store; the facts do not. */
async function readDeployment(): Promise<Pick<DeploymentView, "store"> & Partial<DeploymentView>> {
  const [health, facts] = await Promise.all([
    json<{ readonly store: string }>("/healthz"),
    mayManage ? json<DeploymentView>("/v1/deployment") : undefined,
  ]);
  return { ...facts, ...health };
}

function Fact({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
