import { counted } from "../../base/counted.ts";
import { isJsonObject, type JsonObject, member, valueAt } from "../../base/json.ts";
import { oppositeWord } from "../../capture/tool-safety.ts";
import type { Criterion } from "./criterion.ts";
import { faultOf, overTools } from "./over-tools.ts";
import { HINTS } from "./standard.ts";

/** C5: enough tools carry safety annotations. */
export const c5Annotations: Criterion = (session, { minAnnotated }) =>
  overTools(session, FIX, (tools) => {
    const bare = tools.filter(({ tool }) => !isAnnotated(tool));
    const annotated = tools.length - bare.length;
    const opposites = tools.flatMap((listed) => {
      const word = oppositeWord(listed.tool);
      return word === undefined
        ? []
        : faultOf(listed, `declares readOnlyHint: true, and its name or description says ${word}; it is not called`);
    });
    return {
      pass: annotated / tools.length >= minAnnotated,
      // The standard asks for hints, not for true ones, so this is told and fails nothing.
      detail: `${annotated} of ${tools.length} tools carry a safety hint that is a boolean${opposed(opposites.length)}`,
      measured: { tools: tools.length, annotated },
      faults: [...opposites, ...bare.map((listed) => faultOf(listed, faultIn(listed.tool)))],
    };
  });

const opposed = (count: number): string =>
  count === 0
    ? ""
    : `; ${counted(count, "tool")} with readOnlyHint: true ${count === 1 ? "says" : "say"} the opposite in name or description, so clients that trust the hint may destroy something`;

const FIX =
  "add annotations with readOnlyHint: true to the tools that only read, and destructiveHint: true or false to the others";

const isAnnotated = (tool: JsonObject): boolean =>
  HINTS.some((hint) => typeof valueAt(tool, "annotations", hint) === "boolean");

const faultIn = (tool: JsonObject): string => {
  const given = member(tool, "annotations");
  if (!isJsonObject(given)) return "has no annotations";
  const odd = HINTS.find((hint) => member(given, hint) !== undefined);
  return odd === undefined ? "has annotations without a safety hint" : `has a ${odd} that is no boolean`;
};
