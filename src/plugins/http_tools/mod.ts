// Tools that a server of yours runs: one signed request for each call. An entry of the package, so that a deployment without such
// tools has none of its code.

import { defineTool, type ToolDefinition } from "../../agents/define_tool.ts";
import { checkHttpParts } from "../../agents/http_tool/check.ts";
import type { ToolParameters } from "../../agents/schema.ts";
import type { Tool } from "../../core/tool.ts";
import { normalizeHost } from "../../outbound/hosts.ts";
import { sendCall, type SendOptions } from "./send.ts";

/** What {@link httpTool} takes beside the parts of a tool. */
export type HttpToolDefinition<P extends ToolParameters | undefined> =
  & Omit<ToolDefinition<P>, "run" | "poll" | "reconcile" | "idempotent" | "env" | "wantsThread">
  & {
    /** Where the request goes, by https. */
    readonly url: string;
    /** `POST` by default. */
    readonly method?: "POST" | "PUT" | "PATCH";
    /**
     * Names of the environment variables with the signing secrets (`whsec_...`): the request has a signature of each, so that a
     * receiver verifies it before and after a rotation. Without them it is not signed.
     */
    readonly secrets?: readonly string[];
    /** More headers: a text, or the name of the environment variable that has it. */
    readonly headers?: Readonly<Record<string, string | { readonly env: string; readonly prefix?: string }>>;
    /** Hosts that the request may go to, such as `*.example.com`; that of `url` by default. */
    readonly hosts?: readonly string[];
    /** How often a request is sent again, 0 to 5; 2 by default. See the table of {@link httpTool}. */
    readonly retries?: number;
    /** Bytes of a response; 1,000,000 by default. */
    readonly maxResponseBytes?: number;
    /** The request has `callbackUrl`: a signed URL that takes the result of a deferred call. False by default. */
    readonly callback?: boolean;
  };

/**
 * Makes a tool whose calls a server runs. Its effect is `keyed` by default: the server gets the call id as `Idempotency-Key` and is
 * to do the same call once.
 *
 * | response | what becomes of the call |
 * |---|---|
 * | 2xx with JSON or text, 204 | completed |
 * | 202 with `{"defer": {"ref", "expiresInMs", "pollAfterMs"?, "detach"?}}` | deferred; a poll sends `{"poll": {"ref"}}` to the same URL |
 * | 408, 429, 5xx, no response | `pure` and `keyed`: sent again, then failed; `once`: sent again only where no connection was made |
 * | 400, 422 | failed with `invalid_arguments` |
 * | any other | failed; `kind`, `detail`, `hint` and `retryAfterMs` of a problem+json are those of the failure |
 * | a redirect, a private address | failed, and nothing is sent there |
 *
 * @throws {AgentError} agent_invalid, with every problem of the definition
 *
 * @example
 * ```ts
 * import { httpTool } from "./mod.ts";
 * import assert from "node:assert/strict";
 *
 * const tool = httpTool({
 *   name: "export_report",
 *   description: "Exports a report.",
 *   parameters: ["report"],
 *   url: "https://tools.example.com/export",
 *   secrets: ["EXPORT_SECRET"],
 * });
 * assert.deepEqual([tool.effect, tool.env], ["keyed", ["EXPORT_SECRET"]]);
 * ```
 */
export function httpTool<const P extends ToolParameters | undefined = undefined>(
  definition: HttpToolDefinition<P>,
): Tool {
  const { url, method, secrets = [], headers = {}, hosts, retries, maxResponseBytes, callback, ...rest } =
    definition;
  checkHttpParts(rest.name, {
    url,
    method,
    secrets,
    headers,
    hosts,
    retries,
    maxResponseBytes,
    callback,
  });
  const { effect = "keyed", timeoutMs = 30_000 } = rest;
  const options: SendOptions = {
    name: rest.name,
    url,
    method: method ?? "POST",
    secrets,
    headers,
    effect,
    timeoutMs,
    hosts: hosts ?? [hostWithPort(url)],
    retries: retries ?? 2,
    maxResponseBytes: maxResponseBytes ?? 1_000_000,
    callback: callback ?? false,
  };
  const names = Object.values(headers).flatMap((value) => typeof value === "string" ? [] : [value.env]);
  const tool = defineTool({
    ...rest,
    effect,
    timeoutMs,
    env: [...new Set([...secrets, ...names])],
    run: () => null,
    poll: (ref, context) => sendCall(options, { poll: { ref } }, context),
  });
  return { ...tool, run: (args, context) => sendCall(options, { args }, context) };
}

/** As a list of hosts has it. */
function hostWithPort(text: string): string {
  const url = new URL(text);
  const host = normalizeHost(url);
  return `${host.includes(":") ? `[${host}]` : host}${url.port === "" ? "" : `:${url.port}`}`;
}
