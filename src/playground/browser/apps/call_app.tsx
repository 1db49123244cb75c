// The app of a call, which comes when the call comes into sight: an app out of sight does not run.

import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { useActions } from "../actions.ts";
import type { AppView } from "../api/api.ts";
import { isCode } from "../api/http.ts";
import { describeError } from "../components/problem.tsx";
import { Notice } from "../components/notice.tsx";
import { loadOnDemand, onDemand } from "../on_demand/load_on_demand.ts";

interface CallAppProps {
  readonly callId: string;
  /** The call. */
  readonly card: RefObject<HTMLElement | null>;
}

/** The app; nothing where the deployment shows none, and a notice where it cannot be read. */
export function CallApp({ callId, card }: CallAppProps) {
  const { app: actionsOf } = useActions();
  const actions = useMemo(() => actionsOf(callId), [callId]);
  const app = useSignal<AppView | undefined>(undefined);
  const problem = useSignal("");
  useEffect(() => {
    const read = async () => {
      try {
        [app.value] = await Promise.all([actions.read(), loadOnDemand()]);
      } catch (error) {
        // A deployment without the plugin shows no apps; what else goes wrong is said.
        if (!isCode(error, "not_found")) problem.value = describeError(error);
      }
    };
    const sight = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      sight.disconnect();
      void read();
    });
    if (card.current !== null) sight.observe(card.current);
    return () => sight.disconnect();
  }, [actions]);
  const AppFrame = onDemand.value?.AppFrame;
  if (problem.value !== "") {
    return <Notice kind="warn" detail={`The app of this call is not shown. ${problem.value}`} />;
  }
  if (AppFrame === undefined || app.value === undefined) return null;
  return <AppFrame app={app.value} actions={actions} />;
}
