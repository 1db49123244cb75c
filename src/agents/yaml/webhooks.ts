// The webhook templates of an agent in YAML.

import type { WebhookTemplate } from "../../core/webhook/template.ts";
import type { CallableTools } from "../../core/tool/callable_tools.ts";
import { webhookFindings } from "../webhooks/check.ts";
import { omitUndefined } from "../_keys.ts";
import type { AgentFile } from "./file_schema.ts";
import { type Reading, reportFindings } from "./report.ts";

/** The templates of the file; problems are reported. That their triggers exist is checked when a deployment is built. */
export function readWebhooks(
  { spec: { webhooks } }: AgentFile,
  agent: CallableTools,
  reading: Reading,
): readonly WebhookTemplate[] | undefined {
  if (webhooks === undefined) return undefined;
  const templates = webhooks.map(({ tool_choice: toolChoice, ...template }): WebhookTemplate =>
    omitUndefined({ ...template, toolChoice })
  );
  const findings = webhookFindings(templates, agent).map((finding) => ({
    ...finding,
    pointer: finding.pointer.replace(/\/toolChoice$/, "/tool_choice"),
  }));
  reportFindings(["spec", "webhooks"], findings, reading);
  return findings.length === 0 ? templates : undefined;
}
