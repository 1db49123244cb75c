// The starters of `treadle new`: projects by their job. Each is laid over the template of its platform.

import { CommandError } from "../command_error.ts";
import type { Template } from "./templates.ts";

/** A folder of templates/starters/. */
export type Starter = keyof typeof STARTERS;

/** The templates that starters are laid over. */
export type StarterTemplate = typeof STARTER_TEMPLATES[number];

/** Every starter, with the line that a list has. */
export const STARTERS = {
  "webhook-triage": "a GitHub issue is labelled and answered, and closed when a person approves",
  "scheduled-report": "the sales of a day are read, compared and reported, every morning",
  "support-chat": "a chat for customers with useChat, their own sign-in, and staff who approve refunds",
  "team-bot": "a bot in Slack that answers from a handbook, and opens tickets when a button approves",
  "data-tools": "an agent that answers from data by queries, whose tools clients of MCP use as well",
} as const satisfies Readonly<Record<string, string>>;

/** The names, as the help lists them. */
export const STARTER_NAMES: readonly Starter[] = Object.keys(STARTERS).filter(isStarter);

/** `hono` is an app of its own, whose entry and users no starter knows. */
export const STARTER_TEMPLATES = ["deno", "cloudflare"] as const;

/** True for a template that starters are laid over. */
export function isStarterTemplate(template: Template): template is StarterTemplate {
  return STARTER_TEMPLATES.some((each) => each === template);
}

/**
 * The starter of that name; undefined without a name.
 *
 * @throws {CommandError} starter_unknown
 */
export function findStarter(name: string | undefined): Starter | undefined {
  if (name === undefined || isStarter(name)) return name;
  throw new CommandError(
    "starter_unknown",
    `There is no starter "${name}". Fix: --starter ${STARTER_NAMES.join(", --starter ")}`,
  );
}

/**
 * The template, as one that the starter is laid over.
 *
 * @throws {CommandError} template_unsupported
 */
export function assertStarterTemplate(starter: Starter, template: Template): StarterTemplate {
  if (isStarterTemplate(template)) return template;
  throw new CommandError(
    "template_unsupported",
    `The starter ${starter} is not made for the template ${template}. Fix: --template ${
      STARTER_TEMPLATES.join(" or --template ")
    }`,
  );
}

function isStarter(name: string): name is Starter {
  return Object.hasOwn(STARTERS, name);
}
