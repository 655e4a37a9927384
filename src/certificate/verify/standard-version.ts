import {
  isStandardVersion,
  STANDARD_NAME,
  type StandardVersion,
} from "../../scores/discoverability/discoverability.ts";

/** `agent-tool-discoverability-standard/0.2` names version 0.2. */
export const standardVersion = (standard: string): StandardVersion | undefined => {
  const [name, version, ...rest] = standard.split("/");
  return name === STANDARD_NAME && rest.length === 0 && isStandardVersion(version) ? version : undefined;
};
