import { eraOf, isRevision } from "../../../model/revision.ts";
import { META } from "../../dialect/stateless.ts";
import type { StatelessTalk } from "../../talk/stateless-talk.ts";
import type { Known } from "../known.ts";
import type { ConversationPlan, Step } from "../step.ts";

const NEVER = "1900-01-01";

const withVersion = (version: string) => ({ meta: { [META.protocolVersion]: version } });

const modernVersions = (known: Known): string[] =>
  known.listedVersions.filter((version) => isRevision(version) && eraOf(version) === "stateless").slice(0, 5);

/** Good, bad, good on one connection: acceptance is decided per request. */
const unknownVersion: Step = {
  name: "unknown-version",
  asks: `server/discover, the same with version ${NEVER}, and once more as it should be`,
  serves: [
    ...["PROTO-058", "PROTO-059", "PROTO-060", "PROTO-062", "DISC-007", "HEADER-002", "PROTO-051", "PROTO-052"],
    "HTTP-048",
  ],
  deliberate: true,
  run: async (io) => {
    await io.control("before");
    await io.ask("server/discover", undefined, withVersion(NEVER));
    await io.control("after");
  },
};

const knownVersion: Step = {
  name: "older-version",
  asks: "server/discover with version 2025-11-25, unless the server lists it",
  serves: ["PROTO-061"],
  deliberate: true,
  skip: (known) =>
    known.listedVersions.includes("2025-11-25")
      ? { reason: "not-offered", detail: "the server lists 2025-11-25" }
      : undefined,
  run: (io) => io.ask("server/discover", undefined, withVersion("2025-11-25")),
};

const listedVersions: Step = {
  name: "listed-version",
  asks: "server/discover with every stateless version the server lists",
  serves: ["DISC-006", "DISC-002", "DISC-005"],
  skip: (known) =>
    modernVersions(known).length > 0 ? undefined : { reason: "not-offered", detail: "no versions are listed" },
  run: (io) =>
    Promise.all(
      modernVersions(io.known).map((version, index) =>
        io.ask("server/discover", undefined, { as: String(index + 1), ...withVersion(version) }),
      ),
    ),
};

export const versionsConversation: ConversationPlan<StatelessTalk> = {
  name: "versions",
  purpose: "versions it does and does not implement",
  transport: "any",
  groups: [[unknownVersion, knownVersion, listedVersions]],
};
