/// <reference lib="deno.unstable" />
/** Which module imports which, read by the parser of `deno lint`, and the circles among them. */

/** By path, the paths that it imports: `src/core/a.ts` -> `src/core/b.ts`. */
export type ModuleGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Every form of import counts: types, re-exports and `import()` too. Packages do not. */
export function importsOf(file: string, source: string): Set<string> {
  const targets = new Set<string>();
  const add = (specifier: unknown) => {
    if (typeof specifier === "string" && specifier.startsWith(".")) targets.add(resolve(file, specifier));
  };
  const plugin: Deno.lint.Plugin = {
    name: "imports",
    rules: {
      read: {
        create: () => ({
          ImportDeclaration: (node) => add(node.source.value),
          ExportAllDeclaration: (node) => add(node.source.value),
          ExportNamedDeclaration: (node) => add(node.source?.value),
          ImportExpression: (node) => add(node.source.type === "Literal" ? node.source.value : undefined),
          TSImportType: ({ argument }) =>
            add(
              argument.type === "TSLiteralType" && argument.literal.type === "Literal" &&
                argument.literal.value,
            ),
        }),
      },
    },
  };
  Deno.lint.runPlugin(plugin, file, source);
  return targets;
}

/**
 * The pairs of folders that import each other, `src/a and src/b`, with the number of imports of the direction that has fewer: those are to
 * go. A folder and one inside of it are no pair.
 */
export function pairsOf(graph: ModuleGraph): Readonly<Record<string, number>> {
  const imports = new Map<string, number>();
  for (const [module, targets] of graph) {
    for (const target of targets) {
      const [from, to] = [folderOf(module), folderOf(target)];
      if (isWithin(from, to) || isWithin(to, from)) continue;
      const way = `${from} ${to}`;
      imports.set(way, (imports.get(way) ?? 0) + 1);
    }
  }
  const pairs: [string, number][] = [];
  for (const [way, count] of imports) {
    const [from = "", to = ""] = way.split(" ");
    const back = imports.get(`${to} ${from}`);
    if (from < to && back !== undefined) pairs.push([`${from} and ${to}`, Math.min(count, back)]);
  }
  return Object.fromEntries(pairs);
}

/** The modules of fewer than 60 lines that one module alone imports, which stands beside them: parts of it, unless their name is looked for. */
export function smallParts(graph: ModuleGraph, lines: ReadonlyMap<string, number>): string[] {
  const importers = new Map<string, string[]>();
  for (const [module, targets] of graph) {
    for (const target of targets) importers.set(target, [...importers.get(target) ?? [], module]);
  }
  return [...importers].filter(([target, [first = "", ...others]]) =>
    others.length === 0 && folderOf(first) === folderOf(target) && (lines.get(target) ?? 60) < 60
  ).map(([target]) => target).sort();
}

/** The folder of a module. */
export function folderOf(module: string): string {
  return module.replace(/\/[^/]*$/, "");
}

function isWithin(folder: string, outer: string): boolean {
  return folder === outer || folder.startsWith(`${outer}/`);
}

/** The groups of modules that reach each other, each sorted, as Tarjan's algorithm finds them. */
export function circlesOf(graph: ModuleGraph): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];
  const visit = (module: string): number => {
    const index = order.size;
    order.set(module, index);
    stack.push(module);
    let low = index;
    for (const target of graph.get(module) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (stack.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    if (low === index) {
      const group = stack.splice(stack.indexOf(module));
      if (group.length > 1 || graph.get(module)?.has(module)) circles.push(group.sort());
    }
    return low;
  };
  for (const module of graph.keys()) if (!order.has(module)) visit(module);
  return circles.sort(([left = ""], [right = ""]) => left < right ? -1 : 1);
}

function resolve(file: string, specifier: string): string {
  return decodeURIComponent(new URL(specifier, `file:///${file}`).pathname).slice(1);
}
