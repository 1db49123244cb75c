// What stands in the search field of the threads: filters of the server, such as `user:ann status:failed title:"order june"`, and words
// that the loaded threads are searched for.

/** Names before a colon, and the parameters of the list that they are. `metadata.plan:pro` is one by itself. */
const PARAMETERS = new Map([
  ...["user", "status", "agent", "tool", "door", "error", "after", "before", "archived"].map((
    name,
  ) => /** @type {const} */ ([name, name])),
  ["title", "search"],
]);

/** Words, and texts in quotation marks; either may stand behind a name. */
const PARTS = /([a-z]+|metadata\.[^\s:]+):("[^"]*"?|\S*)|"[^"]*"?|\S+/g;

/** @param {string} text @returns {{ query: string, words: string }} The query of the server, empty for none; the words in small letters. */
export function readThreadQuery(text) {
  const query = new URLSearchParams();
  const words = [];
  for (const [part, name, value = ""] of text.matchAll(PARTS)) {
    const parameter = name?.startsWith("metadata.") ? name : PARAMETERS.get(name ?? "");
    const plain = value.replaceAll('"', "");
    if (parameter === undefined) words.push(part);
    else if (plain !== "") query.set(parameter, plain);
  }
  return { query: query.toString(), words: words.join(" ").toLowerCase() };
}
