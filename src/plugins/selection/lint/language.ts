// Whether a description is in English: what it says is found by English wording alone.

/** Function words of a dozen languages with Latin letters, none of which is an English word or common in names. */
const FOREIGN: ReadonlySet<string> = new Set(
  [
    "der das und ist nicht ein eine einen einer eines dem mit für von vom zur zum wird werden auf aus bei nach oder sich auch sie",
    "les une et est dans avec sont que ce cette aux d'un d'une n'est pour",
    "del es por para como se su sus lo este esta uma um não é ao pelo pela são",
    "il gli nelle nella della delle dei di è che nel sono questo questa",
    "het een voor op naar niet zijn wordt deze dit bij uit",
    "och att är inte med på av ett till från og ikke fra",
    "się jest dla oraz lub przez ve bir bu için ile veya az és egy nem hogy vagy yang untuk dengan dari atau ini tidak pada adalah",
  ].join(" ").split(" "),
);

/** Such words that stand in English texts too, in names of places for one: they count half. */
const WEAK: ReadonlySet<string> = new Set(
  "la le el los las de un en per con y ou den des van da w".split(" "),
);

const ENGLISH: ReadonlySet<string> = new Set(
  "the a an of to and or for from with in on by is are be this that it its your you when if all any as at into can will which using use"
    .split(" "),
);

/** Characters that are read. */
const MOST_CHARS = 4_000;

/** Below this share of Latin letters a text is in no language of such letters. */
const LATIN_SHARE = 0.7;

/**
 * False for a text that is clearly in another language: its letters are mostly of another script, or its function words and accented words
 * are those of another language. A text that shows nothing either way counts as English, as most are: of short texts in other languages
 * some are not found.
 */
export function isEnglish(description: string): boolean {
  const text = description.slice(0, MOST_CHARS);
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin < letters * LATIN_SHARE) return false;
  let english = 0;
  let foreign = 0;
  for (const word of text.toLowerCase().match(/[\p{L}'’]+/gu) ?? []) {
    if (ENGLISH.has(word)) english++;
    else if (WEAK.has(word)) foreign += 0.5;
    else if (FOREIGN.has(word)) foreign++;
    else if (/[^\p{ASCII}'’]/u.test(word)) foreign += 0.75;
  }
  return foreign < (english === 0 ? 1 : 1.5) || foreign <= english;
}
