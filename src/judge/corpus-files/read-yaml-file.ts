import { readFileSync } from "node:fs";
import type { Json } from "../../base/json.ts";
import { readYaml } from "./read-yaml.ts";

/** A file of rows; a mistake in it is one line with its place. */
export const readYamlFile = <T>(path: string, read: (value: Json) => T): T =>
  readYaml(readFileSync(path, "utf8"), path, read);
