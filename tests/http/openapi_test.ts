import assert from "node:assert/strict";
import { openapiText } from "../../src/tasks/openapi.ts";
import { DESCRIBED_PLUGINS } from "../../src/tasks/openapi/plugins.ts";
import { readPage } from "../support/page.ts";
import { ERROR_CODES } from "../../src/core/error.ts";
import { projectRoot, walkFiles } from "../support/project.ts";
import { createTestApp } from "./_app.ts";

const file = await readPage("openapi.json");
const description = JSON.parse(file);

Deno.test("openapi: the file is what the schemas say now", () => {
  assert.equal(file, openapiText(), "run deno task openapi");
});

Deno.test("openapi: every reference leads somewhere", () => {
  const references = [...JSON.stringify(description).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target = ""]) =>
    target
  );
  assert.ok(references.length > 20);
  for (const target of new Set(references)) {
    assert.match(target, /^#\//);
    let place: unknown = description;
    for (const key of target.slice(2).split("/")) place = Reflect.get(Object(place), key);
    assert.ok(place !== undefined, target);
  }
});

Deno.test("openapi: every operation has a unique id, an answer, errors, and its path's parameters", () => {
  const ids = new Set<string>();
  for (const { path, operation } of operations()) {
    assert.ok(!ids.has(operation.operationId), operation.operationId);
    ids.add(operation.operationId);
    const statuses = Object.keys(operation.responses);
    assert.ok(statuses.some((status) => status.startsWith("2")), path);
    assert.ok(statuses.includes("500") && statuses.includes("503"), path);
    const declared = (operation.parameters ?? []).filter((parameter) => parameter.in === "path").map((
      { name },
    ) => name);
    assert.deepEqual(declared, Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name), path);
  }
});

Deno.test("openapi: what it describes is what the app routes, no more and no less", async () => {
  const { app } = await createTestApp({ plugins: DESCRIBED_PLUGINS });
  const routed = app.routes
    .filter(({ method, path }) =>
      method !== "ALL" && path !== "/" && path !== "/openapi.json" && !path.startsWith("/playground/")
    )
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  const described = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
  assert.deepEqual(described.sort(), [...new Set(routed)].sort());
});

Deno.test("openapi: a number in a query is a number, with its bounds", () => {
  const { parameters } = description.paths["/v1/evaluations"].get;
  const { schema } = parameters.find(({ name }: { name: string }) => name === "limit");
  assert.deepEqual(schema, { type: "integer", minimum: 1, maximum: 50, default: 20 });
});

Deno.test("openapi: a webhook takes any JSON or form, or no body, and a sender gets what it expects", () => {
  const { requestBody, responses } = description.paths["/webhooks/{trigger}/{agent}"].post;
  assert.equal(requestBody.required, false);
  assert.deepEqual(Object.keys(requestBody.content), [
    "application/json",
    "application/x-www-form-urlencoded",
  ]);
  const { schema } = responses[200].content["application/json"];
  assert.equal(schema.$ref, "#/components/schemas/WebhookReply");
  assert.deepEqual(description.components.schemas.WebhookReply.anyOf, [
    { $ref: "#/components/schemas/WebhookAccepted" },
    { type: "object", additionalProperties: {} },
  ]);
});

Deno.test("openapi: the pattern of a path parameter refuses what the route refuses, and nothing else", async () => {
  const { send } = createTestApp();
  const names = [
    "a",
    "A.b:c-d_9",
    "_a",
    "-a",
    "9",
    "a".repeat(64),
    "a".repeat(65),
    "a".repeat(128),
    "a".repeat(129),
    "a b",
  ];
  for (const path of ["/v1/threads/{id}", "/v1/agents/{name}", "/v1/providers/{name}"]) {
    const { operation } = operations().find((described) => described.path === path) ?? assert.fail(path);
    const pattern = operation.parameters?.find((parameter) => parameter.in === "path")?.schema?.pattern;
    for (const name of names) {
      const { code } = await (await send("GET", path.replace(/\{\w+\}/, encodeURIComponent(name)))).json();
      assert.equal(code === "invalid_path", !new RegExp(pattern ?? "").test(name), `${path} ${name}`);
    }
  }
});

Deno.test("openapi: every code is documented where it is answered", async () => {
  const everywhere = new Set(operations().flatMap(({ operation }) => codesOf(operation)));
  const ofNoOperation = [
    "not_found",
    "method_not_allowed",
    "waker_unavailable", // of doors that docs/http-api.md describes
  ];
  assert.deepEqual(
    Object.keys(ERROR_CODES).filter((code) => !everywhere.has(code)).sort(),
    ofNoOperation.sort(),
  );

  const steps = operations().find(({ operation }) => operation.operationId === "runSteps") ?? assert.fail();
  const documented = codesOf(steps.operation);
  const elsewhere = [
    "approval_decided",
    "approval_edit_refused",
    "approval_expired",
    "approval_mismatch",
    "authorization_failed",
    "call_expired",
    "result_given", // of the routes of results and authorizations
    "event_unknown",
    "media_unknown",
    "thread_exists",
    "version_unknown",
  ];
  for (const folder of ["kernel", "providers", "stores"]) {
    for await (const file of walkFiles(`src/${folder}`)) {
      const source = await Deno.readTextFile(new URL(file, projectRoot));
      const thrown = [...source.matchAll(/new AgentError\(\s*"(\w+)"/g)].map(([, code = ""]) => code);
      assert.deepEqual(
        thrown.filter((code) => !documented.includes(code) && !elsewhere.includes(code)),
        [],
        file,
      );
    }
  }
});

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema?: { readonly pattern?: string };
  }[];
}

/** The codes of its problems. */
function codesOf({ responses }: Operation): string[] {
  return [...JSON.stringify(responses).matchAll(/"#\/components\/examples\/(\w+)"/g)].map(([, code = ""]) =>
    code
  );
}

function operations(): { path: string; method: string; operation: Operation }[] {
  const paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> = JSON.parse(
    JSON.stringify(description.paths),
  );
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
  );
}
