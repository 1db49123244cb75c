// The words of a name and of a text: identifiers are split, and languages without blanks are segmented.

/** Words that say nothing about what a tool is for. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  ("a about above after again all also am an and any are as at be been before being below between both but by can could did do does " +
    "doing down during each for from further had has have having here how if in into is it its itself just may me more most my no nor " +
    "not of off on once only or other our out over own s same shall should so some such t than that the their them then there these " +
    "they this those through to too under until up use used using very was we were what when where which while who whom why will with " +
    "within without would you your e g eg ie etc via per").split(" "),
);

/** Scripts that are written without blanks. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu;

let segmenter: Intl.Segmenter | undefined;

/** How many words a text has; those of Chinese, Japanese and Thai are found by Intl.Segmenter. */
export function countWords(text: string): number {
  return rawWords(text).length;
}

/**
 * The words of a text, in lower case and in their order; identifiers are split, and words that say nothing are left out.
 */
export function contentWords(text: string): string[] {
  return rawWords(splitIdentifiers(text)).map((word) => word.toLowerCase()).filter((word) =>
    !STOP_WORDS.has(word)
  );
}

/** Words of a name that say nothing; `on` and `off` say much there. */
const NAME_STOP_WORDS: ReadonlySet<string> = new Set("a an and by for of or the with".split(" "));

/** Characters that are read of a name; the longest that any API takes has 128. */
const NAME_CHARS = 256;

/** The words of the name of a tool, as {@link contentWords} has those of a text; few are left out. */
export function nameWords(name: string): string[] {
  return rawWords(splitIdentifiers(name.slice(0, NAME_CHARS))).map((word) => word.toLowerCase()).filter((
    word,
  ) => !NAME_STOP_WORDS.has(word));
}

/** A word without the ending of its plural, so that `users` and `user` are one. */
export function toSingular(word: string): string {
  if (word.length < 4 || !word.endsWith("s") || /(?:ss|us|is)$/.test(word)) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(?:[sxz]|ch|sh)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** Endings of British English, and what stands for them in American English. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/ogue(s?)$/, "og$1"],
  [/our(s|ed|ing|ful)?$/, "or$1"],
  [/tre(s?)$/, "ter$1"],
  [/(\p{L}{3})is(e[sd]?|ing|ation|ations)$/u, "$1iz$2"],
  [/([^l]l)l(ed|ing|er)$/, "$1$2"],
];

/** Things that are called by several names in descriptions of tools; the first one stands for all. */
const THINGS: ReadonlyMap<string, string> = new Map(
  [
    "product article item merchandise",
    "user customer client",
    "image picture photo photograph",
    "movie film",
    "email mail",
    "document doc",
    "query keyword term",
    "trip journey travel",
    "car vehicle automobile",
    "cost price",
  ].flatMap((group) => {
    const [first = "", ...others] = group.split(" ");
    return others.map((word): [string, string] => [word, first]);
  }),
);

/** What stands for a word, its plural, its other spelling, and other words for the same thing. */
export function toTerm(word: string): string {
  const singular = toSingular(word);
  const spelled = SPELLINGS.reduce((text, [ending, other]) => text.replace(ending, other), singular);
  return THINGS.get(spelled) ?? spelled;
}

function rawWords(text: string): string[] {
  if (!UNSPACED.test(text)) return text.match(WORD) ?? [];
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "word" });
  return Array.from(segmenter.segment(text)).filter(({ isWordLike }) => isWordLike).map(({ segment }) =>
    segment
  );
}

/** `parseHTTPResponse_v2` as `parse HTTP Response v2`. */
function splitIdentifiers(text: string): string {
  return text.replace(/(\p{Ll}|\p{N})(?=\p{Lu})/gu, "$1 ").replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1 ")
    .replace(/_/g, " ");
}
