// Errors on the wire: problem+json (RFC 9457), made from AgentError alone. Every error response is assembled in
// problemResponse.

import { type AgentError, ERROR_CODES } from "../core/error.ts";
import { readLocalPath } from "./base_path.ts";
import type { HttpContext } from "./context.ts";

/**
 * The body of an error. `members` extend it (RFC 9457 section 3.2). `type` is the code's place in docs/symptoms.md of the published package,
 * without a version: a code has one address for good.
 */
export function problemBody(error: AgentError, requestId: string, members: object = {}): object {
  const { problems, details } = error;
  return {
    type: `https://unpkg.com/@treadle/treadle/docs/symptoms.md#${error.code}`,
    title: ERROR_CODES[error.code].title,
    status: error.status,
    detail: error.message,
    code: error.code,
    instance: `urn:treadle:request:${requestId}`,
    retryable: error.retryable,
    errors: problems.length === 0 ? undefined : problems.map(({ pointer, detail }) => ({ pointer, detail })),
    details: Object.keys(details).length === 0 ? undefined : details,
    ...members,
  };
}

/** The response of an error. Outside of an app, an entrypoint whose configuration is wrong sends it. */
export function problemResponse(error: AgentError, requestId: string, members?: object): Response {
  const headers = new Headers({ "content-type": "application/problem+json", "cache-control": "no-store" });
  if (error.retryAfterMs !== undefined) {
    headers.set("retry-after", String(Math.max(1, Math.ceil(error.retryAfterMs / 1000))));
  }
  if (error.status === 401) headers.set("www-authenticate", formatChallenge(error));
  return new Response(JSON.stringify(problemBody(error, requestId, members)), {
    status: error.status,
    headers,
  });
}

/** The challenge of RFC 6750, section 3: a token that is wrong or old has an error code of it. */
export function formatChallenge({ code }: Pick<AgentError, "code">): string {
  return `Bearer realm="treadle"${code.startsWith("token_") ? ', error="invalid_token"' : ""}`;
}

/** The response of an error inside a request; its code goes into the log line of the request. */
export function problem(c: HttpContext, error: AgentError, members?: object): Response {
  c.set("errorCode", error.code);
  const formatted = c.get("formatError")?.(readLocalPath(c), error);
  return formatted ?? problemResponse(error, c.var.requestId, members);
}
