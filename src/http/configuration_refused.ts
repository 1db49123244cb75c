// A deployment with a wrong configuration: its log line, and the response to every request.

import { AgentError } from "../core/error.ts";
import type { Log } from "../core/ports.ts";
import { problemResponse } from "./errors.ts";

/** The reason names variables, so it goes to the log only. */
export function logConfiguration({ code, message }: AgentError, log: Log): void {
  log("error", "wrong configuration", { code, reason: message });
}

/** 500 config_invalid. */
export function configurationRefused(): Response {
  const error = new AgentError(
    "config_invalid",
    "The configuration of this deployment is wrong; its log names the variables.",
  );
  return problemResponse(error, crypto.randomUUID());
}
