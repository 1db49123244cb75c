// A list whose end stays in sight while it grows.

/** Pixels from the end within which a reader counts as being there. */
const NEAR = 48;

/** A list that is followed. */
export interface EndFollower {
  /** Goes to the end whatever the reader does, and stays there. */
  toEnd(): void;
  /** The list is not followed any more. */
  stop(): void;
}

/**
 * Keeps the end of a list in sight while it grows, unless the reader has scrolled up or touched something in it.
 *
 * @param list What grows; its parent scrolls.
 */
export function followEnd(list: HTMLElement): EndFollower {
  const scroller = list.parentElement ?? list;
  let following = true;
  let before = 0;
  const follow = (value: boolean) => {
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
  const stopped = new AbortController();
  const { signal } = stopped;
  scroller.addEventListener("scroll", () => {
    const { scrollTop, scrollHeight, clientHeight } = scroller;
    if (scrollHeight - scrollTop - clientHeight < NEAR) follow(true);
    else if (scrollTop < before) follow(false);
    before = scrollTop;
  }, { signal });
  list.addEventListener("click", () => follow(false), { signal });
  const observer = new ResizeObserver(toEnd);
  observer.observe(scroller);
  observer.observe(list);
  return {
    toEnd() {
      follow(true);
      toEnd();
    },
    stop() {
      stopped.abort();
      observer.disconnect();
    },
  };
}
