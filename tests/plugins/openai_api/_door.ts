// A deployment behind a real HTTP server, for the real clients of OpenAI's API. The model plays a script, and what it was sent is
// kept.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Agent } from "../../../src/core/agent.ts";
import type { ModelRequest, Provider } from "../../../src/core/model/provider.ts";
import { createScriptedProvider } from "../../../src/providers/scripted/provider.ts";
import { type Scenario, scenario } from "../../../src/providers/scripted/scenario.ts";
import { media } from "../../../src/plugins/media/mod.ts";
import { openaiApi } from "../../../src/plugins/openai_api/mod.ts";
import { type Validate, validator } from "../../support/conformance.ts";
import { createTestApp, KEY, type TestApp, type TestAppOptions } from "../../http/_app.ts";

export { KEY };

/** Plans a call of the registered tool, then answers. */
export const STARS = scenario().says("One moment.").calls("GitHub.SetStarred", { name: "treadle" })
  .next().says("It is starred.");

/** Plans a call of a tool of the caller, then answers. */
export const ASKS = scenario().says("Let me ask.").calls("get_weather", { city: "Paris" })
  .next().says("18 degrees.");

export const WEATHER = {
  type: "function",
  function: {
    name: "get_weather",
    description: "The weather in a city.",
    parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  },
} as const;

const setStarred = defineTool({
  name: "GitHub.SetStarred",
  description: "Stars a repository.",
  parameters: ["name"],
  run: ({ name }) => ({ starred: name }),
});
const remove = defineTool({
  name: "remove",
  description: "Removes a record.",
  parameters: ["id"],
  needsApproval: true,
  run: ({ id }) => ({ removed: id }),
});

export const demo = defineAgent({
  name: "demo",
  description: "For tests.",
  instructions: "Be brief.",
  model: "recorded/m",
  tools: [setStarred, remove],
});

export interface Door extends AsyncDisposable {
  readonly url: string;
  readonly test: TestApp;
  /** What the model was sent, oldest first. */
  readonly requests: readonly ModelRequest[];
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** Serves the door on a free port of this machine. */
export function serveDoor(
  script: Scenario = scenario().says("Hi."),
  { agents = [demo], ...options }: TestAppOptions & { readonly agents?: readonly Agent[] } = {},
): Door {
  const requests: ModelRequest[] = [];
  const scripted = createScriptedProvider({ script });
  const provider: Provider = {
    ...scripted,
    name: "recorded",
    stream: (request, io) => {
      requests.push(request);
      return scripted.stream(request, io);
    },
  };
  const test = createTestApp({
    agents,
    providers: [provider],
    ...options,
    plugins: [media(), openaiApi(), ...options.plugins ?? []],
  });
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => test.fetch(request),
  );
  const url = `http://127.0.0.1:${server.addr.port}`;
  return {
    url,
    test,
    requests,
    post: (path, body, headers = {}) =>
      fetch(url + path, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${KEY}`, ...headers },
        body: JSON.stringify(body),
      }),
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await test.idle();
    },
  };
}

/** The texts of `data:` lines, without `[DONE]`, and whether that came. */
export function readFrames(text: string): { readonly bodies: unknown[]; readonly isDone: boolean } {
  const lines = text.split("\n").filter((line) => line.startsWith("data: ")).map((line) => line.slice(6));
  return {
    bodies: lines.filter((line) => line !== "[DONE]").map((line) => JSON.parse(line)),
    isDone: lines.at(-1) === "[DONE]",
  };
}

/** Fails for a body that the published schema does not have in this form; keys that it does not know included. */
export async function assertPublished(kind: string, bodies: readonly unknown[]): Promise<void> {
  const validate: Validate | undefined = await validator();
  if (validate === undefined) return;
  for (const body of bodies) {
    const { ok, errors } = validate(kind, body, { strict: true });
    assert.ok(ok, `${kind}: ${errors.join("; ")}\n${JSON.stringify(body)}`);
  }
}
