// The command to type after an error, by its code. Where none mends it, the help of the command that failed.

import type { Command } from "commander";
import type { TreadleCode } from "../react/client/mod.ts";
import type { CommandErrorCode } from "./command_error.ts";

/** The id of the thread that a command line names; a placeholder for any other. */
type NextOf = (thread: string) => string;

const INBOX = () => "treadle inbox list";
const KEY = () => "export TREADLE_KEY=<one of the keys of the deployment's TREADLE_API_KEYS>";
const KEYS = () => "treadle keys list";
const POLICIES = () => "treadle policies list";
const SERVE = () => "treadle dev";
const SHOW: NextOf = (thread) => `treadle threads show ${thread}`;
const THREADS = () => "treadle threads list";

const NEXT: Readonly<Partial<Record<CommandErrorCode | TreadleCode, NextOf>>> = {
  // Of commands.
  agents_stale: () => "treadle agents",
  agents_unknown: () => "treadle agents <folder>",
  backup_exists: () => "treadle backup --from <store> --to <another file>",
  backup_invalid: () => "treadle backup --from <store> --to <file>",
  door_missing: () => "treadle doctor",
  entry_missing: () => "treadle new my-agent",
  env_file_missing: () => "treadle doctor",
  export_invalid: () => "treadle threads export <thread> --out <folder>",
  evaluations_missing: () => "treadle eval record <thread> --out first.eval.json",
  folder_not_empty: () => "treadle new <another folder>",
  name_invalid: () => "treadle new my-agent",
  page_unknown: () => "treadle docs",
  port_in_use: () => "treadle open",
  server_ended: () => "treadle doctor",
  server_unreachable: SERVE,
  starter_unknown: () => "treadle new <folder> --starter webhook-triage",
  template_unknown: () => "treadle new <folder> --template deno",
  template_unsupported: () => "treadle new <folder> --template deno",
  waiting_call_unclear: INBOX,
  // Of the connection.
  connection_failed: SERVE,
  response_invalid: () => "treadle doctor --url <url>",
  stream_cut: SHOW,
  unauthorized: KEY,
  token_invalid: KEY,
  token_expired: () => "treadle tokens create --agent <name> --user <user>",
  // Of what is not there.
  agent_unknown: () => `treadle run "..." --agent <name>`,
  thread_unknown: THREADS,
  schedule_unknown: () => "treadle schedules list",
  agent_paused: () => "treadle pauses",
  key_unknown: KEYS,
  key_exists: KEYS,
  key_limit: KEYS,
  policy_unknown: POLICIES,
  policy_invalid: POLICIES,
  catalogue_unknown: () => "treadle catalogue publish <catalogue> <files...>",
  catalogue_tool_unknown: () => "treadle catalogue list <catalogue>",
  endpoint_unknown: () => "treadle webhooks list",
  delivery_unknown: () => "treadle webhooks deliveries",
  // Of the state of a thread.
  call_unknown: SHOW,
  version_unknown: SHOW,
  approval_decided: SHOW,
  approval_expired: SHOW,
  approval_required: INBOX,
  nothing_to_do: (thread) => `treadle run "..." --thread ${thread}`,
  thread_busy: (thread) => `treadle threads tail ${thread}`,
  input_queued: (thread) => `treadle threads tail ${thread}`,
  budget_exhausted: () => "treadle usage",
  budget_reserved: () => "treadle usage",
  // Of the model.
  model_auth: () => "treadle doctor",
  model_quota: () => "treadle doctor",
  model_network: () => "treadle doctor",
};

/** The command to type after an error with this code in a command; `treadle --help` where no command was found. */
export function nextCommand(code: string, command?: Command): string {
  const next = Object.hasOwn(NEXT, code) ? NEXT[code as keyof typeof NEXT] : undefined;
  return next?.(findThread(command)) ?? `${["treadle", ...listCommandNames(command)].join(" ")} --help`;
}

/** The names of a command below the program: `["threads", "list"]`. */
export function listCommandNames(command: Command | undefined): readonly string[] {
  return command?.parent ? [...listCommandNames(command.parent), command.name()] : [];
}

/** The thread of the command line: an argument of that name, or the option. */
function findThread(command: Command | undefined): string {
  const place = command?.registeredArguments.findIndex((argument) => THREAD_NAMES.has(argument.name())) ?? -1;
  const given: unknown = place >= 0 ? command?.processedArgs[place] : command?.opts().thread;
  const [one, ...others]: readonly unknown[] = Array.isArray(given) ? given : [given];
  return typeof one === "string" && others.length === 0 ? one : "<thread>";
}

/** What arguments are called that are the id of a thread, or several. */
const THREAD_NAMES: ReadonlySet<string> = new Set(["id", "ids", "thread"]);
