import { stringMember } from "../../../base/json.ts";
import { promptArguments } from "../../../probe/arguments/prompt-arguments.ts";
import { has, type Known, type ListKind, names, skipUnless, unlessOffered } from "../../../probe/plan/known.ts";
import { LISTS, type ListedItems, readAllPages } from "../../../probe/plan/lists.ts";
import type { PlanSetting } from "../../../probe/plan/plan-setting.ts";
import type { Skip } from "../../../probe/plan/skip.ts";
import type { ConversationPlan, Step } from "../../../probe/plan/step.ts";
import type { StatelessTalk } from "../../../probe/talk/stateless-talk.ts";
import { META_KEY } from "../../../protocol/meta-keys.ts";
import type { Limits } from "../../../wire/limits.ts";

const kinds = Object.keys(LISTS) as ListKind[];

const freshList = (kind: ListKind, limits: Limits): Step => ({
  question: `fresh-${LISTS[kind].method}`,
  skip: unlessOffered(LISTS[kind].capability),
  run: (io) => readAllPages(io, kind, limits, () => {}),
});

/** Nothing may depend on what the same connection heard before. */
export const freshConversation = (listed: ListedItems, { limits }: PlanSetting): ConversationPlan<StatelessTalk> => ({
  name: "fresh",
  purpose: "a new connection that starts with a list, and goes on with what another one listed",
  transport: "any",
  process: "second",
  needsLists: true,
  late: true,
  groups: [
    kinds.map((kind) => freshList(kind, limits)),
    [
      {
        question: "fresh-cursor",
        skip: (known) => unlessPaged(known, listed),
        run: (io) =>
          Promise.all(pagedLists(listed).map(([kind, cursor]) => io.ask(LISTS[kind].method, { cursor }, { as: kind }))),
      },
      {
        question: "fresh-read",
        run: (io) => {
          const [uri] = names(io.known.resources, "uri");
          const prompt = io.known.prompts.find((entry) => stringMember(entry, "name") !== undefined);
          const name = stringMember(prompt, "name");
          return Promise.all([
            ...(uri === undefined ? [] : [io.ask("resources/read", { uri }, { as: "resource" })]),
            ...(name === undefined
              ? []
              : [io.ask("prompts/get", { name, arguments: promptArguments(prompt) }, { as: "prompt" })]),
          ]);
        },
      },
    ],
  ],
});

/**
 * A list that the main connection read with another outcome at its end may have changed with time, or because of what
 * was asked on that connection: a connection that asked nothing tells which.
 */
export const laterConversation = (
  listed: ListedItems,
  again: ListedItems,
  { limits }: PlanSetting,
): ConversationPlan<StatelessTalk> => {
  return {
    name: "later",
    purpose: "a new connection that reads the lists which had changed on another one",
    transport: "any",
    afterMain: true,
    skip: () =>
      skipUnless(
        kinds.some((kind) => listed.differs(kind, again)),
        "every list was the same when it was read again",
      ),
    groups: [kinds.map((kind) => freshList(kind, limits))],
  };
};

const pagedLists = (listed: ListedItems): [ListKind, string][] =>
  kinds.flatMap((kind): [ListKind, string][] => {
    const cursor = listed.cursor(kind);
    return cursor === undefined ? [] : [[kind, cursor]];
  });

const unlessPaged = ({ transport }: Known, listed: ListedItems): Skip | undefined =>
  skipUnless(transport !== "stdio", "another process may well list something else") ??
  skipUnless(pagedLists(listed).length > 0, "no list has a second page");

/** Ten requests at once that have nothing to do with each other. */
const interleaved: Step = {
  question: "interleaved",
  run: (io) =>
    Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const method = index % 2 === 0 || !has(io.known, "tools") ? "server/discover" : "tools/list";
        const meta = { [META_KEY.clientInfo]: { name: `mcptest-${index + 1}`, version: "0" } };
        return io.ask(method, undefined, { as: String(index + 1), meta });
      }),
    ),
};

/** Ids belong to their sender: two clients may use the same one. Over HTTP each POST is a client of its own. */
const sameId: Step = {
  question: "same-id",
  skip: (known) => skipUnless(known.transport !== "stdio", "one pipe is one client"),
  run: (io) =>
    Promise.all([
      io.ask("server/discover", undefined, { as: "discover", id: 1 }),
      io.ask(has(io.known, "tools") ? "tools/list" : "server/discover", undefined, { as: "list", id: 1 }),
    ]),
};

/** Nothing may arrive that nobody asked for. */
const idle: Step = {
  question: "idle",
  run: async (io) => {
    await io.ask("server/discover");
    await io.quiet();
  },
};

export const parallelConversation: ConversationPlan<StatelessTalk> = {
  name: "parallel",
  purpose: "many requests at once, then silence",
  transport: "any",
  process: "second",
  groups: [[interleaved, sameId], [idle]],
};
