import { isJsonObject, type JsonObject, member } from "../../model/json.ts";
import type { Criterion } from "./criterion.ts";
import { faultOf, overTools } from "./over-tools.ts";
import { HINTS } from "./standard.ts";

/** C5: enough tools carry safety annotations. */
export const c5Annotations: Criterion = (session, { minAnnotated }) =>
  overTools(session, FIX, (tools) => {
    const bare = tools.filter(({ tool }) => !isAnnotated(tool));
    const annotated = tools.length - bare.length;
    return {
      pass: annotated / tools.length >= minAnnotated,
      detail: `${annotated} of ${tools.length} tools carry a safety hint that is a boolean`,
      measured: { tools: tools.length, annotated },
      faults: bare.map((listed) => faultOf(listed, faultIn(listed.tool))),
    };
  });

const FIX =
  "add annotations with readOnlyHint: true to the tools that only read, and destructiveHint: true or false to the others";

const isAnnotated = (tool: JsonObject): boolean =>
  HINTS.some((hint) => typeof member(member(tool, "annotations"), hint) === "boolean");

const faultIn = (tool: JsonObject): string => {
  const given = member(tool, "annotations");
  if (!isJsonObject(given)) return "has no annotations";
  const odd = HINTS.find((hint) => member(given, hint) !== undefined);
  return odd === undefined ? "has annotations without a safety hint" : `has a ${odd} that is no boolean`;
};
