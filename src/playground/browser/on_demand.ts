// What the page loads behind its first load, as one file: what the conversation shows when a person looks closer, and two conversations
// beside each other, and what is paused. places/views.ts has the other places.

import { AppFrame } from "./apps/app_frame.tsx";
import { showModelInput } from "./answers/input_dialog.tsx";
import { ApprovalForm } from "./calls/approval_form.tsx";
import { saveCase, saveExport, savePicture, toCommandLine, toTypeScript } from "./frame/thread_files.ts";
import { OptionsForm } from "./frame/options_form.tsx";
import { AgentParts } from "./panels/agent_parts.tsx";
import { showTimeline } from "./panels/timeline/timeline.tsx";
import { Compare } from "./places/compare/compare.tsx";
import { Pauses } from "./places/pauses.tsx";
import { showKeys, showPalette } from "./shell/palette.tsx";
import { StepFacts } from "./steps/step_facts.tsx";

/** The parts, by their names. */
export const ON_DEMAND = {
  AgentParts,
  AppFrame,
  ApprovalForm,
  Compare,
  OptionsForm,
  Pauses,
  StepFacts,
  showKeys,
  showModelInput,
  showPalette,
  showTimeline,
  threadFiles: { saveCase, saveExport, savePicture, toCommandLine, toTypeScript },
};
