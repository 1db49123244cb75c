// The route of a page's own server that gives approvals.ts its token. The key of the deployment stays here.

/** Where the deployment is, and who is signed in. */
export interface TokenOptions {
  /** Of the deployment. */
  url: string;
  /** One of its keys. */
  key: string;
  /** The agents whose approvals the page shows. */
  agents: string[];
  /** The person whom the request's session belongs to; undefined for a visitor. */
  personOf(request: Request): string | undefined;
}

/** Answers a request of the page with `{token, expiresAt}`. */
export async function giveToken(
  request: Request,
  { url, key, agents, personOf }: TokenOptions,
): Promise<Response> {
  const by = personOf(request);
  if (by === undefined) return new Response("Sign in first.", { status: 401 });
  const response = await fetch(`${url}/v1/tokens`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    // No user: the page shows the approvals of all users. Each answer is recorded as this person's.
    body: JSON.stringify({ by, agents, scopes: ["read", "decide", "run"] }),
  });
  if (!response.ok) return new Response("There is no token.", { status: 502 });
  const { token, expiresAt } = await response.json();
  return Response.json({ token, expiresAt }, { headers: { "cache-control": "no-store" } });
}
