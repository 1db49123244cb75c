// S9: names that a model API would alias, and names that differ in case or separators alone.

import assert from "node:assert/strict";
import fc from "fast-check";
import { WIRE_NAMES } from "../../../../src/core/tool/wire_names.ts";
import { createAliases } from "../../../../src/providers/_wire/calls/tool_names.ts";
import { lintTools } from "../../../../src/plugins/selection/lint/lint_tools.ts";
import { findAlias, findAlikeNames } from "../../../../src/plugins/selection/lint/names.ts";

Deno.test("S9: a name is found exactly when the requests of some provider have an alias for it", () => {
  const name = fc.oneof(fc.string({ maxLength: 140 }), fc.stringMatching(/^[a-zA-Z0-9_.:-]{1,130}$/));
  fc.assert(fc.property(name, (name) => {
    const aliased = Object.entries(WIRE_NAMES).filter(([, legal]) =>
      createAliases([name], legal).toWire(name) !== name
    );
    assert.deepEqual(findAlias(name)?.apis ?? [], aliased.map(([api]) => api));
  }));
});

for (
  const [name, apis, legal] of [
    ["get_weather", [], undefined],
    ["get-weather", ["cohere"], "get_weather"],
    ["GitHub.SetStarred", ["common", "anthropic", "cohere"], "GitHub_SetStarred"],
    ["2fa_check", ["cohere", "gemini"], "_2fa_check"],
    ["x".repeat(65), ["common", "cohere", "gemini"], "x".repeat(64)],
    ["天气", ["common", "anthropic", "cohere", "gemini"], undefined],
  ] as const
) {
  Deno.test(`S9: ${name.slice(0, 20)} is sent as an alias to: ${apis.join(", ") || "none"}`, () => {
    const alias = findAlias(name);
    assert.deepEqual(alias?.apis ?? [], apis);
    assert.equal(alias?.legal, legal);
    if (legal !== undefined) assert.equal(findAlias(legal), undefined);
  });
}

Deno.test("S9: names that differ in case or separators alone are found, and others are not", () => {
  const names = ["getUser", "get_user", "GET-USER", "get_users", "find", "find", "?", "!"];
  assert.deepEqual(findAlikeNames(names), [["getUser", "get_user", "GET-USER"]]);
  const report = lintTools(
    names.slice(0, 4).map((name) => ({ name, description: `Get the ${name} of a shop`, parameters: {} })),
  );
  const found = report.tools.flatMap(({ name, findings }) =>
    findings.some(({ code }) => code === "name_alike") ? [name] : []
  );
  assert.deepEqual(found.sort(), ["GET-USER", "getUser", "get_user"]);
});
