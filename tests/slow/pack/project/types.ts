// Types of the package as a compiler sees them: none of these is `any`, whose assignments would all be accepted.

import type { createUpstashStore, defineTool, Store, UpstashRedis } from "@treadle/treadle";
import type { AppType } from "@treadle/treadle/hono";
import type { serve as serveOnDeno } from "@treadle/treadle/deno";
import type { serve as serveOnWorkers } from "@treadle/treadle/cloudflare";
import type { createOpenAIProvider } from "@treadle/treadle/providers/openai";
import { hc } from "hono/client";

type IsAny<T> = 0 extends 1 & T ? true : false;
type None<Types extends readonly unknown[]> = { [Index in keyof Types]: IsAny<Types[Index]> };

const client = hc<AppType>("http://127.0.0.1");
const readThread = client.v1.threads[":id"].$get;
type Thread = Awaited<ReturnType<Awaited<ReturnType<typeof readThread>>["json"]>>;

type OpenAIOptions = NonNullable<Parameters<typeof createOpenAIProvider>[0]>;

/** False for each type that is known. */
export const unknownTypes: None<[
  Store,
  AppType,
  Thread,
  UpstashRedis["redis"],
  OpenAIOptions,
  ReturnType<typeof createUpstashStore>,
  Parameters<typeof serveOnDeno>[0],
  Parameters<typeof serveOnWorkers>[0],
  Parameters<typeof defineTool>[0],
]> = [false, false, false, false, false, false, false, false, false];

/** The thread of a response has the fields of its view. */
export async function versionOf(id: string): Promise<number> {
  const response = await readThread({ param: { id } });
  const { version }: { version: number } = await response.json();
  return version;
}
