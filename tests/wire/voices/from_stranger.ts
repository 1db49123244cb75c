// What a deployment gets from a stranger over HTTP, noted as it comes.

import type { Canaries } from "./canaries.ts";

const WITHOUT_BODY: readonly number[] = [101, 204, 205, 304];

/** As `fetch`. Deno's neither sends nor reads a reason phrase of the server's own; other platforms show it, so the response has one. */
export async function fetchFromStranger(
  canaries: Canaries,
  input: RequestInfo | URL,
  init?: RequestInit,
): Promise<Response> {
  const { status, headers, body } = await fetch(input, init);
  const text = await new Response(body).text();
  const statusText = canaries.says("unsent", "status text");
  canaries.arrive([text, statusText, ...[...headers].flat()].join("\n"));
  return new Response(WITHOUT_BODY.includes(status) ? null : text, { status, statusText, headers });
}
