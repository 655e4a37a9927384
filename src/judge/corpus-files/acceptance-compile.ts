import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { parse } from "yaml";
import type { AcceptanceTable } from "../corpus/acceptance.ts";
import { readAcceptance } from "../corpus/read-acceptance.ts";
import { writeBuilt } from "./compile.ts";

/** acceptance/: a profile for each consumer, and what the hosts speak. */
export const loadAcceptance = (root: string): AcceptanceTable => {
  const read = (name: string): unknown => parse(readFileSync(join(root, name), "utf8"));
  const profiles = readdirSync(root)
    .filter((name) => name.endsWith(".yaml") && name !== "hosts.yaml")
    .sort()
    .map((name) => [name, read(name)] as const);
  return readAcceptance(profiles, read("hosts.yaml"));
};

/** Turns acceptance/ into the file that is read at run time. */
export const compileAcceptance = (root: string, out: string): void => {
  writeBuilt(out, "acceptance.json.gz", gzipSync(JSON.stringify(loadAcceptance(root)), { level: 9 }));
};
