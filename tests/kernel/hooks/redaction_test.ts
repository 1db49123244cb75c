// K1, K3: what plugins take out of texts: the pieces of a stream are together the redaction of the whole, and nothing of a match is sent early.
import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import type { Json } from "../../../src/core/json.ts";
import type { PluginHooks, Redaction, StepPlugin } from "../../../src/kernel/hooks/plugin.ts";
import { PluginHost } from "../../../src/kernel/hooks/plugin_host.ts";
import type { Redactor } from "../../../src/kernel/hooks/redaction.ts";
import { mulberry32 } from "../../support/mulberry32.ts";

const AGENT = defineAgent({ name: "a", model: "scripted/demo" });

function plugin(name: string, redact: Redaction): StepPlugin {
  return { name, compile: () => ({ redact }) };
}

function redactorOf(...redactions: readonly Redaction[]): Redactor {
  const plugins = redactions.map((redact, index) => plugin(`p${index}`, redact));
  const { redactor } = new PluginHost(plugins).of(AGENT);
  assert.ok(redactor);
  return redactor;
}

function replace(pattern: RegExp, by: string | ((match: string) => string), longest: number): Redaction {
  return {
    text: (text) => text.replace(pattern, (match) => typeof by === "string" ? by : by(match)),
    longest,
  };
}

const EMAIL = replace(/[a-z.]{1,10}@[a-z]{1,8}\.[a-z]{2,4}/g, "[email]", 24);
const NUMBER = replace(/(?<!\d)\d{4,8}(?!\d)/g, "[number]", 10);
const WORD = replace(/\bsecret\b/g, "…", 8);

const REDACTIONS: Readonly<Record<string, readonly Redaction[]>> = {
  "addresses": [EMAIL],
  "numbers that stand alone": [NUMBER],
  "a word": [WORD],
  "a pair of emoji": [replace(/💡💡/g, "[lights]", 4)],
  "three digits of a run of any length": [replace(/\d{3}/g, "#", 3)],
  "a match that may go on": [replace(/ab{1,5}/g, "·", 6)],
  "a mask that keeps the length": [replace(/(?<!\d)\d{6}(?!\d)/g, (match) => "*".repeat(match.length), 8)],
  "one character": [replace(/@/g, "(at)", 1)],
  "two patterns in one function": [{
    text: (text) => NUMBER.text(EMAIL.text(text)),
    longest: 24,
  }],
  "three plugins one after another": [EMAIL, NUMBER, WORD],
  "a plugin whose match has the mark of another": [NUMBER, replace(/id \[number\]/g, "[id]", 11)],
};

const PIECES = [
  "a",
  "b",
  "ab",
  "abba",
  "@",
  ".",
  "de",
  "x.y@z.org",
  "1",
  "12",
  "4444",
  " ",
  "secret",
  "id 12345",
  "💡",
  "\ud83d",
];

/** Texts of pieces that make matches, near misses and runs of matches. */
function textOf(random: () => number): string {
  const count = Math.floor(random() * 60);
  return Array.from({ length: count }, () => PIECES[Math.floor(random() * PIECES.length)]).join("");
}

function* chunksOf(text: string, random: () => number): Generator<string> {
  const most = 1 + Math.floor(random() * 9);
  for (let at = 0; at < text.length;) {
    const size = 1 + Math.floor(random() * most);
    yield text.slice(at, at + size);
    at += size;
  }
}

for (const [what, redactions] of Object.entries(REDACTIONS)) {
  Deno.test(`K1: ${what}: in any pieces a stream is the redaction of the whole text, and sends nothing of a match before it is decided`, () => {
    const redactor = redactorOf(...redactions);
    const random = mulberry32(7);
    let hidden = 0;
    for (let round = 0; round < 400; round++) {
      const text = textOf(random);
      const whole = redactor.text(text);
      if (whole !== text) hidden++;
      assert.equal(redactor.text(whole), whole, "the redaction is the same when it is done again");
      const stream = redactor.open();
      let sent = "";
      let came = "";
      for (const chunk of chunksOf(text, random)) {
        came += chunk;
        sent += stream.add(chunk);
        const told = JSON.stringify({ text, came, sent, whole });
        assert.ok(whole.startsWith(sent), told);
        assert.ok(redactor.text(came).startsWith(sent), told);
      }
      assert.equal(sent + stream.end(), whole, JSON.stringify(text));
    }
    assert.ok(hidden > 20, `${hidden} texts with a match`);
  });
}

Deno.test("K1: a stream is behind its model by one match less one character and an eighth of it, and no farther while there is none", () => {
  const stream = redactorOf(EMAIL).open();
  let came = 0;
  let sent = 0;
  for (const character of "The quick brown fox jumps over the lazy dog, and then over another one.") {
    sent += stream.add(character).length;
    const behind = ++came - sent;
    assert.ok(behind <= 23 + 24 / 8 && behind >= Math.min(came, 23), `${behind} of ${came}`);
  }
});

Deno.test("K1: what a stream costs goes with its length, also where no place for a cut is found, and with pieces of one character", () => {
  for (const [name, length] of [["a run of matches", 4_000], ["words", 4_000], ["a run", 16_000]] as const) {
    let redacted = 0;
    const stream = redactorOf({
      longest: 16,
      text: (text) => {
        redacted += text.length;
        return text.replace(/a+/g, "[a]");
      },
    }).open();
    const text = (name === "words" ? "b b " : "aaaa").repeat(length / 4);
    let sent = "";
    for (const character of text) sent += stream.add(character);
    assert.equal(sent + stream.end(), name === "words" ? text : "[a]");
    assert.ok(redacted < 120 * length, `${name}: ${redacted} characters`);
  }
});

Deno.test("K1: many keys that become the same are numbered in a time that goes with their number", () => {
  const keys = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${1000 + index}`, index]));
  const redactor = redactorOf({ longest: 9, text: (text) => text.replace(/k\d+/g, "[k]") });
  const begun = performance.now();
  const left = Object.keys(redactor.object(keys));
  assert.deepEqual([left.length, left[0], left[1], left.at(-1)], [20_000, "[k]", "[k] (2)", "[k] (20000)"]);
  assert.ok(performance.now() - begun < 2_000);
});

Deno.test("K1: no piece ends within a character of two code units", () => {
  const stream = redactorOf(WORD).open();
  for (const unit of "💡".repeat(40).split("")) assert.ok(stream.add(unit).isWellFormed());
  assert.ok(stream.end().isWellFormed());
});

Deno.test("K3: a plugin whose matches are longer than it says has failed when its stream and the whole text differ", () => {
  const stream = redactorOf({ ...EMAIL, longest: 4 }).open();
  for (const character of "write to paul.b@example.org now, please") stream.add(character);
  assert.throws(() => stream.end(), { code: "plugin_failed", message: /p0 .*its `longest` is too small/ });
});

const JSONS: readonly (readonly [string, Json, Json])[] = [
  ["a text", "to x.y@z.org", "to [email]"],
  ["texts in lists and objects", { a: ["x.y@z.org", { b: "12345" }], c: null }, {
    a: ["[email]", { b: "[number]" }],
    c: null,
  }],
  ["a key", { "x.y@z.org": 1 }, { "[email]": 1 }],
  ["keys that become the same", { "x.y@z.org": 1, "y.x@z.org": 2, "[email]": 3 }, {
    "[email]": 1,
    "[email] (2)": 2,
    "[email] (3)": 3,
  }],
  ["a number whose digits are a match", { card: 12345, count: 12 }, { card: "[number]", count: 12 }],
  [
    "a key that objects have by themselves",
    JSON.parse('{"__proto__":"x.y@z.org"}'),
    JSON.parse('{"__proto__":"[email]"}'),
  ],
];

for (const [what, value, redacted] of JSONS) {
  Deno.test(`K1: in JSON ${what}`, () => {
    const redactor = redactorOf(EMAIL, NUMBER);
    assert.equal(JSON.stringify(redactor.json(value)), JSON.stringify(redacted));
    assert.equal(redactor.json(redacted), redacted, "the same object where nothing changes");
  });
}

Deno.test("K1: JSON text is read before it is redacted: escapes hide no match, and what takes its place leaves the JSON whole", () => {
  const redactor = redactorOf(EMAIL, replace(/secret/g, '"', 6));
  assert.equal(redactor.jsonText('{"to":"x.y\\u0040z.org","why":"secret"}'), '{"to":"[email]","why":"\\""}');
  assert.equal(redactor.jsonText('{ "to" : "x" }'), '{ "to" : "x" }');
  assert.equal(redactor.jsonText("to x.y@z.org"), "to [email]");
});

Deno.test("K1: a member that stands in JSON text alone, before another one with its key, is no hiding place", () => {
  const redactor = redactorOf(EMAIL);
  assert.equal(redactor.jsonText('{"to":"x.y@z.org","to":"x"}'), '{"to":"x"}');
  assert.equal(redactor.jsonText('{"to":"x","to":"x"}'), '{"to":"x","to":"x"}');
  assert.equal(redactor.jsonText('{"to":"x.y@z.org","n":-1e400}'), '{"to":"[email]","n":-1e400}');
});

Deno.test("K3: JSON text that is nested deeper than a stack is redacted as a text", () => {
  const deep = (text: string) => `${"[".repeat(20_000)}"${text}"${"]".repeat(20_000)}`;
  assert.equal(redactorOf(EMAIL).jsonText(deep("x.y@z.org")), deep("[email]"));
});

Deno.test("K1: a failure has its message and its hint redacted, and its other fields as they are", () => {
  const redactor = redactorOf(EMAIL, NUMBER);
  const failure = {
    kind: "failed" as const,
    message: "No a.b@c.de.",
    hint: "Ask x@y.org, 12345.",
    retryAfterMs: 5_000,
  };
  assert.deepEqual(redactor.failure(failure), {
    ...failure,
    message: "No [email].",
    hint: "Ask [email], [number].",
  });
  assert.equal(redactor.failure({ kind: "failed", message: "No." }).hint, undefined);
});

Deno.test("K3: plugins redact in the order of their names, whatever the order of the list", () => {
  const one = plugin("one", replace(/a/g, "b", 1));
  const two = plugin("two", replace(/b/g, "c", 1));
  for (const plugins of [[one, two], [two, one]]) {
    const { redactor } = new PluginHost(plugins).of(AGENT);
    assert.equal(redactor?.text("ab"), "cc");
    assert.equal(redactor?.open().add("ab"), "cc");
  }
});

Deno.test("K4: an agent whose plugins redact nothing has no redactor", () => {
  assert.equal(
    new PluginHost([{ name: "p", compile: () => ({ remind: () => "Go on." }) }]).of(AGENT).redactor,
    undefined,
  );
});

const FAILING: Readonly<Record<string, (text: string) => unknown>> = {
  "throws": (text) => {
    throw new Error(`no room for ${text}`);
  },
  "returns nothing": () => undefined,
  "returns a promise": (text) => Promise.resolve(text),
};

for (const [what, text] of Object.entries(FAILING)) {
  Deno.test(`K3: a redaction that ${what} fails as its plugin, in words that have nothing of the text`, () => {
    const redactor = redactorOf({ text: text as Redaction["text"], longest: 3 });
    const stream = redactor.open();
    for (
      const redact of [
        () => redactor.text("x.y@z.org"),
        () => redactor.json(["x.y@z.org"]),
        () => stream.add("x.y@z.org"),
      ]
    ) {
      assert.throws(
        redact,
        (error: Error) => /plugin p0/.test(error.message) && !error.message.includes("z.org"),
      );
    }
    assert.match(redactor.show("x.y@z.org"), /^\(withheld: The plugin p0 .*\)$/);
  });
}

const NO_REDACTIONS: Readonly<Record<string, unknown>> = {
  "a function": (text: string) => text,
  "without a longest match": { text: (text: string) => text },
  "with a match of no characters": { text: (text: string) => text, longest: 0 },
  "with a match that is too long": { text: (text: string) => text, longest: 4_097 },
  "without a function": { text: "[email]", longest: 3 },
};

for (const [what, redact] of Object.entries(NO_REDACTIONS)) {
  Deno.test(`K3: a redaction that is ${what} is refused when the deployment is made`, () => {
    const host = new PluginHost([{ name: "p", compile: () => ({ redact } as unknown as PluginHooks) }]);
    assert.throws(() => host.of(AGENT), {
      code: "plugin_failed",
      message: /has a redact that is no function `text`/,
    });
  });
}
