import { counted } from "../../../base/counted.ts";
import type { UpgradeReport } from "../../../judge/corpus/upgrade.ts";
import { idList } from "./words.ts";

/** What upgrading the SDK does by itself, and what remains by hand. Our own words and ids. */
export const sdkSentences = ({ sdk }: UpgradeReport): readonly string[] => {
  if (!sdk) return [];
  const { name, versions, to, does, remains } = sdk;
  const all = does.length + remains.length;
  return [
    `Upgrading ${name} ${versions} to ${to} meets ${does.length} of the ${counted(all, "rule")} that break or are new, without a change to your code.`,
    remains.length === 0
      ? "Nothing remains to be done by hand."
      : `Check by hand what its smallest server does not show: ${idList(remains)}.`,
  ];
};
