// A registry of npm that has one package: ours, packed. A scope of its own in .npmrc leads npm and Deno to it, so that a
// project installs `@treadle/treadle` by name and version, and everything else from where it comes from.

import { createHash } from "node:crypto";
import { packed } from "./packed.ts";

/** The registry, while it is served. */
export interface PackageRegistry extends AsyncDisposable {
  /** The line of .npmrc. */
  readonly npmrc: string;
}

/** Serves the packed package. `port` is part of the key under which Deno caches a package, so a fixed one saves its download. */
export async function servePackage(port: number): Promise<PackageRegistry> {
  const { tarball, folder } = await packed();
  const bytes = await Deno.readFile(tarball);
  const manifest = JSON.parse(await Deno.readTextFile(`${folder}package.json`));
  const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
  const server = Deno.serve({ port, hostname: "127.0.0.1", onListen: () => {} }, ({ url }) => {
    const { origin, pathname } = new URL(url);
    const file = `/${createHash("sha256").update(bytes).digest("hex").slice(0, 16)}.tgz`;
    if (pathname === file) return new Response(bytes);
    if (decodeURIComponent(pathname) !== `/${manifest.name}`) return new Response(null, { status: 404 });
    const { version } = manifest;
    return Response.json({
      name: manifest.name,
      "dist-tags": { latest: version },
      versions: { [version]: { ...manifest, dist: { tarball: origin + file, integrity } } },
    });
  });
  return {
    npmrc: `@treadle:registry=http://127.0.0.1:${server.addr.port}/\n`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
