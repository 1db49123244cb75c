// P6: adding a provider is one folder and one line in the registry: this test adds one to a copy of the project, and everything
// that loops over the registry knows it.
import assert from "node:assert/strict";
import { copyManifest } from "../support/manifests.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { typeErrors } from "../support/types/type_check.ts";

/** A dialect of its own: one JSON body, one JSON answer, choices as words. */
const FILE = `
import { unreachable } from "../../core/error.ts";
import type { ChoiceRequest, HistoryWriter, ProviderDefinition } from "../../core/model/provider.ts";
import { type HttpConfig, requireVariable } from "../_wire/config.ts";
import { defineHttpProvider, type Server } from "../_wire/define_http_provider.ts";
import { createErrorReader } from "../_wire/errors/provider_error.ts";
import { withList, writeConversation } from "../_wire/history_parts.ts";
import { toName, toObject, toObjects, toText } from "../_wire/json_fields.ts";
import { mediaFacts } from "../_wire/media/media_rules.ts";
import { placeMedia } from "../_wire/media/place_media.ts";
import type { Decoder, DecoderContext, ProtocolAdapter } from "../_wire/protocol_adapter.ts";

interface AcmeConfig extends HttpConfig {
  readonly apiKey: string;
}

export const acme: ProviderDefinition = defineHttpProvider<AcmeConfig>({
  name: "acme",
  usualApi: "acme.talk",
  models: {
    lacks: { allowed: "the API takes one name", parallel: "the API has no flag" },
    models: [],
    thinks: () => false,
  },
  variables: ["ACME_API_KEY", "ACME_BASE_URL"],
  fromEnv: ({ env }) => ({ apiKey: requireVariable(env, ["ACME_API_KEY"]), baseURL: requireVariable(env, ["ACME_BASE_URL"]) }),
  connect: ({ apiKey, baseURL }) => ({
    baseURL,
    credentials: { headers: { "x-acme-key": apiKey }, values: { "The API key": apiKey } },
    adapter: toAdapter,
  }),
}).definition;

function toAdapter({ baseURL, headers }: Server, { lacks }: ChoiceRequest): ProtocolAdapter {
  const media = { rules: { api: "Acme", user: {} }, lacks };
  const messages: HistoryWriter = {
    key: "acme " + mediaFacts(media),
    write: (messages) => placeMedia(messages, media).map((message) => JSON.stringify(message)).join(","),
  };
  return {
    framing: "sse",
    api: "acme.talk",
    choice: toChoice,
    historyWriter: () => messages,
    write: (request, aliases) => ({
      url: baseURL,
      headers,
      ...withList("talk", writeConversation(request, messages), {
        model: request.model,
        tools: request.tools.map(({ name }) => aliases.toWire(name)),
        choice: toChoice(request),
      }),
    }),
    decoder: createDecoder,
    refusals: [{ text: /takes no name/, lacks: ["tool"] }],
    media,
    readError: createErrorReader({ codes: { acme_is_full: "model_overloaded" }, texts: [] }),
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

function createDecoder({ builder, model }: DecoderContext): Decoder {
  let isDone = false;
  return {
    read: () => true,
    readBody(body) {
      const { text, call } = toObject(body);
      if (text !== undefined) {
        const draft = builder.begin("text");
        builder.write(draft, toText(text));
        builder.end(draft);
      }
      for (const { name, args } of toObjects([call ?? null])) {
        const draft = builder.beginCall(toName(name) ?? "", undefined);
        builder.writeArgs(draft, JSON.stringify(args));
        builder.endCall(draft);
      }
      isDone = true;
    },
    hasEnded: () => isDone,
    close: () => ({
      blocks: builder.blocks(),
      finish: builder.finish(undefined, false),
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
const refusals: unknown[] = [{ code: "acme_is_full", message: "Later." }, { message: "The model takes no name as its choice." }];
const server = Deno.serve({ port: 0, onListen: () => {} }, async (request) => {
  sent.push(await request.json());
  // "acme/small" is refused once for its words and once for the choice.
  if (Object(sent.at(-1))["model"] === "small" && refusals.length > 0) {
    return Response.json({ error: refusals.shift() }, { status: 400 });
  }
  return Response.json(sent.length === 1 || Object(sent.at(-1))["choice"] === "required" ? { call: { name: "look", args: { at: "sky" } } } : { text: "Blue." });
});
const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "blue" });
const agent = defineAgent({ name: "a", model: "acme/one", tools: [look], toolChoice: "look" });
const deps = createDeps({
  env: { ACME_API_KEY: "key-of-acme", ACME_BASE_URL: "http://127.0.0.1:" + server.addr.port, TREADLE_OPEN: "1" },
  agents: [agent, defineAgent({ name: "small", model: "acme/small", tools: [look], toolChoice: "look" })],
});
const started = await startRun({
  ...{ ref: { tenant: "t", thread: "t1" }, agent: "a", inputs: ["What colour?"], until: "done" },
  ...{ toolResults: [], busy: "reject", resumable: false },
}, deps);
if (started.type !== "running") throw new Error(started.type);
const result = await started.run(() => {});
const small = await startRun({
  ...{ ref: { tenant: "t", thread: "t2" }, agent: "small", inputs: ["What colour?"], until: "step" },
  ...{ toolResults: [], busy: "reject", resumable: false },
}, deps);
if (small.type !== "running") throw new Error(small.type);
const { warnings } = await small.run(() => {});
await server.shutdown();
console.log(JSON.stringify({
  output: result.output,
  choices: sent.map((body) => body.choice),
  tools: sent.map((body) => body.tools),
  warnings: warnings.map(({ code }) => code),
}));
`.replaceAll("body.choice", 'Object(body)["choice"]').replaceAll("body.tools", 'Object(body)["tools"]');

Deno.test("P6: a new provider is one folder and one registry line, and an agent runs on it", async () => {
  const folder = await Deno.makeTempDir({ prefix: "treadle-new-provider-" });
  try {
    await copyFolder(fromFileUrl(new URL("src", projectRoot)), `${folder}/src`);
    await copyManifest(folder);
    await Deno.symlink(fromFileUrl(new URL("node_modules", projectRoot)), `${folder}/node_modules`);
    const before = await Deno.readTextFile(`${folder}/src/provider_registry.ts`);

    await Deno.mkdir(`${folder}/src/providers/acme`);
    await Deno.writeTextFile(`${folder}/src/providers/acme/provider.ts`, FILE);
    const line = '  acme: () => import("./providers/acme/provider.ts").then(({ acme }) => acme),\n';
    const after = before.replace("export const PROVIDERS = {\n", (head) => head + line);
    // All that changes outside of the file.
    assert.equal(after.split("\n").length, before.split("\n").length + 1);
    await Deno.writeTextFile(`${folder}/src/provider_registry.ts`, after);
    await Deno.writeTextFile(`${folder}/program.ts`, PROGRAM);

    assert.equal(await typeErrors([`${folder}/program.ts`]), "");
    const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "program.ts"],
      cwd: folder,
      env: { NO_COLOR: "1" },
    }).output();
    assert.ok(success, new TextDecoder().decode(stderr));
    const output = new TextDecoder().decode(stdout).trim().split("\n").at(-1) ?? "";
    assert.deepEqual(JSON.parse(output), {
      output: "Blue.",
      choices: ["tool:look", "auto", "tool:look", "tool:look", "required"],
      tools: [["look"], ["look"], ["look"], ["look"], ["look"]],
      // The error word and the refusal pattern of the new folder are all that the retry and the re-send go by.
      warnings: ["model_retried", "capability_learned", "choice_degraded"],
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("P6: a server that speaks OpenAI's API is a profile, its definition and one registry line: a command writes the rest, and the tests of the registry have it", async () => {
  const folder = await Deno.makeTempDir({ prefix: "treadle-new-server-" });
  try {
    for (const part of ["src", "tests", "functions", "docs", "skills"]) {
      await copyFolder(fromFileUrl(new URL(part, projectRoot)), `${folder}/${part}`);
    }
    for await (const { name, isFile } of Deno.readDir(projectRoot)) {
      if (isFile) await Deno.copyFile(new URL(name, projectRoot), `${folder}/${name}`);
    }
    await Deno.symlink(fromFileUrl(new URL("node_modules", projectRoot)), `${folder}/node_modules`);
    await edit(`${folder}/src/providers/openai/compatible.ts`, "export const PROFILES = {\n", PROFILE);
    await edit(`${folder}/src/providers/openai/compatible.ts`, ABOVE_DEFINITIONS, DEFINITION);
    await edit(
      `${folder}/src/provider_registry.ts`,
      "export const PROVIDERS = {\n",
      '  acme: family("acme"),\n',
    );
    const run = async (...args: string[]) => {
      const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
        args,
        cwd: folder,
        env: { NO_COLOR: "1" },
      }).output();
      const text = new TextDecoder();
      assert.ok(success, `${args.join(" ")}: ${text.decode(stdout)}${text.decode(stderr)}`);
      return text.decode(stdout);
    };
    await run("run", "-A", "src/tasks/providers.ts");
    await run("run", "-A", "src/tasks/providers.ts", "--check");
    const changed = ["src/provider_registry.ts", "src/providers/openai/compatible.ts"];
    assert.equal(await typeErrors(changed.map((file) => `${folder}/${file}`)), "");
    const told = await run(
      "test",
      "-A",
      "--no-check",
      "--filter",
      "/acme|every provider|provider|variable|registry/",
      "tests/functions/env_examples_test.ts",
      "tests/deno/mistyped_test.ts",
      "tests/telemetry/providers_test.ts",
      "tests/http/providers_test.ts",
      "tests/slow/lint/docs_test.ts",
      "tests/kernel/choice/capability_matrix_test.ts",
      "tests/slow/wire/choices_test.ts",
      "tests/wire/capabilities_test.ts",
      "tests/slow/wire/streams_test.ts",
    );
    assert.match(told, /acme: choice required is sent as told, valid, .*ok/);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

const ABOVE_DEFINITIONS = "and their prices: each is a call without an effect.\n";

const DEFINITION = `
export const acme: ProviderDefinition = defineServer("acme");
`;

const PROFILE = `  acme: {
    name: "acme",
    baseURL: "https://api.acme.example/v1",
    needsKey: true,
    wire: COMPATIBLE,
    models: COMPATIBLE_MODELS,
  },
`;

/** Inserts lines behind a line that stands once. */
async function edit(file: string, behind: string, lines: string): Promise<void> {
  const text = await Deno.readTextFile(file);
  assert.equal(text.split(behind).length, 2, file);
  await Deno.writeTextFile(file, text.replace(behind, (found) => found + lines));
}

async function copyFolder(from: string, to: string): Promise<void> {
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(from)) {
    if (isDirectory) await copyFolder(`${from}/${name}`, `${to}/${name}`);
    else await Deno.copyFile(`${from}/${name}`, `${to}/${name}`);
  }
}
