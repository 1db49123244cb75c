import assert from "node:assert/strict";
import { openapiText } from "../../src/cli/openapi.ts";
import file from "../../src/http/openapi.json" with { type: "json" };
import { openapiDocument } from "../../src/http/openapi.ts";
import { createTestApp } from "./_app.ts";

const description = await openapiDocument();

Deno.test("openapi: the file is what the schemas say now", () => {
  assert.equal(`${JSON.stringify(file, null, 2)}\n`, openapiText(), "run deno task openapi");
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
  const { app } = await createTestApp();
  const routed = app.routes
    .filter(({ method, path }) =>
      method !== "ALL" && path !== "/" && path !== "/openapi.json" && !path.startsWith("/playground/")
    )
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, "{$1}")}`);
  const described = operations().map(({ path, method }) => `${method.toUpperCase()} ${path}`);
  assert.deepEqual(described.sort(), [...new Set(routed)].sort());
});

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
}

function operations(): { path: string; method: string; operation: Operation }[] {
  const paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> = JSON.parse(
    JSON.stringify(description.paths),
  );
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
  );
}
