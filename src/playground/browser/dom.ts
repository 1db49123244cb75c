// Elements of the page: those that it declares, and those that no component draws.

/** Fields in which a letter is a letter, as a selector. */
export const FIELDS = "input, textarea, select, [contenteditable]";

/** A new element. Strings become text nodes, so nothing that a model, a tool or a user wrote is ever read as markup. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const node = document.createElement(tag);
  if (className !== "") node.className = className;
  node.append(...children);
  return node;
}

/** The element that page.html declares under an id. */
export function byId<Type extends HTMLElement>(id: string, type: new () => Type): Type {
  const node = document.getElementById(id);
  if (node instanceof type) return node;
  throw new Error(`The page has no ${type.name} with the id ${id}.`);
}
