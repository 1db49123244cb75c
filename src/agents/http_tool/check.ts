// What a definition of a tool behind HTTP has beside the parts of every tool, checked when the tool is made.

import * as z from "zod/mini";
import { checkedBy, listFindings, positive } from "../_checked.ts";
import { type Finding, invalid, nameSubject } from "../_invalid.ts";
import { isHostPattern } from "../../core/outbound/host_pattern.ts";

const found = (detail: string, fix: string): Finding[] => [{ pointer: "", detail, fix }];

const variables = z.array(z.string().check(z.minLength(1)));

/** The parts. Neither a URL nor a header is shown: both may hold a secret. */
export const httpParts = {
  url: checkedBy((value) => {
    const url = typeof value === "string" ? URL.parse(value) : null;
    const isRight = (url?.protocol === "https:" || url?.protocol === "http:") && url.username === "" &&
      url.password === "";
    return isRight ? [] : found("is no URL of a request", "write https://, a host and a path; no user.");
  }),
  method: z.optional(z.enum(["POST", "PUT", "PATCH"])),
  secrets: z.optional(variables),
  headers: z.optional(
    z.record(
      z.string(),
      z.union([z.string(), z.strictObject({ env: z.string(), prefix: z.optional(z.string()) })]),
    ).check((payload) => {
      for (const [name, value] of Object.entries(payload.value)) {
        const fixed = typeof value === "string" ? value : value.prefix ?? "";
        if (isHeader(name, fixed)) continue;
        const message = "is no header of HTTP";
        const params = { fix: "write a name without blanks, and a value in one line." };
        payload.issues.push({ code: "custom", path: [name], message, params, input: payload.value });
      }
    }),
  ),
  hosts: z.optional(
    z.array(
      checkedBy((value) =>
        typeof value === "string" && isHostPattern(value)
          ? []
          : found("is no host", "write api.example.com, *.example.com or api.example.com:8443.")
      ),
    ).check(z.minLength(1)),
  ),
  retries: z.optional(z.int().check(z.gte(0), z.lte(5))),
  maxResponseBytes: z.optional(positive),
  callback: z.optional(z.boolean()),
};

const schema = z.object(httpParts);

/** @throws {AgentError} agent_invalid, with every problem of the parts that only such a tool has */
export function checkHttpParts(name: unknown, parts: Readonly<Record<string, unknown>>): void {
  const findings = listFindings(schema, parts);
  if (findings.length > 0) throw invalid(nameSubject("Tool", name), findings);
}

/** True when HTTP has such a header. */
export function isHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}
