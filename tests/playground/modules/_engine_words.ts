// Words of the engine that people do not know, and what the page says in their place.

/** A word of the engine, as it would stand in a text, and the words of people for it. */
type EngineWord = readonly [word: RegExp, words: string];

/** Words of which none stands on the page, but for {@link VERBATIM}. */
const ENGINE_WORDS: readonly EngineWord[] = [
  [/\bact(s|ed)?\b/i, "ran, tools"],
  [/\b(re)?plan(s|ned|ning)?\b/i, "chose, answered, model; of a call that has not run: not started"],
  [/\bnative(ly)?\b/i, "API"],
  [/\bannounce[ds]?\b/i, "prompt"],
  [/\bfiltered\b/i, "fewer tools"],
  [/\bwithheld\b/i, "no tools sent"],
  [/\benforce\w*/i, "applied by"],
  [/\bsatisf\w+/i, "kept"],
  [/\bviolat\w+/i, "not kept"],
  [/\bdegrad\w+/i, "not certain"],
  [/\bloops?\b/i, "run tools until there is an answer"],
  [/\bpredict\w*/i, "stop before tools run"],
  [/\bsettled\b/i, "its tools have run"],
  [/\bv\d+\b/, "saved as version 1"],
  [/\bversion \d+ (is|was)\b/i, "saved"],
  [/\bdeltas?\b/i, "pieces of texts"],
  [/\bdoors?\b/i, "source"],
  [/\bheld\b/i, "waiting, needs approval"],
  [/\bholds\b/i, "applies, passed"],
  [/reload and go on/i, "saved"],
  [/\breceived, and\b/i, "events that began a thread, that were refused"],
  [/\b(un)?commit\w*/i, "saved"],
  [/\bstored?\b/i, "saved; of the place: storage"],
  [/\bentr(y|ies)\b/i, "message"],
  [/\binputs\b|\binput (waits?|is|was)\b|\b(an|your|the) input\b(?! tokens)/i, "message"],
  [/\bunprocessed\b/i, "waiting"],
  [/\bobservations?\b/i, "result"],
  [/\bfork(s|ed)?\b/i, "branch"],
  [/\bparked\b/i, "stopped trying"],
  [/\brests\b/i, "resumes at"],
  [/\bwake(s|-ups?)?\b/i, "goes on by itself"],
  [/\bkernel\b/i, "Treadle"],
  [/\bhooks?\b/i, "work in steps"],
  [/\bidempoten\w+/i, "may be repeated"],
  [/\bbooked\b/i, "used"],
  [/\bgates?\b/i, "condition"],
  [/\bstubs?\b/i, "known results"],
  [/\btemplates?\b/i, "what an agent listens to"],
  [/\bclients?\b/i, "app"],
  [/\bspans?\b/i, "part"],
  [/\bselectors?\b/i, "method"],
  [/\bcandidates?\b/i, "score"],
  [/\bjudg\w+/i, "test"],
  [/\bdriver\b/i, "model"],
  [/\blatency\b|\bp(50|95)\b/i, "median time, 95 % within"],
  [/\bschema\b/i, "format"],
  [/\bauto\b/, "the model chooses"],
];

/** Places of the page, as selectors, that show word for word what the API has, where a person wants to see that. */
export const VERBATIM: Readonly<Record<string, string>> = {
  "pre, textarea": "JSON of calls, events and policies",
  "code":
    "codes of errors, names of tools and variables, and the reason and the value of a tool choice in the details",
  "#event-list, .history-lines":
    "raw requests and events, and the lines of a history that stand in their place",
  ".card-line, .card-text": "what the code of the deployment says of its tools",
  ".notice.bad p:not(:has(b)), .bar-failed": "the message of an error",
  ".inline-list.facts": "features that a model's API lacks",
  ".refusal-words": "why the server has refused a webhook",
  ".refusal": "the event as its sender names it",
};

/** The words of the engine in a text, each with what people say. */
export function engineWordsIn(text: string): string[] {
  return ENGINE_WORDS.flatMap(([word, words]) => {
    const [found] = word.exec(text) ?? [];
    return found === undefined ? [] : [`${found} (${words}): ${text.trim().slice(0, 120)}`];
  });
}
