// P6: adding a provider is one folder and one line in the registry: this test adds one to a copy of the project, and everything
// that loops over the registry knows it.
import assert from "node:assert/strict";
import { fromFileUrl, projectRoot } from "../support/project.ts";

/** A dialect of its own: one JSON body, one JSON answer, choices as words. */
const FILE = `
import { unreachable } from "../../core/error.ts";
import type { ChoiceRequest, HistoryWriter, ProviderDefinition } from "../../core/provider.ts";
import { required, toBaseURL } from "../_wire/config.ts";
import { type Decoder, type DecoderContext, type ProtocolAdapter, withList, writeConversation } from "../_wire/dialect.ts";
import { toName, toObject, toObjects, toText } from "../_wire/json_fields.ts";
import { createWireProvider } from "../_wire/http_provider.ts";

export const acme: ProviderDefinition = {
  capabilities: {
    lacks: { allowed: "the API takes one name", parallel: "the API has no flag" },
    models: [],
    thinks: () => false,
  },
  variables: ["ACME_API_KEY", "ACME_BASE_URL"],
  create: ({ env, clock }) => {
    const apiKey = required(env, ["ACME_API_KEY"]);
    const url = toBaseURL(required(env, ["ACME_BASE_URL"]), "acme").href;
    return createWireProvider({
      name: "acme",
      capabilities: acme.capabilities,
      dialectOf: () => toDialect(url, apiKey),
      secrets: [apiKey],
      timeoutMs: undefined,
      clock,
    });
  },
};

function toDialect(url: string, apiKey: string): ProtocolAdapter {
  const messages: HistoryWriter = {
    key: "acme",
    write: (messages) => messages.map((message) => JSON.stringify(message)).join(","),
  };
  return {
    framing: "sse",
    choice: toChoice,
    historyWriter: () => messages,
    write: (request, aliases) => ({
      url,
      headers: { "content-type": "application/json", "x-acme-key": apiKey },
      body: withList("talk", writeConversation(request, messages), {
        model: request.model,
        tools: request.tools.map(({ name }) => aliases.toWire(name)),
        choice: toChoice(request),
      }),
    }),
    decoder: createDecoder,
  };
}

function toChoice({ choice }: ChoiceRequest): string {
  switch (choice.type) {
    case "auto":
    case "none":
    case "required":
      return choice.type;
    case "tool":
      return "tool:" + choice.name;
    case "allowed":
      return "auto";
    default:
      return unreachable(choice);
  }
}

function createDecoder({ answer, model }: DecoderContext): Decoder {
  let isDone = false;
  return {
    read: () => true,
    readBody(body) {
      const { text, call } = toObject(body);
      if (text !== undefined) {
        const draft = answer.begin("text");
        answer.write(draft, toText(text));
        answer.end(draft);
      }
      for (const { name, args } of toObjects([call ?? null])) {
        const draft = answer.beginCall(toName(name) ?? "", undefined);
        answer.writeArgs(draft, JSON.stringify(args));
        answer.endCall(draft);
      }
      isDone = true;
    },
    hasEnded: () => isDone,
    close: () => ({
      blocks: answer.blocks(),
      finish: answer.finish(undefined, false),
      usage: { inputTokens: 1, outputTokens: 1 },
      model,
    }),
  };
}
`;

/** Runs an agent on it: a call, then an answer. Prints what was sent and what came of it. */
const PROGRAM = `
import { createDeps, defineAgent, defineTool, startRun } from "./src/mod.ts";

const sent: unknown[] = [];
const server = Deno.serve({ port: 0, onListen: () => {} }, async (request) => {
  sent.push(await request.json());
  return Response.json(sent.length === 1 ? { call: { name: "look", args: { at: "sky" } } } : { text: "Blue." });
});
const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "blue" });
const agent = defineAgent({ name: "a", model: "acme/one", tools: [look], toolChoice: "look" });
const deps = createDeps({
  env: { ACME_API_KEY: "key-of-acme", ACME_BASE_URL: "http://127.0.0.1:" + server.addr.port, TREADLE_OPEN: "1" },
  agents: [agent],
});
const started = await startRun({
  ...{ ref: { tenant: "t", thread: "t1" }, agent: "a", inputs: ["What colour?"], until: "done" },
  ...{ toolResults: [], busy: "reject", resumable: false },
}, deps);
if (started.type !== "running") throw new Error(started.type);
const result = await started.run(() => {});
await server.shutdown();
console.log(JSON.stringify({ output: result.output, choices: sent.map((body) => body.choice), tools: sent.map((body) => body.tools) }));
`.replaceAll("body.choice", 'Object(body)["choice"]').replaceAll("body.tools", 'Object(body)["tools"]');

Deno.test("P6: a new provider is one folder and one registry line, and an agent runs on it", async () => {
  const folder = await Deno.makeTempDir({ prefix: "treadle-new-provider-" });
  try {
    await copyFolder(fromFileUrl(new URL("src", projectRoot)), `${folder}/src`);
    await Deno.copyFile(new URL("deno.json", projectRoot), `${folder}/deno.json`);
    await Deno.copyFile(new URL("deno.lock", projectRoot), `${folder}/deno.lock`);
    await Deno.symlink(fromFileUrl(new URL("node_modules", projectRoot)), `${folder}/node_modules`);
    const before = await Deno.readTextFile(`${folder}/src/registry.ts`);

    await Deno.mkdir(`${folder}/src/providers/acme`);
    await Deno.writeTextFile(`${folder}/src/providers/acme/provider.ts`, FILE);
    const line = '  acme: () => import("./providers/acme/provider.ts").then(({ acme }) => acme),\n';
    const after = before.replace("export const PROVIDERS = {\n", (head) => head + line);
    // All that changes outside of the file.
    assert.equal(after.split("\n").length, before.split("\n").length + 1);
    await Deno.writeTextFile(`${folder}/src/registry.ts`, after);
    await Deno.writeTextFile(`${folder}/program.ts`, PROGRAM);

    const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--check", "program.ts"],
      cwd: folder,
      env: { NO_COLOR: "1" },
    }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
    assert.deepEqual(JSON.parse(new TextDecoder().decode(stdout)), {
      output: "Blue.",
      choices: ["tool:look", "auto"],
      tools: [["look"], ["look"]],
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyFolder(`${from}/${name}`, `${to}/${name}`);
    else await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}
