import { REVISIONS } from "../../protocol/revision.ts";
import type { RecognisedSdk, SdkTable, SdkUpgrade } from "../corpus/sdk.ts";
import type { Upgrade } from "../corpus/upgrade.ts";

/**
 * What the newest recorded version of the SDK does by itself of what an upgrade asks for: what its smallest server meets.
 * Undefined where the server is on that version already, or that version does not speak the revision.
 */
export const sdkUpgradeOf = (
  sdk: RecognisedSdk | undefined,
  { to, breaks, build }: Pick<Upgrade, "to" | "breaks" | "build">,
  table: SdkTable,
): SdkUpgrade | undefined => {
  if (!sdk?.newest) return undefined;
  const { version } = sdk.newest;
  const speaking = table.recordings.filter(
    (one) => one.sdk === sdk.id && one.version === version && REVISIONS.indexOf(one.revision) >= REVISIONS.indexOf(to),
  );
  const asked = [
    ...new Set([...breaks.map(({ id }) => id), ...build.flatMap(({ rules }) => rules.map(({ id }) => id))]),
  ];
  if (speaking.length === 0 || asked.length === 0) return undefined;
  const met = new Set(speaking.flatMap(({ passed }) => passed));
  for (const { failures } of speaking) for (const id of Object.keys(failures)) met.delete(id);
  return {
    name: sdk.name,
    versions: sdk.versions,
    to: version,
    does: asked.filter((id) => met.has(id)),
    remains: asked.filter((id) => !met.has(id)),
  };
};
