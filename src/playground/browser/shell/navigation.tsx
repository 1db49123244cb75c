// The list of places at the side, with the number of calls that wait for people.

import { render } from "preact";
import { moveFocus } from "../components/move_focus.ts";
import { byId } from "../dom.ts";
import { waitingCalls } from "./inbox_count.ts";
import { pluginPages } from "./deployment.ts";
import { PLACES, PLUGINS } from "./places.ts";
import { placeHref, route } from "./route.ts";

const THREADS = "M1 2h14v9H8l-4 4v-4H1zM3 4v5h3v1.500L7.500 9H13V4z";

/** Draws the list. `onLeave` closes it where it lies over the page. */
export function showNavigation(onLeave: () => void): void {
  render(<Navigation onLeave={onLeave} />, byId("places-list", HTMLElement));
}

function Navigation({ onLeave }: { readonly onLeave: () => void }) {
  const { place, item } = route.value;
  const pages = pluginPages.value;
  const isPage = place === PLUGINS.id && pages.some(({ name }) => name === item);
  return (
    // One stop of Tab, at the current place.
    <ul
      class="places-list"
      onClick={onLeave}
      onKeyDown={(event) => void moveFocus(event, [...event.currentTarget.querySelectorAll("a")])}
    >
      <Item title="Threads" icon={THREADS} href="#" isCurrent={place === ""} />
      {PLACES.filter(({ key }) => key !== undefined).map(({ id, title, icon }) => (
        <Item
          key={id}
          title={title}
          icon={icon}
          href={placeHref(id)}
          isCurrent={place === id && !(isPage && id === PLUGINS.id)}
          waiting={id === "inbox" ? waitingCalls.value : 0}
        />
      ))}
      {pages.map(({ name, title }) => (
        <Item
          key={`${PLUGINS.id}/${name}`}
          title={title}
          icon={PLUGINS.icon}
          href={placeHref(PLUGINS.id, name)}
          isCurrent={isPage && name === item}
        />
      ))}
    </ul>
  );
}

interface ItemProps {
  readonly title: string;
  readonly icon: string;
  readonly href: string;
  readonly isCurrent: boolean;
  /** Calls that wait there. */
  readonly waiting?: number;
}

function Item({ title, icon, href, isCurrent, waiting = 0 }: ItemProps) {
  return (
    <li>
      <a href={href} aria-current={isCurrent ? "page" : undefined} tabIndex={isCurrent ? 0 : -1}>
        <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
          <path d={icon} fill-rule="evenodd" />
        </svg>
        <span>{title}</span>
        {waiting > 0 && (
          <span class="badge">
            {waiting > 99 ? "99+" : waiting}
            <span class="unseen">{waiting === 1 ? " waits" : " wait"}</span>
          </span>
        )}
      </a>
    </li>
  );
}
