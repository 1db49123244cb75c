// A registry of npm that has one package: ours, packed. A line of .npmrc leads npm and Deno to it for `@treadle/` alone, so
// that a project installs the package by name and version, and everything else from where it comes from.

import { createHash } from "node:crypto";
import { packed } from "../support/packed.ts";

/** The registry, while it is served. */
export interface PackageRegistry extends AsyncDisposable {
  /** The line of .npmrc. */
  readonly npmrc: string;
  readonly port: number;
}

export async function servePackage(): Promise<PackageRegistry> {
  const { tarball, folder } = await packed();
  const bytes = await Deno.readFile(tarball);
  const manifest = JSON.parse(await Deno.readTextFile(`${folder}package.json`));
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, ({ url }) => {
    const { origin, pathname } = new URL(url);
    if (pathname === "/package.tgz") return new Response(bytes);
    if (decodeURIComponent(pathname) !== `/${manifest.name}`) return new Response(null, { status: 404 });
    const { version } = manifest;
    return Response.json({
      name: manifest.name,
      "dist-tags": { latest: version },
      versions: { [version]: { ...manifest, dist: { tarball: `${origin}/package.tgz`, integrity } } },
    });
  });
  const { port } = server.addr;
  return {
    npmrc: `@treadle:registry=http://127.0.0.1:${port}/\n`,
    port,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
