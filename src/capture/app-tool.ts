import { type Json, member, stringMember } from "../base/json.ts";

/** The page that a tool names, in the form of today or in the older, flat one. */
export const pageOf = (tool: Json | undefined): string | undefined => {
  const meta = member(tool, "_meta");
  return stringMember(member(meta, "ui"), "resourceUri") ?? stringMember(meta, "ui/resourceUri");
};
