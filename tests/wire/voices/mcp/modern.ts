// A stranger's MCP server of the protocol 2026-07-28: what it says of itself, and results that want an input.

import { type ServedMcp, serveMcp } from "../../../support/mcp/server.ts";
import type { Canaries } from "../canaries.ts";
import type { Kind } from "../kinds.ts";
import { amongAsides } from "./asides.ts";
import { bodyOf } from "./strangers.ts";

/** The name that agents know the tool of the server by. */
export const MODERN_TOOL = "hall_asks";

/** Its answers to calls are in turn a result, and a result that wants an input. */
export function serveModern(canaries: Canaries): ServedMcp {
  const says = (planted: Kind<"unsent">) => canaries.says("unsent", planted);
  const server = serveMcp("modern", []);
  const meta = () => ({
    "io.modelcontextprotocol/serverInfo": {
      name: says("name of a discovered server"),
      title: says("title of a discovered server"),
      version: "1.0.0",
    },
  });
  const kept = { ttlMs: 86_400_000, cacheScope: "public", resultType: "complete" };
  const description = canaries.says("spec", "description of a tool of 2026-07-28");
  let calls = 0;
  server.instead = async (request, rpc) => {
    const { id } = await bodyOf(request);
    const answer = (result: object) => ({ jsonrpc: "2.0", id, result: { _meta: meta(), ...result } });
    switch (rpc) {
      case "server/discover":
        return Response.json(answer({
          ...kept,
          supportedVersions: ["2026-07-28"],
          capabilities: { tools: {}, prompts: {}, resources: {}, logging: {} },
          instructions: says("instructions of a discovered server"),
        }));
      case "tools/list":
        return Response.json(answer({
          ...kept,
          tools: [{
            name: "asks",
            description,
            inputSchema: { type: "object" },
            annotations: { readOnlyHint: true },
          }],
        }));
      case "tools/call":
        return amongAsides(canaries, id, answer(calls++ % 2 === 0 ? resultOf(canaries) : wanting(canaries)));
      default:
        return undefined;
    }
  };
  return server;
}

function resultOf(canaries: Canaries): object {
  const text = canaries.says("result", "text of a result of 2026-07-28");
  return { resultType: "complete", content: [{ type: "text", text }] };
}

/** The client has to ask its user and its model before it calls again. */
function wanting(canaries: Canaries): object {
  const text = canaries.says("unsent", "message of a wanted sampling");
  return {
    resultType: "input_required",
    requestState: canaries.says("unsent", "state of a wanted input"),
    inputRequests: {
      [canaries.word("unsent", "name of a wanted input")]: {
        method: "elicitation/create",
        params: {
          mode: "form",
          message: canaries.says("unsent", "message of a wanted input"),
          requestedSchema: { type: "object", properties: { a: { type: "string" } } },
        },
      },
      sampled: {
        method: "sampling/createMessage",
        params: {
          systemPrompt: canaries.says("unsent", "system prompt of a wanted sampling"),
          messages: [{ role: "user", content: { type: "text", text } }],
          maxTokens: 100,
        },
      },
    },
  };
}
