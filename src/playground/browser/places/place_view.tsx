// The place that the address names, in the place of the threads.

import { type ComponentType, render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Problem } from "../components/problem.tsx";
import { byId } from "../dom.ts";
import { loadStyle } from "../on_demand/load_style.ts";
import { plugins } from "../shell/deployment.ts";
import { type Place, type PlaceProps, PLACES } from "../shell/places.ts";
import { route } from "../shell/route.ts";

/** Draws the place. */
export function showPlaces(): void {
  render(<PlaceView />, byId("place", HTMLElement));
}

function PlaceView() {
  const { place: id, item } = route.value;
  const place = PLACES.find((each) => each.id === id);
  useEffect(() => {
    document.body.dataset.place = id === "" ? "threads" : id;
    byId("chat", HTMLElement).hidden = id !== "";
    byId("place", HTMLElement).hidden = id === "";
    document.title = place === undefined ? "Treadle" : `${place.title} · Treadle`;
  }, [id]);
  if (id === "") return null;
  if (place === undefined) {
    return <Problem title="There is no such place." detail={`The page has nothing at #/${id}.`} />;
  }
  return <Loaded key={id} place={place} item={item} />;
}

type Views = Readonly<Record<string, ComponentType<PlaceProps>>>;

let known: Views | undefined;

function Loaded({ place: { id, title }, item }: { readonly place: Place; readonly item: string }) {
  const [problem, setProblem] = useState("");
  const [views, setViews] = useState(known);
  useEffect(() => {
    if (views !== undefined) return;
    Promise.all([import("./views.ts"), loadStyle("views.css")]).then(
      ([{ VIEWS }]) => setViews(known = VIEWS),
      (error) => setProblem(String(error)),
    );
  }, []);
  if (problem !== "") return <Problem title={`${title} could not be loaded.`} detail={problem} />;
  const View = views?.[id];
  return View === undefined || plugins.value === undefined
    ? <p class="place-note">Loading {title}</p>
    : <View item={item} />;
}
