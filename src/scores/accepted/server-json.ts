import type { Json, JsonObject } from "../../base/json.ts";
import type { Capture } from "../../capture/capture.ts";
import type { Surface } from "../../judge/surface/surface.ts";
import { compareIdentity, compareTransport } from "../server-json/compare-entry.ts";
import { validateEntry } from "../server-json/validate-entry.ts";

/** What the registry, or a client that installs from it, would find wrong with a server.json, in words; all of it pure. */
export const serverJsonProblems = (
  value: Json,
  surface: Surface,
  { transport, target }: Capture,
  schema: JsonObject,
): readonly string[] => {
  const isRemote = transport !== undefined && transport !== "stdio" && target?.kind === "http";
  const found = [
    // A warning keeps nobody from being listed, unless nobody could reach what is listed.
    ...validateEntry(value, schema).filter(({ level, rule }) => level === "error" || rule === "nothing-to-reach"),
    ...compareIdentity(value, { info: surface.server_info?.value }),
    ...(transport === "stdio" || isRemote ? compareTransport(value, transport) : []),
  ];
  return found.map(({ message }) => message);
};
