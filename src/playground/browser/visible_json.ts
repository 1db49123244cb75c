// Texts in which every character is seen: what a model wrote is read before it is approved.

/** Characters that cannot be seen, or that change the order of others. */
const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

/** A text with each unseen character as \uXXXX. */
export function visibleText(text: string): string {
  return text.replace(
    UNSEEN,
    (found) =>
      found.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** JSON text of a JSON value, indented, with each unseen character of its strings as \uXXXX: it is still JSON of the same value. */
export function visibleJson(value: unknown): string {
  return visibleText(JSON.stringify(value, null, 2) ?? "");
}
