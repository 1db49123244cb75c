// The only way this page makes elements. Strings become text nodes, so nothing that a model, a tool or a user wrote is ever
// read as markup.

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, className, ...children) {
  const node = document.createElement(tag);
  if (className !== "") node.className = className;
  node.append(...children);
  return node;
}

/**
 * @param {string} label
 * @param {string} className
 * @param {() => void} onClick
 */
export function button(label, className, onClick) {
  const node = element("button", className, label);
  node.type = "button";
  node.addEventListener("click", onClick);
  return node;
}

/**
 * The element that page.html declares under an id.
 *
 * @template {HTMLElement} Type
 * @param {string} id
 * @param {new () => Type} type
 * @returns {Type}
 */
export function byId(id, type) {
  const node = document.getElementById(id);
  if (node instanceof type) return node;
  throw new Error(`The page has no ${type.name} with the id ${id}.`);
}

/** Pixels from the end within which a reader counts as being there. */
const NEAR = 48;

/**
 * Keeps the end of a list in sight while it grows, unless the reader has scrolled up or touched something in it. The result
 * goes to the end whatever the reader does.
 *
 * @param {HTMLElement} list What grows; its parent scrolls.
 */
export function followEnd(list) {
  const scroller = list.parentElement ?? list;
  let following = true;
  let before = 0;
  /** @param {boolean} value */
  const follow = (value) => {
    following = value;
    // The browser keeps the place of a reader when something above changes; that is no scrolling up.
    scroller.style.overflowAnchor = value ? "none" : "";
  };
  const toEnd = () => {
    if (!following || !list.hasChildNodes()) return;
    scroller.scrollTop = scroller.scrollHeight;
    before = scroller.scrollTop;
  };
  follow(true);
  scroller.addEventListener("scroll", () => {
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    if (scrollHeight - scrollTop - clientHeight < NEAR) follow(true);
    else if (scrollTop < before) follow(false);
    before = scrollTop;
  });
  list.addEventListener("click", () => follow(false));
  const observer = new ResizeObserver(toEnd);
  observer.observe(scroller);
  observer.observe(list);
  return () => {
    follow(true);
    toEnd();
  };
}
