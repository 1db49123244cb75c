// A registry of npm that has our packages alone, packed. A line of .npmrc leads npm and Deno to it for `@treadle/` alone, so
// that a project installs them by name and version, and everything else from where it comes from.

import { createHash } from "node:crypto";
import { packAll } from "../support/packed.ts";

/** The registry, while it is served. */
export interface PackageRegistry extends AsyncDisposable {
  /** The line of .npmrc. */
  readonly npmrc: string;
  /** The same of .yarnrc.yml, which Yarn reads instead. */
  readonly yarnrc: string;
  readonly port: number;
}

interface Served {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly manifest: { readonly name: string; readonly version: string };
  readonly integrity: string;
}

export async function servePackage(): Promise<PackageRegistry> {
  const packages = new Map<string, Served>(
    await Promise.all(Array.from(await packAll(), async ([name, { tarball, folder }]) => {
      const bytes = await Deno.readFile(tarball);
      const manifest = JSON.parse(await Deno.readTextFile(`${folder}package.json`));
      const integrity = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
      return [`/${name}`, { bytes, manifest, integrity }] as const;
    })),
  );
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, ({ url }) => {
    const { origin, pathname } = new URL(url);
    const path = decodeURIComponent(pathname);
    const found = packages.get(path.replace(/\/package\.tgz$/, ""));
    if (found === undefined) return new Response(null, { status: 404 });
    const { bytes, manifest, integrity } = found;
    if (path.endsWith(".tgz")) return new Response(bytes);
    const { version } = manifest;
    return Response.json({
      name: manifest.name,
      "dist-tags": { latest: version },
      // Yarn takes no version that is younger than a day.
      time: { [version]: "2026-01-01T00:00:00.000Z" },
      versions: {
        [version]: { ...manifest, dist: { tarball: `${origin}/${manifest.name}/package.tgz`, integrity } },
      },
    });
  });
  const { port } = server.addr;
  return {
    npmrc: `@treadle:registry=http://127.0.0.1:${port}/\n`,
    yarnrc: `npmScopes: {treadle: {npmRegistryServer: "http://127.0.0.1:${port}"}}
unsafeHttpWhitelist: ["127.0.0.1"]
enableTelemetry: false
`,
    port,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
