// The settings of one MCP server, checked when the agent is defined.

import { AgentError, type Problem } from "../../../core/error.ts";
import type { Effect } from "../../../core/tool.ts";
import { EFFECTS } from "../../../core/tool.ts";
import type { EnvSource } from "../../../core/tool/bindings.ts";
import { NAME } from "../../../core/text/id.ts";

/**
 * Which tools need the approval of a person. `destructive` (the default): those that are not read-only, unless the server
 * declares `destructiveHint: false`. A list: the tools of these names, as the server names them.
 */
export type McpApproval = "destructive" | "always" | "never" | readonly string[];

/** An address, or the name of the environment variable that has it: one address for each deployment of the same agent. */
export type McpUrl = string | { readonly env: string };

/** An MCP server as its author writes it. */
export interface McpServerDefinition {
  /** Of the form of tool names, at most 32 characters. */
  readonly name: string;
  /** The endpoint of streamable HTTP: https, or http to a host that the deployment allows to be private. A variable is read by the step. */
  readonly url: McpUrl;
  /** The name of the environment variable with the bearer token. The token itself is refused. */
  readonly token?: string;
  /** Users authorize the server by OAuth; in place of `token`. `{}` registers this deployment by itself. */
  readonly oauth?: McpOAuth;
  /** Sent with every request. Not for secrets: they are part of the record. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The tools that are offered, by the server's names; all by default. */
  readonly only?: readonly string[];
  /** The tools that are not offered. */
  readonly except?: readonly string[];
  /** What the names of the tools begin with; the name and a dot by default. */
  readonly prefix?: string;
  readonly approval?: McpApproval;
  /** The effect classes of tools by the server's names, in place of those that their annotations mean. */
  readonly effects?: Readonly<Record<string, Effect>>;
  /** Milliseconds until a call fails with `timeout`; 30,000 by default. */
  readonly timeoutMs?: number;
  /** Tools that are offered at most; 64 by default, at most 256. */
  readonly maxTools?: number;
  /** True: a step goes on without the tools when the server was never reached. False by default: it is refused. */
  readonly optional?: boolean;
  /** True: apps of the server show calls of its tools (the extension io.modelcontextprotocol/ui); the plugin `mcpApps` serves them. */
  readonly apps?: boolean;
}

/** How this deployment is known to the authorization server. */
export interface McpOAuth {
  /** The name of the environment variable with the client id; left out: the deployment registers itself (RFC 7591). */
  readonly clientId?: string;
  /** The name of the environment variable with the client secret. */
  readonly clientSecret?: string;
  /** Scopes with spaces between them; those that the server names by default. */
  readonly scope?: string;
}

/** The settings with their defaults, and the address that the deployment has. */
export interface McpSettings extends Omit<McpServerDefinition, "url"> {
  readonly url: string;
  readonly prefix: string;
  readonly approval: McpApproval;
  readonly effects: Readonly<Record<string, Effect>>;
  readonly timeoutMs: number;
  readonly maxTools: number;
  readonly optional: boolean;
}

/** The settings with their defaults as they are defined: the address may be a variable. */
export interface McpDeclared extends Omit<McpSettings, "url"> {
  readonly url: McpUrl;
}

const KEYS = [
  "name",
  "url",
  "token",
  "oauth",
  "headers",
  "only",
  "except",
  "prefix",
  "approval",
  "effects",
  "timeoutMs",
  "maxTools",
  "optional",
  "apps",
];

/** Headers that the client sets. */
const RESERVED = /^(?:authorization|cookie|content-type|content-length|accept|host|mcp-.*)$/i;
const PREFIX = /^[A-Za-z_][A-Za-z0-9_.-]{0,31}$/;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;
const MOST_MS = 600_000;
const MOST_TOOLS = 256;

/**
 * The settings with their defaults.
 *
 * @throws {AgentError} agent_invalid, with every problem
 */
export function readSettings(definition: McpServerDefinition): McpDeclared {
  if (typeof definition !== "object" || definition === null) {
    throw refused("An MCP server", [{ pointer: "", detail: "is no object with a name and a url" }]);
  }
  const problems = findProblems(definition);
  const { name } = definition;
  const isNamed = !problems.some(({ pointer }) => pointer === "/name");
  if (problems.length > 0) throw refused(isNamed ? `The MCP server ${name}` : "An MCP server", problems);
  return {
    ...definition,
    prefix: definition.prefix ?? `${name}.`,
    approval: definition.approval ?? "destructive",
    effects: definition.effects ?? {},
    timeoutMs: definition.timeoutMs ?? 30_000,
    maxTools: definition.maxTools ?? 64,
    optional: definition.optional ?? false,
  };
}

/**
 * The settings with the address of the server, as the deployment has it.
 *
 * @throws {AgentError} config_invalid - the variable is missing, or is no address; its value is not in the message
 */
export function withAddress(settings: McpDeclared, env: EnvSource): McpSettings {
  const { name, url } = settings;
  if (typeof url === "string") return { ...settings, url };
  const address = readVariable(url.env, name, env);
  const problem = addressProblem(address);
  if (problem === undefined) return { ...settings, url: address };
  throw new AgentError("config_invalid", `${url.env}, the url of the server of tools ${name}, ${problem}`);
}

/**
 * The value of a variable that a server needs.
 *
 * @throws {AgentError} config_invalid - the deployment has no such text
 */
export function readVariable(variable: string, server: string, env: EnvSource): string {
  const value = Object.hasOwn(env, variable) ? env[variable] : undefined;
  if (typeof value === "string" && value !== "") return value;
  throw new AgentError("config_invalid", `Set ${variable}: the server of tools ${server} needs it.`);
}

/** The variables that a server reads, by name. */
export function listVariables({ url, token }: McpDeclared): readonly string[] {
  return [...typeof url === "string" ? [] : [url.env], ...token === undefined ? [] : [token]];
}

function refused(what: string, problems: readonly Problem[]): AgentError {
  const lines = problems.map(({ pointer, detail }) => `  ${pointer || "(the whole)"} ${detail}`).join("\n");
  return new AgentError("agent_invalid", `${what} is not defined right:\n${lines}`, { problems });
}

function findProblems(definition: McpServerDefinition): Problem[] {
  const { name, url, token, headers, only, except, prefix, approval, effects } = definition;
  const problems: Problem[] = Object.keys(definition).filter((key) => !KEYS.includes(key)).map((key) => ({
    pointer: `/${key}`,
    detail: "is not a part of an MCP server; remove it.",
  }));
  const check = (key: keyof McpServerDefinition, isFine: boolean, detail: string) => {
    if (definition[key] !== undefined && !isFine) problems.push({ pointer: `/${key}`, detail });
  };
  if (typeof name !== "string" || !NAME.test(name) || name.length > 32) {
    problems.push({ pointer: "/name", detail: "must be a name of at most 32 letters, digits, _, . and -." });
  }
  const wrongUrl = urlProblem(url);
  if (wrongUrl !== undefined) problems.push({ pointer: "/url", detail: wrongUrl });
  check(
    "token",
    typeof token === "string" && VARIABLE.test(token),
    "must be the name of an environment variable.",
  );
  check(
    "oauth",
    isOAuth(definition.oauth),
    "must have clientId and clientSecret as names of variables, and scope.",
  );
  check("oauth", token === undefined, "goes without token: users have tokens of their own.");
  check("prefix", typeof prefix === "string" && PREFIX.test(prefix), "must be the beginning of a tool name.");
  check("headers", isHeaders(headers), "must be header names and texts, none that the client sets itself.");
  check("only", isNames(only), "must be a list of the server's names of tools.");
  check("except", isNames(except), "must be a list of the server's names of tools.");
  const isMode = approval === "destructive" || approval === "always" || approval === "never";
  check("approval", isMode || isNames(approval), "must be destructive, always, never or a list of names.");
  check("effects", isEffects(effects), "must have pure, keyed or once for names of tools.");
  check(
    "timeoutMs",
    isWhole(definition.timeoutMs, MOST_MS),
    `must be a whole number from 1 to ${MOST_MS}.`,
  );
  check(
    "maxTools",
    isWhole(definition.maxTools, MOST_TOOLS),
    `must be a whole number from 1 to ${MOST_TOOLS}.`,
  );
  check("apps", typeof definition.apps === "boolean", "must be true or false.");
  check("optional", typeof definition.optional === "boolean", "must be true or false.");
  return problems;
}

function urlProblem(url: unknown): string | undefined {
  if (typeof url !== "object" || url === null) return addressProblem(url);
  const { env, ...others } = Object(url);
  return typeof env === "string" && VARIABLE.test(env) && Object.keys(others).length === 0
    ? undefined
    : "must be an https URL, or { env } with the name of an environment variable.";
}

function addressProblem(text: unknown): string | undefined {
  if (typeof text !== "string" || !URL.canParse(text)) return "must be an https URL.";
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return "holds credentials; name a variable in token.";
  if (url.hash !== "") return "has a fragment; remove it.";
  // Whether http is good for the host is the deployment's to say: src/outbound refuses it by default.
  return url.protocol === "https:" || url.protocol === "http:" ? undefined : "must be an https URL.";
}

function isHeaders(headers: unknown): boolean {
  if (typeof headers !== "object" || headers === null) return false;
  return Object.entries(headers).every(([name, value]) =>
    /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && !RESERVED.test(name) && typeof value === "string" &&
    /^[\x20-\x7e]*$/.test(value)
  );
}

function isOAuth(oauth: unknown): boolean {
  if (typeof oauth !== "object" || oauth === null) return false;
  return Object.entries(oauth).every(([key, value]) => {
    if (typeof value !== "string") return false;
    return key === "scope"
      ? value !== ""
      : ["clientId", "clientSecret"].includes(key) && VARIABLE.test(value);
  });
}

function isNames(names: unknown): boolean {
  return Array.isArray(names) && names.every((name) => typeof name === "string" && name !== "");
}

function isEffects(effects: unknown): boolean {
  if (typeof effects !== "object" || effects === null) return false;
  return Object.values(effects).every((effect) => EFFECTS.some((known) => known === effect));
}

function isWhole(value: unknown, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
}
