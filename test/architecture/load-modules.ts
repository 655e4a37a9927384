import { join } from "node:path";
import type { LoadModules } from "../../tools/trees/modules.ts";
import { ROOT } from "./source-files.ts";

/** What modules export, for the tools that look at objects; their scripts bundle the modules instead. */
export const loadModules: LoadModules = async (paths) =>
  new Map(
    await Promise.all(
      paths.map(async (path) => [path, (await import(join(ROOT, path))) as Readonly<Record<string, unknown>>] as const),
    ),
  );
