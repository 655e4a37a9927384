import { isJsonObject, type Json } from "../../base/json.ts";
import { error, type ServerJsonPath } from "./place.ts";
import type { EntryFinding } from "./registry-entry.ts";

/** Stands in a draft wherever a person has to fill something in; `validate` finds it wherever it is. */
export const FILL_IN = "FILL-IN";

/** What the registry's own tool writes into a new file, for a person to replace. */
const OTHERS = [
  "[describe what your server does]",
  "<your-username>",
  "@your-org/your-package",
  "com.example/my-mcp-server",
];

/** Every text that still waits to be filled in. */
export const placeholderFindings = (value: Json, at: ServerJsonPath = []): readonly EntryFinding[] => {
  if (typeof value === "string") {
    const waits = value.includes(FILL_IN) || OTHERS.some((text) => value.includes(text));
    if (!waits) return [];
    const hint = new RegExp(`^${FILL_IN}: (.{1,200})$`).exec(value)?.[1];
    return [error("placeholder", at, `still has to be filled in${hint === undefined ? "" : `: ${hint}`}`)];
  }
  if (Array.isArray(value)) return value.flatMap((item, index) => placeholderFindings(item, [...at, index]));
  return isJsonObject(value)
    ? Object.entries(value).flatMap(([name, item]) => placeholderFindings(item, [...at, name]))
    : [];
};
