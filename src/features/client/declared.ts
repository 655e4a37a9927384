import { type Json, member } from "../../base/json.ts";

const EXTENSION = "extensions.";

/** The name of an extension has dots of its own. */
const keysOf = (path: string): readonly string[] =>
  path.startsWith(EXTENSION) ? ["extensions", path.slice(EXTENSION.length)] : path.split(".");

/** Whether capabilities have something at a path: `sampling.tools`. */
export const isDeclared = (capabilities: Json, path: string): boolean =>
  keysOf(path).reduce<Json | undefined>((value, key) => member(value, key), capabilities) !== undefined;
