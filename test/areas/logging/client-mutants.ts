import { member, stringMember } from "../../../src/model/json.ts";
import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { onMeta, onParams } from "../../clients/edits.ts";
import { BOTH, EVERYWHERE, MODERN, type MutantClient } from "../../clients/mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  {
    name: "level-in-capitals",
    fails: ["C-LOG-002"],
    contexts: MODERN,
    vice: onMeta((meta) => ({ ...meta, [META_KEY.logLevel]: "WARN" }), "tools/call"),
  },

  {
    name: "level-of-its-own",
    fails: ["C-LOG-001"],
    contexts: BOTH,
    scenario: "log-level",
    vice: onParams("logging/setLevel", () => ({ level: "warn" })),
  },
  {
    name: "dies-of-a-log-message",
    fails: ["C-LOG-003"],
    contexts: EVERYWHERE,
    scenario: "odd-messages",
    vice: { stopsOn: (message) => member(member(message, "params"), "data") === null },
  },
  {
    name: "freezes-on-many-logs",
    fails: ["C-LOG-004"],
    contexts: EVERYWHERE,
    scenario: "odd-messages",
    vice: { hangsOn: (message) => (stringMember(member(message, "params"), "data")?.length ?? 0) > 100_000 },
  },
];
