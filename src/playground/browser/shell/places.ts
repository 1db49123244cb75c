// The places of the page, in the order of their list. places/views.ts has their views, which the page loads at the first visit.

import { PATHS } from "../components/icons.ts";

/** What a place is given. */
export interface PlaceProps {
  /** What is chosen in it; empty for nothing. */
  readonly item: string;
}

/** A place other than the threads. */
export interface Place {
  /** In the address. */
  readonly id: string;
  readonly title: string;
  /** The shape of its picture on a grid of 16 units. */
  readonly icon: string;
  /** The key that goes there behind G; a place without one is not in the list: links lead to it. */
  readonly key?: string;
}

const PLUG = "M5 0h2v4h2V0h2v4h2v4q0 4-4 4v4H7v-4q-4 0-4-4V4h2zM5 6v2q0 2 3 2t3-2V6z";

/** Of the plugins, whose own places are in it. */
export const PLUGINS = { id: "plugins", title: "Plugins", icon: PLUG, key: "E" } satisfies Place;

/** All places but the threads, which are the page itself. */
export const PLACES: readonly Place[] = [
  {
    id: "inbox",
    title: "Inbox",
    icon: PATHS.input,
    key: "I",
  },
  {
    id: "live",
    title: "Live",
    icon: "M0 7h4l2-5 3 11 2-6h5v2h-3.500L9 16 6 7 5 9H0z",
    key: "L",
  },
  {
    id: "agents",
    title: "Agents",
    icon: "M7 0h2v2h4v5H3V2h4zM5 4v1h2V4zM9 4v1h2V4zM2 8h12v8H2zM4 10v4h8v-4z",
    key: "A",
  },
  {
    id: "analytics",
    title: "Analytics",
    icon: "M1 9h3v6H1zM6.5 4h3v11h-3zM12 1h3v14h-3z",
    key: "D",
  },
  {
    id: "usage",
    title: "Usage",
    icon: "M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1zm0 2a5 5 0 0 1 5 5H8z",
    key: "U",
  },
  {
    id: "policies",
    title: "Policies",
    icon: "M8 0l6 3v5q0 5-6 8-6-3-6-8V3zM8 2.200L4 4.200V8q0 3.500 4 5.700z",
    key: "P",
  },
  {
    id: "schedules",
    title: "Schedules",
    icon:
      "M8 1a7 7 0 1 0 0 14A7 7 0 1 0 8 1zm0 2a5 5 0 1 1 0 10A5 5 0 1 1 8 3zM7 4h2v4l2.500 2-1.200 1.500L7 9z",
    key: "S",
  },
  {
    id: "webhooks",
    title: "Webhooks",
    icon: "M9 1l6 7-6 7v-4H1V5h8z",
    key: "W",
  },
  {
    id: "evaluations",
    title: "Evaluations",
    icon: "M2 1h12v14H2zM4 3v2h8V3zM4 7v6h8V7zM5 9l1-1 1 1 3-2 1 1-4 3z",
    key: "V",
  },
  {
    id: "providers",
    title: "Providers",
    icon: "M1 1h14v6H1zM1 9h14v6H1zM3 3v2h2V3zM3 11v2h2v-2z",
    key: "M",
  },
  PLUGINS,
  {
    id: "settings",
    title: "Settings",
    icon: "M1 3h8v2H1zM13 3h2v2h-2zM9 1h4v6H9zM1 11h2v2H1zM7 11h8v2H7zM3 9h4v6H3z",
    key: "O",
  },
  {
    id: "compare",
    title: "Compare",
    icon: "M1 2h6v12H1zM9 2h6v12H9zM3 4v8h2V4zM11 4v8h2V4z",
  },
];
