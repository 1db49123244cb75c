// The place that the address names, in the place of the threads.

import { effect } from "@preact/signals";
import { type ComponentType, render } from "preact";
import { useCallback, useEffect, useState } from "preact/hooks";
import { Problem } from "../components/problem.tsx";
import { mayManage } from "../api/api.ts";
import { byId } from "../dom.ts";
import { loadOnDemand, onDemand } from "../on_demand/load_on_demand.ts";
import { loadStyle } from "../on_demand/load_style.ts";
import { pluginPages, plugins, serves } from "../shell/deployment.ts";
import { type Place, type PlaceProps, PLACES, PLUGINS } from "../shell/places.ts";
import { route } from "../shell/route.ts";
import { startProblem } from "../shell/start_problem.ts";

/** Draws the place. */
export function showPlaces(): void {
  const [chat, place] = [byId("chat", HTMLElement), byId("place", HTMLElement)];
  // At once with the address: what a key then gives the focus to can be seen.
  effect(() => {
    const { place: id, item } = route.value;
    document.body.dataset.place = id === "" ? "threads" : id;
    chat.hidden = id !== "";
    place.hidden = id === "";
    const page = id === PLUGINS.id ? pluginPages.value.find(({ name }) => name === item) : undefined;
    const { title } = page ?? PLACES.find((each) => each.id === id) ?? {};
    document.title = title === undefined ? "Treadle" : `${title} · Treadle`;
  });
  render(<PlaceView />, place);
}

function PlaceView() {
  const { place: id, item } = route.value;
  const place = PLACES.find((each) => each.id === id);
  if (id === "") return null;
  if (place === undefined) {
    return <Problem title="There is no such place." detail={`The page has nothing at #/${id}.`} />;
  }
  return <Loaded key={id} place={place} item={item} />;
}

type Views = Readonly<Record<string, ComponentType<PlaceProps>>>;

let known: Views | undefined;

async function loadViews(id: string): Promise<Views> {
  if (id !== "inbox" && id !== "settings") return (await import("./views.ts")).VIEWS;
  const { Inbox, Settings } = await loadOnDemand();
  return { inbox: Inbox, settings: Settings };
}

function Loaded({ place: { id, title }, item }: { readonly place: Place; readonly item: string }) {
  const [problem, setProblem] = useState("");
  const [views, setViews] = useState(known);
  const load = useCallback(() => {
    setProblem("");
    Promise.all([loadViews(id), loadStyle("on_demand.css")]).then(
      ([loaded]) => setViews(known = { ...known, ...loaded }),
      (error) => setProblem(String(error)),
    );
  }, []);
  useEffect(() => {
    if (views?.[id] === undefined) load();
  }, []);
  if (problem !== "") {
    return <Problem title={`${title} could not be loaded.`} detail={problem} onRetry={load} />;
  }
  if (plugins.value === undefined && startProblem.value !== undefined) {
    return <Problem {...startProblem.value} />;
  }
  const View = views?.[id];
  if (View === undefined || plugins.value === undefined) {
    return (
      <p class="skeleton" role="status">
        <span class="unseen">{title} is loaded.</span>
      </p>
    );
  }
  return (
    <>
      {mayManage && serves("GET /v1/pauses") && <Paused place={id} />}
      <View item={item} />
    </>
  );
}

/** What is paused, once its file is there; the place does not wait for it. */
function Paused({ place }: { readonly place: string }) {
  useEffect(() => {
    loadOnDemand().catch(() => {}); // the next place tries again
  }, []);
  const View = onDemand.value?.Pauses;
  return View === undefined ? null : <View place={place} />;
}
