// All routes on Cloudflare Workers. One isolate keeps one deployment for as long as its bindings are the same object.

import { type AppDeps, createApp, createDeps } from "../src/mod.ts";
import { agents } from "./agents/mod.ts";

/** Bindings: texts are environment variables; queues, namespaces and the like are not for us. */
type Bindings = Readonly<Record<string, unknown>>;

interface Invocation {
  waitUntil(promise: Promise<unknown>): void;
}

const apps = new WeakMap<Bindings, ReturnType<typeof createApp>>();

export default {
  fetch(request: Request, bindings: Bindings, invocation: Invocation): Response | Promise<Response> {
    return appOf(bindings).fetch(request, { defer: (promise) => invocation.waitUntil(promise) });
  },
};

function appOf(bindings: Bindings): ReturnType<typeof createApp> {
  const known = apps.get(bindings);
  if (known !== undefined) return known;
  const deps: AppDeps = createDeps({ env: textsOf(bindings), agents });
  const app = createApp(deps);
  apps.set(bindings, app);
  return app;
}

function textsOf(bindings: Bindings): Record<string, string> {
  return Object.fromEntries(
    Object.entries(bindings).filter((binding): binding is [string, string] => typeof binding[1] === "string"),
  );
}
