// What a file that contains packages says of them: their versions at its head, their licences in a file beside it.

import { AgentError } from "../../core/error.ts";

const projectRoot = new URL("../../../", import.meta.url);

/** A package that a generated file contains. */
export interface Contained {
  readonly name: string;
  readonly version: string;
  /** The text of its licence. */
  readonly licence: string;
}

/**
 * The package in this folder of the project, such as `node_modules/marked`.
 *
 * @throws {AgentError} internal - it has no text of its licence
 */
export async function readContained(folder: string): Promise<Contained> {
  const read = async (file: string) => await Deno.readTextFile(new URL(`${folder}/${file}`, projectRoot));
  const { name, version }: { name: string; version: string } = JSON.parse(await read("package.json"));
  const files = await Array.fromAsync(Deno.readDir(new URL(folder, projectRoot)));
  const licence = files.find((file) => /^licen[cs]e(\.|$)/i.test(file.name))?.name;
  if (licence === undefined) throw new AgentError("internal", `${name} has no text of its licence.`);
  return { name, version, licence: (await read(licence)).replaceAll("\r", "").trim() };
}

/** The folders of the packages that these files belong to, sorted. */
export function listPackageFolders(files: readonly string[]): string[] {
  const folders = files.flatMap((path) =>
    /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? []
  );
  return [...new Set(folders)].sort();
}

/** The comment at the head of the file. */
export function formatNotice(packages: readonly Contained[]): string {
  return `/*! ${packages.map(({ name, version }) => `${name} ${version}`).join(", ")}: licenses.txt */`;
}

/** The text of licenses.txt. */
export function formatLicences(packages: readonly Contained[]): string {
  return packages.map(({ name, version, licence }) => `${name} ${version}\n\n${licence}\n`).join("\n\n");
}
