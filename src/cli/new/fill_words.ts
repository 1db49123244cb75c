// The words in texts of templates and starters that a project has values for.

/** Puts values in the place of `{{NAME}}`, `{{NPM_CLI}}` and the others; a word without a value stays. */
export function fillWords(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{([A-Z_]+)\}\}/g, (whole, key: string) => values[key.toLowerCase()] ?? whole);
}
