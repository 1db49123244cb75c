/** All pages at once: a test that reads them depends on each file of docs and src. */

import { walkFiles } from "../project.ts";
import { type Page, readPage } from "./markdown.ts";

/** The pages that people read: those beside deno.json, docs without its pictures, and those of folders of src. */
export async function readPages(): Promise<Page[]> {
  const beside = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "skills/build-agent/SKILL.md"];
  const ofFolders = (await Array.fromAsync(walkFiles("src"))).filter((path) => path.endsWith("/README.md"));
  const ofDocs = (await Array.fromAsync(walkFiles("docs"))).filter((path) =>
    !path.startsWith("docs/assets/")
  );
  const paths = [...beside, ...ofDocs, ...ofFolders];
  return await Promise.all(paths.map(readPage));
}
