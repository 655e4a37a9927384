// docs/serve.md lists what a served recording cannot reproduce, as the tests have found it.
//   UPDATE=1 writes the list.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type NotReproduced, REASONS, type Reason } from "../playback/not-reproduced.ts";

const PAGE = fileURLToPath(new URL("../../docs/serve.md", import.meta.url));
const [START, END] = ["<!-- served verdicts: written by the tests -->", "<!-- end -->"];
const golden = JSON.parse(
  readFileSync(new URL("../golden/served-verdicts.json", import.meta.url), "utf8"),
) as NotReproduced;

const tableOf = (listed: NotReproduced): string => {
  const rows = Object.entries(listed).flatMap(([capture, rules]) =>
    (Object.keys(REASONS) as Reason[]).flatMap((reason) => {
      const ids = Object.keys(rules).filter((id) => rules[id] === reason);
      return ids.length > 0 ? [`| \`${capture}\` | ${ids.join(", ")} | ${REASONS[reason]} |`] : [];
    }),
  );
  return ["| recording | rules | why |", "|---|---|---|", ...rows].join("\n");
};

test("every difference has a reason, and the page lists it", () => {
  const reasons = Object.values(golden).flatMap((rules) => Object.values(rules));
  expect(reasons.filter((reason) => !Object.hasOwn(REASONS, reason))).toEqual([]);
  const page = readFileSync(PAGE, "utf8");
  const [before = "", rest = ""] = page.split(START);
  const [, after = ""] = rest.split(END);
  const wanted = `${before}${START}\n\n${tableOf(golden)}\n\n${END}${after}`;
  if (process.env["UPDATE"] !== undefined) writeFileSync(PAGE, wanted);
  else expect(page).toBe(wanted);
  expect(wanted).toContain(END);
});
