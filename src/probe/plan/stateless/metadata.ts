import type { Json, JsonObject } from "../../../model/json.ts";
import { META } from "../../dialect/stateless.ts";
import type { StatelessTalk } from "../../talk/stateless-talk.ts";
import { has } from "../known.ts";
import type { ConversationPlan, Step } from "../step.ts";
import { editMeta, withoutMetaKey } from "./edit-meta.ts";

/**
 * Good requests first: a dual server on stdio takes its era from what it hears first. Some do so at server/discover,
 * others only at a request that does something.
 */
const settle: Step = {
  name: "settle-era",
  asks: "server/discover and a list, as they should be",
  serves: ["DISC-001"],
  async run(io) {
    await io.ask("server/discover");
    const list = ["tools", "resources", "prompts"].find((capability) => has(io.known, capability));
    if (list !== undefined) await io.ask(`${list}/list`, undefined, { as: "list" });
  },
};

const missing = (
  name: string,
  asks: string,
  serves: readonly string[],
  edit: (message: JsonObject) => JsonObject,
): Step => ({
  name,
  asks,
  serves: [...serves, "META-004"],
  deliberate: true,
  run: (io) => io.ask("server/discover", undefined, { editMessage: edit }),
});

const WRONG_TYPES: readonly { readonly as: string; readonly key: string; readonly value: Json }[] = [
  { as: "version-number", key: META.protocolVersion, value: 20260728 },
  { as: "capabilities-string", key: META.clientCapabilities, value: "x" },
  { as: "capabilities-array", key: META.clientCapabilities, value: [] },
  { as: "client-without-version", key: META.clientInfo, value: { name: "mcptest" } },
];

const wrongTypes: Step = {
  name: "wrong-meta-types",
  asks: "server/discover with members of _meta that have the wrong type",
  serves: ["META-006"],
  deliberate: true,
  run: (io) =>
    Promise.all(
      WRONG_TYPES.map(({ as, key, value }) =>
        io.ask("server/discover", undefined, {
          as,
          editMessage: (message) => editMeta(message, (meta) => ({ ...meta, [key]: value })),
        }),
      ),
    ),
};

export const metadataConversation: ConversationPlan<StatelessTalk> = {
  name: "metadata",
  purpose: "requests whose _meta is missing or wrong",
  transport: "any",
  groups: [
    [settle],
    [
      missing("no-meta", "server/discover without _meta", ["META-001"], (message) =>
        editMeta(message, () => undefined),
      ),
      missing("no-meta-version", "server/discover without protocolVersion in _meta", ["META-002"], (message) =>
        withoutMetaKey(message, META.protocolVersion),
      ),
      missing("no-meta-capabilities", "server/discover without clientCapabilities in _meta", ["META-003"], (message) =>
        withoutMetaKey(message, META.clientCapabilities),
      ),
      wrongTypes,
    ],
  ],
};
