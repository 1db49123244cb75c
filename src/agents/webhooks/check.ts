// What is wrong with the webhook templates of an agent: found where YAML is compiled, and where the door `webhooks()` is opened.

import * as z from "zod/mini";
import { toPointer } from "../../core/problems.ts";
import { parsePointer } from "../../core/webhook/pointer.ts";
import type { WebhookTemplate } from "../../core/webhook/template.ts";
import { parseText } from "../../core/webhook/text.ts";
import { listFindings } from "../_checked.ts";
import { type Finding, invalid, nameSubject, show, within } from "../_invalid.ts";
import type { CallableTools } from "../../core/tool/callable_tools.ts";
import { runChoiceFindings } from "./run_choice.ts";
import { templateSchema } from "./schema.ts";

/** Most templates of an agent. */
const MOST_TEMPLATES = 64;

const listSchema = z.array(templateSchema).check(z.maxLength(MOST_TEMPLATES));

/**
 * Refuses an agent whose templates could not be read.
 *
 * @throws {AgentError} agent_invalid, with every problem and its pointer below `/webhooks`
 */
export function assertTemplates(
  agent: CallableTools & { readonly name: string; readonly webhooks?: readonly WebhookTemplate[] },
  triggers: readonly string[],
): void {
  const findings = webhookFindings(agent.webhooks, agent, triggers);
  if (findings.length > 0) throw invalid(nameSubject("Agent", agent.name), within("/webhooks", findings));
}

/**
 * Everything that is wrong with templates. Without `triggers` their names are not compared: a file does not know those of the
 * deployment.
 */
export function webhookFindings(
  templates: readonly WebhookTemplate[] | undefined,
  agent: CallableTools,
  triggers?: readonly string[],
): Finding[] {
  if (templates === undefined) return [];
  const shape = listFindings(listSchema, templates);
  if (shape.length > 0) return shape;
  return templates.flatMap((template, index) =>
    within(`/${index}`, [
      ...triggerFindings(template.trigger, triggers),
      ...eventFindings(template.event),
      ...[template.where, template.unless].flatMap((tests, at) =>
        Object.keys(tests ?? {}).flatMap((pointer) => pointerFindings(at === 0 ? "where" : "unless", pointer))
      ),
      ...textFindings(["thread"], template.thread),
      ...textFindings(["input"], template.input),
      ...Object.entries(template.metadata ?? {}).flatMap(([key, text]) =>
        textFindings(["metadata", key], text)
      ),
      ...runChoiceFindings(template.toolChoice, agent),
    ])
  );
}

function triggerFindings(trigger: string, triggers: readonly string[] | undefined): Finding[] {
  if (triggers === undefined || triggers.includes(trigger)) return [];
  const detail = `there is no trigger ${JSON.stringify(trigger)}`;
  const fix = triggers.length === 0
    ? "name it in webhooks({ triggers }), or set the secret of its sender."
    : `write ${triggers.join(" or ")}, or name it in webhooks({ triggers }).`;
  return [{ pointer: "/trigger", detail, fix }];
}

function eventFindings(event: WebhookTemplate["event"]): Finding[] {
  const patterns = event === undefined ? [] : typeof event === "string" ? [event] : event;
  return patterns.filter((pattern) => pattern.slice(0, -1).includes("*")).map((pattern) => ({
    pointer: "/event",
    detail: `${show(pattern)} has a * before its end`,
    fix: "write one * at the end, or the whole event.",
  }));
}

function pointerFindings(part: "where" | "unless", pointer: string): Finding[] {
  if (parsePointer(pointer) !== undefined) return [];
  const detail = `${show(pointer)} is no JSON pointer`;
  return [{ pointer: toPointer([part, pointer]), detail, fix: "write one such as /issue/user/login." }];
}

function textFindings(path: readonly string[], text: string | undefined): Finding[] {
  const read = text === undefined ? undefined : parseText(text);
  return read === undefined || read.ok
    ? []
    : [{ pointer: toPointer(path), detail: read.detail, fix: read.fix }];
}
