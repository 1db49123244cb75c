// What makes a command of `treadle` fail by itself, beside the errors of the package.

import type { JsonObject } from "../core/json.ts";

/** Every code of a command's own. */
export type CommandErrorCode =
  | "agents_invalid"
  | "agents_stale"
  | "agents_unknown"
  | "backup_exists"
  | "backup_invalid"
  | "command_line_invalid"
  | "deno_needed"
  | "docs_missing"
  | "door_missing"
  | "entry_missing"
  | "env_file_missing"
  | "export_invalid"
  | "file_unreadable"
  | "evaluation_unreadable"
  | "evaluations_missing"
  | "folder_not_empty"
  | "name_invalid"
  | "npx_missing"
  | "option_unknown"
  | "package_missing"
  | "page_missing"
  | "page_unknown"
  | "place_unknown"
  | "port_in_use"
  | "port_invalid"
  | "server_ended"
  | "server_unreachable"
  | "starter_unknown"
  | "template_unknown"
  | "template_unsupported"
  | "tenant_unknown"
  | "tools_invalid"
  | "waiting_call_unclear";

/** A refusal of a command: what happened, to what, and what to do. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly code: CommandErrorCode;
  /** Fields beside `code` and `message` in the JSON of --json. */
  readonly details: JsonObject;

  constructor(code: CommandErrorCode, message: string, details: JsonObject = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}
