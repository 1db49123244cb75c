// The app in process, as the server of AG-UI clients: with scripted plans, and requests of its own to compare.

import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { media } from "../../../../src/plugins/media/mod.ts";
import { agUi } from "../../../../src/plugins/ag_ui/mod.ts";
import { createTestApp, KEY, type TestApp, type TestAppOptions } from "../../../http/_app.ts";
import type { AgentOptions, AgUiEvent, Client, Version } from "./_clients.ts";

/** A tool of the page, and one that people approve before the page runs it. */
const page = defineAgent({
  name: "page",
  driver: "scripted",
  tools: [
    defineTool({ name: "pick", description: "The user picks." }),
    defineTool({ name: "pay", description: "The user pays.", needsApproval: true }),
  ],
});

export interface AgUiApp extends TestApp {
  open(version: Version, options?: Partial<AgentOptions> & { agent?: string }): Client;
  /** A request as a client would send it. */
  post(body: object, query?: string, agent?: string): Promise<Response>;
}

export function createAgUiApp(options: TestAppOptions = {}): AgUiApp {
  const app = createTestApp({
    ...options,
    plugins: [agUi(), media(), ...options.plugins ?? []],
    agents: [page, ...options.agents ?? []],
  });
  const send: typeof fetch = (input, init) =>
    app.fetch(new Request(new URL(String(input), "http://treadle.test"), init));
  return {
    ...app,
    open: (version, { agent = "tester", ...rest } = {}) =>
      version.open({
        url: `http://treadle.test/agui/${agent}`,
        threadId: "c1",
        fetch: send,
        headers: { authorization: `Bearer ${KEY}` },
        ...rest,
      }),
    post: (body, query = "", agent = "tester") => app.send("POST", `/agui/${agent}${query}`, body),
  };
}

/** A RunAgentInput. */
export function input(fields: object = {}) {
  return {
    threadId: "c1",
    runId: "r1",
    state: {},
    tools: [],
    context: [],
    forwardedProps: {},
    messages: [said("go")],
    ...fields,
  };
}

/** A message of the user. */
export function said(content: string, id = "m1") {
  return { id, role: "user", content };
}

/** The events of a response. */
export async function eventsOf(response: Response): Promise<AgUiEvent[]> {
  const text = await response.text();
  return text.split("\n\n").filter((frame) => frame.startsWith("data: ")).map((frame) =>
    JSON.parse(frame.slice("data: ".length))
  );
}
