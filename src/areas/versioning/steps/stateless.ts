import { type Known, skipUnless } from "../../../probe/plan/known.ts";
import type { ConversationPlan, Step } from "../../../probe/plan/step.ts";
import type { StatelessTalk } from "../../../probe/talk/stateless-talk.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import { eraOf, isRevision } from "../../../protocol/revision.ts";

const NEVER = "1900-01-01";

const withVersion = (version: string) => ({ meta: { [META_KEY.protocolVersion]: version } });

const modernVersions = (known: Known): string[] =>
  known.listedVersions.filter((version) => isRevision(version) && eraOf(version) === "stateless").slice(0, 5);

/** Good, bad, good on one connection: acceptance is decided per request. */
const unknownVersion: Step = {
  question: "unknown-version",
  deliberate: true,
  run: async (io) => {
    await io.control("before");
    await io.ask("server/discover", undefined, withVersion(NEVER));
    await io.control("after");
  },
};

const knownVersion: Step = {
  question: "older-version",
  deliberate: true,
  skip: (known) => skipUnless(!known.listedVersions.includes("2025-11-25"), "the server lists 2025-11-25"),
  run: (io) => io.ask("server/discover", undefined, withVersion("2025-11-25")),
};

const listedVersions: Step = {
  question: "listed-version",
  skip: (known) => skipUnless(modernVersions(known).length > 0, "no versions are listed"),
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
  process: "third",
  groups: [[unknownVersion, knownVersion, listedVersions]],
};
