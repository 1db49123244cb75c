// A catalogue and queries that a seed determines: words as frequent as those of a language, descriptions as long as real ones.

import type { ToolCatalogue, ToolDocument } from "../../../src/plugins/selection/selector.ts";
import { mulberry32 } from "../../support/mulberry32.ts";

/** Different words of the catalogue. */
const VOCABULARY = 8_000;

const STOP_WORDS = 50;

const SYLLABLES = "ra ten mo sil va cor ni pel du ges ta lin bor sha ket ru fam wo zi han".split(" ");

/** So many tools: a name of two or three words, a description of 13, three arguments with five words each. */
export function benchCatalogue(count: number): ToolCatalogue {
  const random = mulberry32(count);
  const text = (words: number) => Array.from({ length: words }, () => drawWord(random)).join(" ");
  const tools = Array.from({ length: count }, (_, place): ToolDocument => ({
    name: `${text(2 + place % 2).replaceAll(" ", "_")}_${place}`,
    description: text(13),
    parameters: {
      type: "object",
      properties: Object.fromEntries(
        ["first", "second", "third"].map((which) => [
          `${which}_${drawWord(random)}`,
          { type: "string", description: text(5) },
        ]),
      ),
    },
    categories: [drawWord(random)],
  }));
  return { version: `bench ${count}`, tools };
}

/** Queries of 33 words: nine of one tool, among others. */
export function benchQueries(count: number, { tools }: ToolCatalogue): string[] {
  const random = mulberry32(7);
  return Array.from({ length: count }, () => {
    const { name = "", description = "" } = tools[Math.floor(random() * tools.length)] ?? {};
    const own = `${name.replaceAll("_", " ")} ${description}`.split(" ").slice(0, 9);
    const others = Array.from({ length: 24 }, (_, place) => place % 2 === 0 ? "the" : drawWord(random));
    return [...others.slice(0, 12), ...own, ...others.slice(12)].join(" ");
  });
}

/** The word of rank r is drawn about as often as 1 / r says (Zipf). The first ones of a language are its stop words. */
function drawWord(random: () => number): string {
  const rank = Math.floor(STOP_WORDS * (VOCABULARY / STOP_WORDS) ** random());
  const syllable = (place: number) => SYLLABLES[Math.floor(rank / 20 ** place) % 20] ?? "";
  return `${syllable(0)}${syllable(1)}${syllable(2)}`;
}
