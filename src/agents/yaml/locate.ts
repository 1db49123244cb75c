// From a place in an agent to the place in its file, for problems that are found in the complete agent.

import { placeInFile } from "./file_parts.ts";
import { pathText, type Position, YamlText } from "./text.ts";

/** A place in a file. */
export interface YamlPlace extends Position {
  /** `spec.planner.config.tool_descriptions[1].name` */
  readonly path: string;
}

/** The place in a file of a JSON Pointer into its AgentSource; for a missing part, the place of its nearest parent. */
export function locateInYaml(text: string, pointer: string): YamlPlace {
  const [, part, ...rest] = pointer.split("/");
  const path = part === undefined ? [] : placeInFile(part, rest);
  return { ...new YamlText(text).positionOf(path), path: pathText(path) };
}
