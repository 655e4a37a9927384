import type { JsonObject } from "../../../base/json.ts";
import { ALL_CAPABILITIES } from "../../../probe/plan/declared-capabilities.ts";
import { withoutMetaKey } from "../../../probe/plan/edit-meta.ts";
import { type ListKind, names, skipUnless, unlessOffered } from "../../../probe/plan/known.ts";
import { LISTS } from "../../../probe/plan/lists.ts";
import type { AskOptions, Step } from "../../../probe/plan/step.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import type { QuestionName } from "../../../protocol/question.ts";

const discover = (question: QuestionName, options: AskOptions, params?: JsonObject): Step => ({
  question,
  run: (io) => io.ask("server/discover", params, options),
});

export const extraParam = discover("extra-param", {}, { mcptestUnknown: true });

export const noClientInfo = discover("no-client-info", {
  editMessage: (message) => withoutMetaKey(message, META_KEY.clientInfo),
});

/** What the server offers must not depend on who asks. */
export const clientNames: Step = {
  question: "client-name",
  run: (io) =>
    Promise.all(
      ["claude-ai", "cursor"].flatMap((name) => {
        const meta = { [META_KEY.clientInfo]: { name, version: "1.0.0" } };
        return [
          io.ask("server/discover", undefined, { as: name, meta }),
          ...(unlessOffered("tools")(io.known) ? [] : [io.ask("tools/list", undefined, { as: `${name}-tools`, meta })]),
        ];
      }),
    ),
};

export const unknownCapability = discover("unknown-capability", {
  clientCapabilities: { mcptestUnknown: { x: 1 }, experimental: { mcptest: {} } },
});

/** Only calls, gets and reads may ask for input; lists and discovery must not, whatever the client declares. */
export const allCapabilities: readonly Step[] = [
  discover("discover-all-capabilities", { clientCapabilities: ALL_CAPABILITIES }),
  ...(Object.keys(LISTS) as ListKind[]).map(
    (kind): Step => ({
      question: `${LISTS[kind].method}-all-capabilities`,
      skip: unlessOffered(LISTS[kind].capability),
      run: (io) => io.ask(LISTS[kind].method, undefined, { clientCapabilities: ALL_CAPABILITIES }),
    }),
  ),
];

/** A state the server never issued must do no harm. */
export const garbageState: Step = {
  question: "garbage-state",
  deliberate: true,
  skip: ({ resources, prompts }) =>
    skipUnless(resources.length + prompts.length > 0, "the server lists no resources and no prompts"),
  run: async (io) => {
    const made = { requestState: "mcptest-garbage", inputResponses: {} };
    const [uri] = names(io.known.resources, "uri");
    const [name] = names(io.known.prompts);
    await Promise.all([
      ...(uri === undefined ? [] : [io.ask("resources/read", { uri, ...made }, { as: "read" })]),
      ...(name === undefined ? [] : [io.ask("prompts/get", { name, ...made }, { as: "get" })]),
    ]);
  },
};
