import { member, stringMember } from "../../../src/base/json.ts";
import { META_KEY } from "../../../src/protocol/meta-keys.ts";
import { onMeta, onParams } from "../../clients/edits.ts";
import { BOTH, EVERYWHERE, MODERN, type MutantClient, mutant } from "../../clients/mutant-client.ts";

export const MUTANTS: readonly MutantClient[] = [
  mutant("level-in-capitals", ["C-LOG-002"], MODERN).does(
    onMeta((meta) => ({ ...meta, [META_KEY.logLevel]: "WARN" }), "tools/call"),
  ),
  mutant("level-of-its-own", ["C-LOG-001"], BOTH, "log-level").does(
    onParams("logging/setLevel", () => ({ level: "warn" })),
  ),
  mutant("dies-of-a-log-message", ["C-LOG-003"], EVERYWHERE, "odd-messages").does({
    stopsOn: (message) => member(member(message, "params"), "data") === null,
  }),
  mutant("freezes-on-many-logs", ["C-LOG-004"], EVERYWHERE, "odd-messages").does({
    hangsOn: (message) => (stringMember(member(message, "params"), "data")?.length ?? 0) > 100_000,
  }),
];
