// C4: what strangers write reaches a model as results of calls and as definitions of tools, where the vendor takes these, and nowhere
// else: no word of an MCP server, of a tool, of a file or of an answer that was dropped stands in instructions, in a notice or in a
// message of the user. Each string is found again by its own word.

import assert from "node:assert/strict";
import type { WireCase } from "../case.ts";
import { Canaries, type Canary } from "./canaries.ts";
import { serveHttpTools } from "./http_tools.ts";
import type { Writer } from "./kinds.ts";
import { type Voice, voicesIn } from "./places.ts";
import { AGENTS, play } from "./play.ts";
import { Actor, NAMED, setStage } from "./stage.ts";
import { serveModern } from "./mcp/modern.ts";
import { serveStrangers } from "./mcp/strangers.ts";

const MAY_STAND: Readonly<Record<Writer, readonly Voice[]>> = {
  spec: ["definitions", "choice", "result", "transcript", "assistant"],
  unsent: [],
  result: ["result", "transcript", "assistant"],
  model: ["result", "transcript", "assistant"],
  user: ["user", "transcript"],
  id: ["routing"],
};

/** What the server is sent; "" is an answer to a request of its own. */
const METHODS = [
  "",
  "initialize",
  "notifications/initialized",
  "server/discover",
  "tools/call",
  "tools/list",
];

const METHOD_NOT_FOUND = -32601;

/** Where an API takes the image of a user, its name is not sent; where it routes by a header or not at all, neither is an id. */
function mayBeUnseen({ writer, planted }: Pick<Canary, "writer" | "planted">): boolean {
  return writer === "unsent" || writer === "id" || writer === "user" && planted === "name of an image";
}

/** Plays the lives of these agents on a dialect, and finds each planted string in a voice that it may stand in alone. */
export async function assertVoices(wire: WireCase, agents: readonly string[] = AGENTS): Promise<void> {
  const canaries = new Canaries();
  const actor = new Actor();
  await using server = await wire.start({ reply: actor.reply });
  await using strangers = serveStrangers(canaries, [NAMED]);
  await using modern = serveModern(canaries);
  await using httpTools = serveHttpTools(canaries);
  const stage = setStage(wire, server, actor, { strangers, modern, httpTools }, canaries);
  const threads = await play(stage, strangers, canaries, agents);
  assert.deepEqual(server.complaints, []);
  // Prompts, resources and the rest of what a server may have are never asked for.
  assert.deepEqual([...new Set(strangers.server.methods())].toSorted(), METHODS);
  assert.deepEqual([...new Set(modern.methods())].toSorted(), METHODS.slice(-3));
  for (const { rpc, body } of strangers.server.requests) {
    if (rpc === "") assert.equal(JSON.parse(body).error.code, METHOD_NOT_FOUND, body);
  }
  const refused = server.requests.filter(({ status }) => status !== 200);
  assert.deepEqual(refused.map(({ text }) => text.slice(0, 400)), []);
  // One example of each way in which a string gets into a voice that is not its writer's.
  const leaks = new Map<string, string>();
  const seen = new Set<Canary>();
  for (const { text } of server.requests) {
    for (const { voice, path, text: said } of voicesIn(JSON.parse(text))) {
      for (const canary of canaries.in(said)) {
        const { word, writer, planted } = canary;
        if (MAY_STAND[writer].includes(voice)) {
          seen.add(canary);
          continue;
        }
        const at = said.toLowerCase().indexOf(word.toLowerCase());
        const leak = `${writer}: ${planted} in ${voice} at ${path.replaceAll(/\d+/g, "n")}`;
        leaks.set(leak, said.slice(Math.max(0, at - 160), at + 60));
      }
    }
  }
  const arrived = canaries.all.filter(({ hasArrived, ...kind }) => hasArrived && mayBeUnseen(kind));
  const missing = canaries.kindsBeside([...seen, ...arrived]);
  const isWritten = (kind: string) => stage.takesBrokenArguments || !kind.startsWith("model: broken");
  // One agent alone has no part in some kinds.
  if (agents.length === AGENTS.length) {
    assert.deepEqual(missing.filter(isWritten), [], "every kind of string has arrived");
  }
  const least = Math.floor(500 * agents.length / AGENTS.length);
  assert.ok(seen.size >= least, `${seen.size} planted strings have reached the model`);
  assert.deepEqual([...leaks], []);
  for (const thread of threads) assert.deepEqual(await stage.rewritten(thread), [], thread);
}
