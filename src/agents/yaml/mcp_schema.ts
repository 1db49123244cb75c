// The schema of the MCP servers of an agent file.

import * as z from "zod/mini";
import { describeFields } from "../../core/text/field_meanings.ts";
import { EFFECTS } from "../../core/tool.ts";
import { positive } from "../_checked.ts";

const text = z.string().check(z.trim(), z.minLength(1));
const names = z.array(text).check(z.minLength(1));

const oauth = z.strictObject({
  client_id: z.optional(text),
  client_secret: z.optional(text),
  scope: z.optional(text),
});
/* @__PURE__ */ describeFields(oauth, {
  client_id: "The name of the variable with the id of a client that is registered there",
  client_secret: "The name of the variable with its secret",
  scope: "What is asked for",
});

/** A server of an agent file; its values are checked as `mcpServer` checks them. */
export const serverFile = z.strictObject({
  name: text,
  url: z.union(
    [text, z.strictObject({ env: text })],
    "must be an address, or { env } with the name of a variable",
  ),
  token: z.optional(text),
  oauth: z.optional(oauth),
  headers: z.optional(z.record(z.string(), text)),
  only: z.optional(names),
  except: z.optional(names),
  prefix: z.optional(text),
  approval: z.optional(z.union([text, names], "must be destructive, always, never or a list of names")),
  effects: z.optional(z.record(z.string(), z.enum(EFFECTS))),
  timeout_ms: z.optional(positive),
  max_tools: z.optional(positive),
  optional: z.optional(z.boolean()),
  apps: z.optional(z.boolean()),
});
/* @__PURE__ */ describeFields(serverFile, {
  name: "What the server is called",
  url: "Its address, or `env` with the name of the variable that has it",
  token: "The name of the variable with its bearer token",
  oauth: "It is authorized by OAuth, by each user",
  headers: "Sent with every request, by name; they hold no secrets",
  only: "The tools that the agent has; by default all",
  except: "Tools that it has not",
  prefix: "What stands before the names of its tools; by default the name and a dot",
  approval: "Which calls people approve: `destructive`, `always`, `never`, or names of tools",
  effects: "What may be [repeated](tools.md#effect), by tool",
  timeout_ms: "Milliseconds of one request",
  max_tools: "Most tools that it may have",
  optional: "Steps go on without it when it does not answer",
  apps: "Its tools may show [apps](mcp.md)",
});

/** A server as its schema reads it. */
export type ServerFile = z.output<typeof serverFile>;

/** A server as plain data: what `mcpServer` takes. */
export interface McpServerSource {
  readonly name: string;
  readonly url: string | { readonly env: string };
  readonly prefix?: string;
}

/** What the names of the tools of each server begin with. */
export function listPrefixes(servers: readonly ServerFile[]): readonly { readonly prefix: string }[] {
  return servers.map(({ name, prefix = `${name}.` }) => ({ prefix }));
}
