import { aString, either, listOf, objectOf, oneOf, type Shape, valueThat } from "../../base/shape.ts";
import {
  ACCEPTANCE_CHECKS,
  type AcceptanceTable,
  BLAST_RADII,
  CONSUMER_KINDS,
  CONSUMERS,
  type HostRow,
  type Profile,
} from "./acceptance.ts";

const aDate = valueThat(
  "a date such as 2026-08-22",
  (value) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value),
);
const anAddress = valueThat("an https address", (value) => typeof value === "string" && value.startsWith("https://"));
const someAddresses = valueThat(
  "one or more https addresses",
  (value) => Array.isArray(value) && value.length > 0 && value.every((entry) => anAddress(entry) === undefined),
);
const aLimit = either(
  "a pattern, a number or a list of words",
  aString,
  valueThat("a number", Number.isFinite),
  listOf(aString),
);

const PROFILE: Shape = objectOf(
  {
    consumer: oneOf(...CONSUMERS),
    title: aString,
    kind: oneOf(...CONSUMER_KINDS),
    rows: listOf(
      objectOf(
        {
          id: aString,
          check: oneOf(...ACCEPTANCE_CHECKS),
          effect: oneOf("dropped", "rejected"),
          blast: oneOf(...BLAST_RADII),
          why: aString,
          change: aString,
          sources: someAddresses,
          seen: aDate,
          confidence: oneOf("high", "medium", "low"),
        },
        { limit: aLimit },
      ),
    ),
  },
  { prefix: aString },
);

const HOSTS: Shape = listOf(objectOf({ host: aString, revisions: listOf(aString), source: anAddress, seen: aDate }));

/** The profiles in the order of the consumers; throws on the first row that is not one. */
export const readAcceptance = (files: readonly (readonly [string, unknown])[], hosts: unknown): AcceptanceTable => {
  for (const [name, value] of files) demand(name, PROFILE, value);
  demand("hosts.yaml", HOSTS, hosts);
  const profiles = files.map(([, value]) => value as Profile);
  return {
    profiles: CONSUMERS.map((consumer) => {
      const found = profiles.find((profile) => profile.consumer === consumer);
      if (!found) throw new Error(`acceptance/ has no profile of ${consumer}`);
      return found;
    }),
    hosts: hosts as readonly HostRow[],
  };
};

const demand = (name: string, shape: Shape, value: unknown): void => {
  const problem = shape(value);
  if (problem) throw new Error(`acceptance/${name}${problem.pointer}: expected ${problem.expected}`);
};
