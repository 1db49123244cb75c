// The query of the list of threads: the filters in its search field, such as `user:ann tool:refund "order june"`, and the
// state that is chosen beside it. Words without a name are searched in titles.

/** Names before a colon, and the parameters of the list that they are. `metadata.plan:pro` is one by itself. */
const PARAMETERS: ReadonlyMap<string, string> = new Map([
  ...["user", "status", "needs", "agent", "tool", "door", "error", "after", "before", "archived"].map((
    name,
  ) => [name, name] as const),
  ["source", "door"],
  ["title", "search"],
]);

/** Words, and texts in quotation marks; either may follow a name. */
const PARTS = /([a-z]+|metadata\.[^\s:]+):("[^"]*"?|\S*)|"[^"]*"?|\S+/g;

/** What has a letter or a digit: titles have words of nothing else. */
const WORD = /[\p{L}\p{N}]/u;

/** A state that the list may be limited to, and its part of the query. */
export interface StateFilter {
  readonly title: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The states by their names in the control; the first one is all of them. */
export const STATES: ReadonlyMap<string, StateFilter> = new Map<string, StateFilter>([
  ["", { title: "All", query: {} }],
  ["needs", { title: "Needs you", query: { needs: "any" } }],
  ["failed", { title: "Failed", query: { status: "failed" } }],
  ["open", { title: "Not finished", query: { status: "open" } }],
  ["done", { title: "Done", query: { status: "done" } }],
  ["cancelled", { title: "Cancelled", query: { status: "cancelled" } }],
  ["archived", { title: "Archived", query: { archived: "only" } }],
]);

/** The query of the server, empty for none. What the text names itself counts before the state. */
export function readThreadQuery(text: string, state = ""): string {
  const query = new URLSearchParams();
  const words: string[] = [];
  for (const [part, name, value = ""] of text.matchAll(PARTS)) {
    const parameter = name?.startsWith("metadata.") ? name : PARAMETERS.get(name ?? "");
    const plain = (parameter === undefined ? part : value).replaceAll('"', "");
    if (parameter === undefined || parameter === "search") {
      if (WORD.test(plain)) words.push(plain);
    } else if (plain !== "") query.set(parameter, plain);
  }
  if (words.length > 0) query.set("search", words.join(" "));
  for (const [parameter, value] of Object.entries(STATES.get(state)?.query ?? {})) {
    if (!query.has(parameter)) query.set(parameter, value);
  }
  return query.toString();
}
