// What the options of commands share that name stores instead of a server.

import process from "node:process";
import type { Env } from "../../core/ports.ts";
import { readEnvFile } from "./project.ts";

/** How a store is named, in the help of an option. */
export const STORE_FORMS = "sqlite:<file>, upstash, or the address of a Worker with Durable Objects";

/** The variables of stores: those of the process, before those of the file. */
export function readStoreEnv(envFile: string | undefined): Env {
  return { ...envFile === undefined ? {} : readEnvFile(envFile), ...process.env };
}
