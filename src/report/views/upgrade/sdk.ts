import { counted } from "../../../model/counted.ts";
import type { UpgradeReport } from "../../../model/upgrade.ts";

/** What upgrading the SDK does by itself, and what remains by hand. Our own words and ids. */
export const sdkSentences = ({ sdk }: UpgradeReport): readonly string[] => {
  if (!sdk) return [];
  const { name, versions, to, does, remains } = sdk;
  const all = does.length + remains.length;
  return [
    `Upgrading ${name} ${versions} to ${to} does ${does.length} of ${counted(all, "rule")} by itself${does.length === 0 ? "" : `: ${does.join(", ")}`}.`,
    remains.length === 0
      ? "Nothing remains to be done by hand."
      : `To look at by hand, because its smallest server does not show it: ${remains.join(", ")}.`,
  ];
};
