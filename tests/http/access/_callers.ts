// Callers of a deployment that authenticates by itself: the token `acme.ann.read+run` is tenant, user and scopes.

import type { Authenticate } from "../../../src/http/access/identity.ts";
import { createTestApp, type TestApp, type TestAppOptions } from "../_app.ts";

export const byToken: Authenticate = async ({ headers }) => {
  const token = /^Bearer (\S+)$/.exec(headers.get("authorization") ?? "")?.[1];
  if (token === undefined) return null;
  const [tenant = "", user = "", scopes] = token.split(".");
  return await Promise.resolve({
    tenant,
    ...(user === "" ? {} : { user }),
    ...(scopes === undefined ? {} : { scopes: scopes.split("+") }),
  });
};

export interface Answered {
  readonly status: number;
  readonly code: string | undefined;
  /** JSON of any route, without a type; text where it is none. */
  readonly body: ReturnType<typeof JSON.parse>;
  readonly headers: Headers;
}

/** Sends a request as the caller of a token, and reads the response. */
export type Ask = (token: string, method: string, path: string, body?: unknown) => Promise<Answered>;

export function createCallers(options: TestAppOptions = {}): TestApp & { readonly ask: Ask } {
  const app = createTestApp({ authenticate: byToken, ...options });
  return {
    ...app,
    async ask(token, method, path, body) {
      const response = await app.send(method, path, body, { authorization: `Bearer ${token}` });
      const text = await response.text();
      const isJson = /^application\/(problem\+)?json/.test(response.headers.get("content-type") ?? "");
      const read = isJson ? JSON.parse(text) : text;
      return { status: response.status, code: read.code, body: read, headers: response.headers };
    },
  };
}
