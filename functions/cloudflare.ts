// All routes on Cloudflare Workers. One isolate keeps one deployment for as long as its bindings are the same object.

import { AgentError, createApp, createDeps, problemResponse, type ReadPage } from "../src/mod.ts";
import { agents } from "./agents/mod.ts";

/** Bindings: texts are environment variables, ASSETS has the playground; all others are left alone. */
type Bindings = Readonly<Record<string, unknown>>;

interface Invocation {
  waitUntil(promise: Promise<unknown>): void;
}

/** The binding to the static assets of a Worker. */
interface Assets {
  fetch(url: string): Promise<Response>;
}

/** Answers the requests of one deployment. */
type Answer = (request: Request, invocation: Invocation) => Response | Promise<Response>;

const answers = new WeakMap<Bindings, Answer>();

export default {
  fetch(request: Request, bindings: Bindings, invocation: Invocation): Response | Promise<Response> {
    return answerOf(bindings)(request, invocation);
  },
};

function answerOf(bindings: Bindings): Answer {
  const known = answers.get(bindings);
  if (known !== undefined) return known;
  const answer = deploy(bindings);
  answers.set(bindings, answer);
  return answer;
}

function deploy(bindings: Bindings): Answer {
  try {
    const deps = createDeps({ env: textsOf(bindings), bindings, agents, isolated: true });
    const app = createApp(deps, pageReader(bindings.ASSETS));
    return (request, invocation) => app.fetch(request, { defer: (promise) => invocation.waitUntil(promise) });
  } catch (thrown) {
    if (!(thrown instanceof AgentError)) throw thrown;
    const { code, message } = thrown;
    console.error(
      JSON.stringify({ level: "error", message: "wrong configuration", code, reason: message }),
    );
    return refuse;
  }
}

/** The reason names variables, so it goes to the log only. */
function refuse(): Response {
  const error = new AgentError(
    "config_invalid",
    "The configuration of this deployment is wrong; its log says what.",
  );
  return problemResponse(error, crypto.randomUUID());
}

function textsOf(bindings: Bindings): Record<string, string> {
  return Object.fromEntries(
    Object.entries(bindings).filter((binding): binding is [string, string] => typeof binding[1] === "string"),
  );
}

/** Reads what wrangler.toml has uploaded beside the script; undefined where it names no assets. */
function pageReader(assets: unknown): ReadPage | undefined {
  if (!isAssets(assets)) return undefined;
  return async (name) => {
    const response = await assets.fetch(`https://assets.invalid/${name}`); // any host: only the path counts
    if (response.ok) return await response.text();
    await response.body?.cancel();
    throw new Error(`The binding ASSETS answered ${response.status} for ${name}.`);
  };
}

function isAssets(binding: unknown): binding is Assets {
  return typeof binding === "object" && binding !== null && "fetch" in binding;
}
