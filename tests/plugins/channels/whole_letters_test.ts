// Row V3: no message has half a letter, wherever it is cut. A letter of two UTF-16 code units is cut at one of two lengths.

import assert from "node:assert/strict";
import { toFileName } from "../../../src/plugins/channels/incoming_fields.ts";
import { splitText } from "../../../src/plugins/channels/split_text.ts";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { LOGIN } from "../../support/github/server.ts";
import { ask, DiscordApp, GitHubApp, refund } from "./_app.ts";

const LETTER = "\ud83d\ude00";

/** Texts of which each cut halves a letter in one of two. */
function texts(letters: number): string[] {
  return ["", "x"].map((first) => first + LETTER.repeat(letters));
}

Deno.test("V3: a text without a gap is cut between letters, and its parts have all of it", () => {
  for (const text of texts(400)) {
    for (const longest of [200, 201, 301, 302]) {
      const parts = splitText(text, longest);
      assert.ok(parts.every((part) => part.isWellFormed() && part.length <= longest));
      assert.equal(parts.join(""), text);
    }
  }
});

Deno.test("V3: the name of a file that is cut has whole letters", () => {
  const [whole = "", cut = ""] = texts(200).map(toFileName);
  for (const name of [whole, cut]) assert.deepEqual([name.isWellFormed(), name.length], [true, 255]);
  assert.ok(cut.startsWith(`x${LETTER.repeat(127)}`));
  assert.ok(whole.endsWith("\ufffd"), "the first half of a letter is none");
});

for (const [index, text] of texts(1_500).entries()) {
  Deno.test(`V3: a question and arguments that are cut have whole letters (${index})`, async () => {
    {
      await using app = new DiscordApp({
        tools: [ask],
        script: scenario().calls("ask_user", { question: text }),
      });
      await app.discord.ask({ text: "paint it" });
      await app.idle();
      const [question = ""] = app.discord.answers();
      assert.match(question, /\(cut\)$/);
      assert.ok(question.startsWith(text.slice(0, 1_900)));
    }
    await using app = new GitHubApp({ tools: [refund], script: scenario().calls("refund", { order: text }) });
    await app.github.deliver(app.github.comment(7, `@${LOGIN} refund`));
    await app.idle();
    assert.ok(app.github.answers(7)[0]?.includes(text.slice(0, 2_400)));
  });
}
