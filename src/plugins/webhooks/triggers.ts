// The triggers of a deployment: options and environment, checked when the door is opened.

import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import { NAME, TENANT } from "../../core/text/id.ts";
import type { EnvSource } from "../../core/tool/bindings.ts";
import { hmac, hmacProblems } from "../../triggers/hmac.ts";
import type { Trigger } from "../../triggers/trigger.ts";
import { TRIGGERS } from "../../triggers/triggers.ts";
import type { Access } from "../../http/access/access.ts";
import { CUSTOMARY, type HmacTrigger, type KnownTrigger, type WebhooksOptions } from "./options.ts";
import { findOnlyTenant } from "../../http/access/only_tenant.ts";

/** A trigger that verifies deliveries. */
export interface OpenTrigger {
  /** Its name in URLs and templates. */
  readonly name: string;
  readonly scheme: Trigger;
  readonly secrets: readonly string[];
  readonly windowMs: number;
  readonly tenant: string;
}

/** Most milliseconds of a window: a delivery is recognised for longer. */
const MOST_WINDOW_MS = 86_400_000;

/** Most secrets of a trigger. */
const MOST_SECRETS = 5;

/** What triggers are opened for. */
interface TriggerSetup {
  readonly env: EnvSource;
  readonly access: Access;
  readonly agents: Iterable<Agent>;
}

/**
 * The triggers of the options, or those whose customary variables are set. Where it is not clear whose threads a customary trigger
 * makes, it is on only when a template names it, and refused then: its variables may be there for `qstash()` or another program.
 *
 * @throws {AgentError} config_invalid, with everything that is wrong; values are left out
 */
export function openTriggers(
  { triggers }: WebhooksOptions,
  { env, access, agents }: TriggerSetup,
): ReadonlyMap<string, OpenTrigger> {
  const problems: string[] = [];
  const opened = new Map<string, OpenTrigger>();
  const named = new Set([...agents].flatMap(({ webhooks = [] }) => webhooks.map(({ trigger }) => trigger)));
  const only = findOnlyTenant(access, env);
  if (triggers === undefined) problems.push(...[...named].flatMap((name) => missingSecret(name, env)));
  for (const [name, trigger] of Object.entries(triggers ?? customary(env))) {
    if (triggers === undefined && only === undefined && !named.has(name)) continue;
    const refuse = (detail: string) =>
      void problems.push(`webhooks: trigger ${JSON.stringify(name)}: ${detail}`);
    if (typeof trigger !== "object" || trigger === null) {
      refuse("must be {scheme, secrets}");
      continue;
    }
    if (!NAME.test(name)) refuse("its name must be letters, digits, dots, _ and -");
    const scheme = findScheme(trigger, refuse);
    const secrets = readSecrets(trigger, scheme, env, refuse);
    const { windowMs = scheme?.windowMs ?? 0 } = trigger;
    if (!Number.isInteger(windowMs) || windowMs < 0 || windowMs > MOST_WINDOW_MS) {
      refuse(`windowMs must be whole milliseconds up to ${MOST_WINDOW_MS}`);
    }
    if (trigger.tenant !== undefined && !TENANT.test(trigger.tenant)) {
      refuse("tenant must be 1 to 64 letters, digits, _ and -");
    }
    const tenant = trigger.tenant ?? only;
    if (tenant === undefined) refuse("the deployment has several tenants; name its tenant");
    if (scheme !== undefined && tenant !== undefined) {
      opened.set(name, { name, scheme, secrets, windowMs, tenant });
    }
  }
  if (problems.length > 0) throw new AgentError("config_invalid", `${problems.join("; ")}.`);
  return opened;
}

/** The variable that a template needs whose trigger is on when it is set. */
function missingSecret(name: string, env: EnvSource): string[] {
  const [variable] = Object.hasOwn(CUSTOMARY, name) ? CUSTOMARY[name]?.variables ?? [] : [];
  return variable === undefined || hasValue(env, variable)
    ? []
    : [`webhooks: trigger ${JSON.stringify(name)}: a template names it, and ${variable} is not set`];
}

function hasValue(env: EnvSource, variable: string): boolean {
  return env[variable] !== undefined && env[variable] !== "";
}

/** The triggers whose first variable is set. */
function customary(env: EnvSource): Readonly<Record<string, KnownTrigger>> {
  const isSet = (variable: string) => hasValue(env, variable);
  return Object.fromEntries(
    Object.entries(CUSTOMARY).filter(([, { variables: [first] }]) => isSet(first))
      .map(([name, { scheme, variables }]) => [name, { scheme, secrets: variables.filter(isSet) }]),
  );
}

function findScheme(
  trigger: KnownTrigger | HmacTrigger,
  refuse: (detail: string) => void,
): Trigger | undefined {
  if (trigger.scheme === "hmac") {
    const problems = hmacProblems(trigger);
    problems.forEach(refuse);
    return problems.length === 0 ? hmac(trigger) : undefined;
  }
  if (Object.hasOwn(TRIGGERS, trigger.scheme)) return TRIGGERS[trigger.scheme];
  refuse(`scheme must be ${[...Object.keys(TRIGGERS), "hmac"].join(", ")}`);
  return undefined;
}

function readSecrets(
  { secrets: names }: KnownTrigger | HmacTrigger,
  scheme: Trigger | undefined,
  env: EnvSource,
  refuse: (detail: string) => void,
): string[] {
  if (!Array.isArray(names) || names.length === 0 || names.length > MOST_SECRETS) {
    refuse(`secrets must be a list of 1 to ${MOST_SECRETS} names of environment variables`);
    return [];
  }
  return names.flatMap((variable) => {
    const secret = env[variable];
    if (typeof secret !== "string" || secret === "") {
      refuse(`${variable} is not set`);
      return [];
    }
    const problem = scheme?.secretProblem(secret);
    if (problem !== undefined) refuse(`${variable} ${problem}`);
    return [secret];
  });
}
