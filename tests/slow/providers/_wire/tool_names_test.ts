// P1: names that OpenAI refuses get aliases that lead back to them.
import assert from "node:assert/strict";
import fc from "fast-check";
import { createAliases } from "../../../../src/providers/_wire/calls/tool_names.ts";

Deno.test("P1: legal names are sent as they are, others get a legal alias that does not depend on the rest", () => {
  const aliases = createAliases(["get_weather", "GitHub.SetStarred", "x".repeat(90)]);
  assert.equal(aliases.toWire("get_weather"), "get_weather");
  assert.match(aliases.toWire("GitHub.SetStarred"), /^GitHub_SetStarred_[0-9a-f]{12}$/);
  assert.equal(
    aliases.toWire("GitHub.SetStarred"),
    createAliases(["GitHub.SetStarred"]).toWire("GitHub.SetStarred"),
  );
  assert.equal(aliases.fromWire("invented"), "invented");
});

Deno.test("P1: an alias begins with a letter or an underscore, as Gemini wants it", () => {
  const legal = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;
  const aliases = createAliases(["2fa", "-flag", "5.x"], legal);
  for (const name of ["2fa", "-flag", "5.x"]) {
    assert.match(aliases.toWire(name), legal);
    assert.equal(aliases.fromWire(aliases.toWire(name)), name);
  }
});

Deno.test("P1: an alias gives way to a tool that bears its name", () => {
  const alias = createAliases(["a.b"]).toWire("a.b");
  const aliases = createAliases(["a.b", alias]);
  assert.equal(aliases.fromWire(aliases.toWire("a.b")), "a.b");
  assert.equal(aliases.fromWire(aliases.toWire(alias)), alias);
});

Deno.test("P1: every name comes back, whatever it is", () => {
  const name = fc.oneof(
    fc.string({ unit: "binary", maxLength: 80 }),
    fc.constantFrom("__proto__", "constructor", "", "a.b", "a_b"),
  );
  fc.assert(fc.property(fc.array(name), (names) => {
    const aliases = createAliases(names);
    for (const name of names) {
      assert.match(aliases.toWire(name), /^[a-zA-Z0-9_-]{1,64}$/);
      assert.equal(aliases.fromWire(aliases.toWire(name)), name);
    }
    assert.equal(new Set(names.map(aliases.toWire)).size, new Set(names).size);
  }));
});
