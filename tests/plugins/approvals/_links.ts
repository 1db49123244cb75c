// Links as people use them: made with a key, opened and answered without one.

import type { JsonObject } from "../../../src/core/json.ts";
import { approvalLinkSchema } from "../../../src/http/schemas/responses/approvals.ts";
import { exactly } from "../../http/_app.ts";
import type { Pay } from "./_bench.ts";

export const SECRET = "0123456789abcdef0123456789abcdef";
export const ENV = { TREADLE_APPROVAL_SECRET: SECRET };

export async function linkTo({ send }: Pay, callId: string, body?: JsonObject) {
  const response = await send("POST", `/v1/threads/t1/approvals/${callId}/link`, body);
  return exactly(approvalLinkSchema).parse(await response.json());
}

export async function open({ fetch }: Pay, url: string): Promise<readonly [number, string, Response]> {
  const response = await fetch(new Request(url));
  return [response.status, await response.clone().text(), response];
}

export async function submit(
  { fetch }: Pay,
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<readonly [number, string]> {
  const body = new URLSearchParams(fields);
  const response = await fetch(new Request(url, { method: "POST", body, headers }));
  return [response.status, await response.text()];
}
