// A place whose plugin the deployment lacks: what would be there, and how it comes.

import { Empty } from "./empty.tsx";
import { PlaceHead } from "./place_head.tsx";

interface MissingPluginProps {
  /** Of the place. */
  readonly place: string;
  /** What the deployment has not. */
  readonly title: string;
  readonly detail: string;
  /** To paste into the project. */
  readonly code: string;
}

/** The place with nothing but that. */
export function MissingPlugin({ place, ...empty }: MissingPluginProps) {
  return (
    <>
      <PlaceHead title={place} />
      <Empty {...empty} />
    </>
  );
}
