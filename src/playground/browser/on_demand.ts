// What the page loads behind its first load, as one file: what the conversation shows when a person looks closer, the inbox, the
// settings, what is paused, and what is done with threads of the list. places/views.ts has the other places.

import { AppFrame } from "./apps/app_frame.tsx";
import { showModelInput } from "./answers/input_dialog.tsx";
import { CallApproval } from "./calls/call_approval.tsx";
import { deleteThread } from "./frame/delete_thread.ts";
import { saveCase, saveExport, savePicture, toCommandLine, toTypeScript } from "./frame/thread_files.ts";
import { OptionsForm } from "./frame/options_form.tsx";
import { AgentParts } from "./panels/agent_parts.tsx";
import { BulkActions } from "./frame/bulk_actions.tsx";
import { ThreadButtons } from "./panels/thread_buttons.tsx";
import { showTimeline } from "./panels/timeline/timeline.tsx";
import { Inbox } from "./places/inbox/inbox.tsx";
import { Pauses } from "./places/pauses.tsx";
import { Settings } from "./places/settings.tsx";
import { showKeys, showPalette } from "./shell/palette.tsx";
import { StepFacts } from "./steps/step_facts.tsx";

/** The parts, by their names. */
export const ON_DEMAND = {
  AgentParts,
  AppFrame,
  BulkActions,
  CallApproval,
  Inbox,
  OptionsForm,
  Pauses,
  Settings,
  StepFacts,
  ThreadButtons,
  deleteThread,
  showKeys,
  showModelInput,
  showPalette,
  showTimeline,
  threadFiles: { saveCase, saveExport, savePicture, toCommandLine, toTypeScript },
};
