// A deployment over real HTTP whose wakers are doors, with a kind of work whose outcomes the test decides.

import { defineAgent } from "../../../src/agents/define_agent.ts";
import { createApp } from "../../../src/app.ts";
import type { WakeOutcome, WakeUp } from "../../../src/core/wake.ts";
import { createDeps, type DepsOptions } from "../../../src/deps.ts";
import type { AppDeps } from "../../../src/deps/create_deps.ts";
import type { Plugin } from "../../../src/http/plugin.ts";
import { freePort } from "../../support/requires.ts";

export interface WakeDeployment extends AsyncDisposable {
  /** TREADLE_PUBLIC_URL of it. */
  readonly url: string;
  readonly deps: AppDeps;
  /** The wake-ups of `@probe/...` that arrived. */
  readonly probed: readonly WakeUp[];
  readonly logs: readonly string[];
  post(body: string, headers?: Record<string, string>): Promise<Response>;
}

export interface WakeDeploymentOptions {
  /** Made with the public URL of the deployment. */
  readonly env: (url: string) => Record<string, string>;
  readonly doors: readonly Plugin[];
  /** What becomes of `@probe/...`, by how often it has come; handled by default. */
  readonly outcome?: (wake: WakeUp, count: number) => WakeOutcome | Promise<WakeOutcome>;
  readonly clock?: () => number;
  readonly basePath?: string;
  readonly options?: Partial<DepsOptions>;
}

export const assistant = defineAgent({ name: "assistant", model: "scripted/demo", instructions: "Help." });

export function startWakeDeployment(
  { env, doors, outcome = () => ({ type: "handled" }), clock = Date.now, basePath, options }:
    WakeDeploymentOptions,
): WakeDeployment {
  const port = freePort();
  const url = `http://127.0.0.1:${port}${basePath ?? ""}`;
  const logs: string[] = [];
  const probed: WakeUp[] = [];
  const probe: Plugin = {
    name: "probe",
    open: () => ({
      wakes: {
        probe: async (wake) => {
          probed.push(wake);
          return await outcome(wake, probed.length);
        },
      },
    }),
  };
  const deps = createDeps({
    env: { TREADLE_STORE: "memory", TREADLE_API_KEYS: "acme:acme-secret-0123456789", ...env(url) },
    agents: [assistant],
    doors: [...doors, probe],
    clock,
    log: (level, message, fields) => logs.push(JSON.stringify({ level, message, ...fields })),
    ...options,
  });
  const app = createApp(deps, { basePath });
  const server = Deno.serve(
    { port, hostname: "127.0.0.1", onListen: () => {} },
    (request) => app.fetch(request),
  );
  return {
    url,
    deps,
    probed,
    logs,
    post: (body, headers = {}) =>
      fetch(`${url}/wake`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
      }),
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await deps.close();
    },
  };
}
