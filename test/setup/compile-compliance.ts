// Vitest's global setup: the rules as the tests see them are always those of compliance/ as it stands.

import { fileURLToPath } from "node:url";
import { compileAcceptance } from "../../src/judge/corpus-files/acceptance-compile.ts";
import { compileCompliance } from "../../src/judge/corpus-files/compile.ts";
import { compileServerSchema } from "../../src/judge/corpus-files/server-schema.ts";

const folder = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

export function setup(): void {
  compileCompliance(folder("compliance"), folder("dist/compliance"));
  compileAcceptance(folder("acceptance"), folder("dist/compliance"));
  compileServerSchema(folder("server-json"), folder("dist/compliance"));
}
