// What a server says when it listens: text for a person, fields of one log line for a deployment.

import { EXAMPLE_MODEL } from "../core/model/example_model.ts";
import { FEWER_TOOLS, MANY_TOOLS, manyToolsText } from "../core/tool/many_tools.ts";
import type { DeploymentFacts, ModelFacts } from "../deps/facts.ts";
import { mistypedText } from "../deps/mistyped.ts";
import { type UnpricedBudget, unpricedText } from "../deps/unpriced.ts";
import type { EnvFile } from "./env_file.ts";

/** What a greeting is made from. */
export interface GreetingFacts extends DeploymentFacts {
  /** Where the server listens, without a slash at the end. */
  readonly url: string;
  /** `closed`: no client is served until keys are set. `keys`: a caller needs one. `own`: `authenticate` finds the callers. */
  readonly access: "served" | "keys" | "own" | "closed";
  readonly envFile: EnvFile;
}

/** Most lines of agents; the others are counted. */
const MOST_AGENTS = 4;

/** Most variables that look mistyped; the others are counted. */
const MOST_MISTYPED = 3;

/** At most 15 lines for at most two models. The last can be pasted into a shell, where it is known what a caller sends. */
export function greetingText(facts: GreetingFacts): string {
  const { url, access, store, where, agents, mistyped, unpriced, budgetConflicts, models, envFile } = facts;
  if (access === "closed") {
    const reason = `Treadle listens on ${url} and is closed: set TREADLE_API_KEYS.`;
    return [reason, ...mistyped.slice(0, MOST_MISTYPED).map((name) => `  typo    ${mistypedText(name)}`)]
      .join("\n");
  }
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ["page", [`${url}/`]],
    ["model", models.map((model) => modelText(model, envFile))],
    ["store", [where === "" ? store : `${store}, ${where}`]],
    ["env", [envFileText(envFile)]],
    ["agents", capLines(agents.map(agentText), MOST_AGENTS)],
    ["tools", capLines(manyTools(agents), MOST_AGENTS)],
    ["typo", capLines([...models.flatMap(meantText), ...mistyped.map(mistypedText)], MOST_MISTYPED)],
    ["budget", capLines([...unpriced.map(budgetText), ...budgetConflicts], MOST_AGENTS)],
  ];
  const lines = rows.flatMap(([title, values]) =>
    values.map((value, index) => `  ${(index === 0 ? title : "").padEnd(7)} ${value}`)
  );
  const paste = access === "own" ? [] : ["Or paste this:", curlLine(facts)];
  return ["Treadle listens.", ...lines, ...paste].join("\n");
}

/** The same facts for the log. */
export function greetingFields(facts: GreetingFacts): Record<string, string> {
  const { url, access, models, store, where, agents, envFile } = facts;
  return {
    url,
    access,
    models: models.map((model) => meantText(model)[0] ?? `${model.ref}: ${keyText(model.key)}`).join("; "),
    store: where === "" ? store : `${store}, ${where}`,
    env: envFileText(envFile),
    agents: agents.map(agentText).join("; "),
  };
}

function meantText({ ref, meant }: ModelFacts): string[] {
  return meant === undefined ? [] : [`${ref}: did you mean ${meant}?`];
}

function modelText({ ref, key }: ModelFacts, envFile: EnvFile): string {
  const file = envFile.type === "none" ? ".env" : envFile.path;
  if (key.type === "missing") {
    return key.variable === undefined
      ? `${ref}: ${key.message}`
      : `${ref}: no key. Write this line into ${file}: ${key.variable}=<your key>`;
  }
  if (!ref.startsWith("scripted/")) return `${ref}: ${keyText(key)}`;
  return `${ref}, which needs no key. For a real one, in ${file}: OPENAI_API_KEY=<your key> and TREADLE_MODEL=${EXAMPLE_MODEL}`;
}

function keyText(key: ModelFacts["key"]): string {
  switch (key.type) {
    case "set":
      return "its key is set";
    case "not_needed":
      return "it needs no key";
    case "missing":
      return key.message;
  }
}

/** `demo: get_weather, convert_units`. */
export function agentText({ name, tools }: DeploymentFacts["agents"][number]): string {
  return `${name}: ${tools.join(", ") || "no tools"}`;
}

/** A line for each agent whose prompts have more tools than a model chooses well among. */
export function manyTools(agents: DeploymentFacts["agents"]): readonly string[] {
  return agents.filter(({ tools }) => tools.length > MANY_TOOLS).map(({ name, tools }) =>
    `${manyToolsText(name, tools.length)}: ${FEWER_TOOLS}`
  );
}

function budgetText(unpriced: UnpricedBudget): string {
  return `${
    unpricedText(unpriced)
  } has no price, so a budget in dollars refuses its steps; set TREADLE_PRICES`;
}

function envFileText(envFile: EnvFile): string {
  switch (envFile.type) {
    case "read":
      return `${envFile.path}, ${envFile.count} variable${envFile.count === 1 ? "" : "s"}`;
    case "ignored":
      return `${envFile.path} is there and was not read: add --env-file behind deno run or deno serve`;
    case "none":
      return "no file";
  }
}

function capLines(lines: readonly string[], most: number): readonly string[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), `and ${lines.length - most + 1} more`];
}

/** A request that can be pasted into a shell. */
export function curlLine({ url, access, agents }: Pick<GreetingFacts, "url" | "access" | "agents">): string {
  const key = access === "keys" ? ` -H "authorization: Bearer $TREADLE_KEY"` : "";
  const agent = agents.find(({ name }) => name === "demo") ?? agents[0];
  const input = agent?.name === "demo" ? "What is the weather in Paris?" : "Hello";
  const body = JSON.stringify({ agent: agent?.name ?? "demo", input, until: "done" });
  return `curl -sN ${url}/v1/threads/hello/steps${key} -H 'content-type: application/json' -H 'accept: text/event-stream' -d '${body}'`;
}
