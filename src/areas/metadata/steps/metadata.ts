import type { Json, JsonObject } from "../../../base/json.ts";
import { editMeta, withoutMetaKey } from "../../../probe/plan/edit-meta.ts";
import { has } from "../../../probe/plan/known.ts";
import type { ConversationPlan, Step } from "../../../probe/plan/step.ts";
import type { StatelessTalk } from "../../../probe/talk/stateless-talk.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import type { QuestionName } from "../../../protocol/question.ts";

/**
 * Good requests first: a dual server on stdio takes its era from what it hears first. Some do so at server/discover,
 * others only at a request that does something.
 */
const settle: Step = {
  question: "settle-era",
  async run(io) {
    await io.ask("server/discover");
    const list = ["tools", "resources", "prompts"].find((capability) => has(io.known, capability));
    if (list !== undefined) await io.ask(`${list}/list`, undefined, { as: "list" });
  },
};

const missing = (question: QuestionName, edit: (message: JsonObject) => JsonObject): Step => ({
  question,
  deliberate: true,
  run: (io) => io.ask("server/discover", undefined, { editMessage: edit }),
});

const WRONG_TYPES: readonly { readonly as: string; readonly key: string; readonly value: Json }[] = [
  { as: "version-number", key: META_KEY.protocolVersion, value: 20260728 },
  { as: "capabilities-string", key: META_KEY.clientCapabilities, value: "x" },
  { as: "capabilities-array", key: META_KEY.clientCapabilities, value: [] },
  { as: "client-without-version", key: META_KEY.clientInfo, value: { name: "mcptest" } },
];

const wrongTypes: Step = {
  question: "wrong-meta-types",
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
  process: "second",
  groups: [
    [settle],
    [
      missing("no-meta", (message) => editMeta(message, () => undefined)),
      missing("no-meta-version", (message) => withoutMetaKey(message, META_KEY.protocolVersion)),
      missing("no-meta-capabilities", (message) => withoutMetaKey(message, META_KEY.clientCapabilities)),
      wrongTypes,
    ],
  ],
};
