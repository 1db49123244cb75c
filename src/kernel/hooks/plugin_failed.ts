// The error of a plugin that cannot decide: whatever it was asked about does not happen.

import { AgentError } from "../../core/error.ts";

/** `what` says what the plugin did, as `threw in offer`. What it threw is its own business: it is the cause, for the log. */
export function pluginFailed(plugin: string, what: string, cause?: unknown): AgentError {
  return new AgentError("plugin_failed", `The plugin ${plugin} ${what}.`, { cause, details: { plugin } });
}
