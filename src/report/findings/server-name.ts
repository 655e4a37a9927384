import { stringMember } from "../../base/json.ts";

/** Name and version as the server gives them; empty when it gives none. */
export const serverName = (info: unknown): string => {
  const name = stringMember(info, "name");
  return name === undefined ? "" : `${name} ${stringMember(info, "version") ?? ""}`.trimEnd();
};
