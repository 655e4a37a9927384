import { stringMember } from "../../../model/json.ts";
import type { Limits } from "../../../model/limits.ts";
import { promptArguments } from "../../arguments/prompt-arguments.ts";
import { META } from "../../dialect/stateless.ts";
import type { StatelessTalk } from "../../talk/stateless-talk.ts";
import { has, type Known, names, unlessOffered } from "../known.ts";
import { LISTS, type ListedItems, type ListKind, readAllPages } from "../lists.ts";
import type { ConversationPlan, Skip, Step } from "../step.ts";

/** Nothing may depend on what the same connection heard before. */
export const freshConversation = (limits: Limits, listed: ListedItems): ConversationPlan<StatelessTalk> => ({
  name: "fresh",
  purpose: "a new connection that starts with a list, and goes on with what another one listed",
  transport: "any",
  needsLists: true,
  groups: [
    (Object.keys(LISTS) as ListKind[]).map(
      (kind): Step => ({
        name: `fresh-${LISTS[kind].method}`,
        asks: `${LISTS[kind].method} as the first message of a new connection`,
        serves: ["DISC-009", "TOOL-032", "RES-032", "PROMPT-021"],
        skip: unlessOffered(LISTS[kind].capability),
        run: (io) => readAllPages(io, kind, limits, () => {}),
      }),
    ),
    [
      {
        name: "fresh-cursor",
        asks: "the second page of each list, with the cursor another connection was given",
        serves: ["PAGE-011"],
        skip: (known) => unlessPaged(known, listed),
        run: (io) =>
          Promise.all(pagedLists(listed).map(([kind, cursor]) => io.ask(LISTS[kind].method, { cursor }, { as: kind }))),
      },
      {
        name: "fresh-read",
        asks: "resources/read and prompts/get of what another connection listed",
        serves: ["PROTO-065"],
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

const pagedLists = (listed: ListedItems): [ListKind, string][] =>
  (Object.keys(LISTS) as ListKind[]).flatMap((kind): [ListKind, string][] => {
    const cursor = listed.cursor(kind);
    return cursor === undefined ? [] : [[kind, cursor]];
  });

const unlessPaged = ({ transport }: Known, listed: ListedItems): Skip | undefined => {
  if (transport === "stdio") return { reason: "not-offered", detail: "another process may well list something else" };
  return pagedLists(listed).length > 0 ? undefined : { reason: "not-offered", detail: "no list has a second page" };
};

/** Ten requests at once that have nothing to do with each other. */
const interleaved: Step = {
  name: "interleaved",
  asks: "ten requests at once, under different ids and client names",
  serves: ["PROTO-064", "HTTP-045", "HTTP-046", "STDIO-009", "SUBS-018"],
  run: (io) =>
    Promise.all(
      Array.from({ length: 10 }, (_, index) => {
        const method = index % 2 === 0 || !has(io.known, "tools") ? "server/discover" : "tools/list";
        const meta = { [META.clientInfo]: { name: `mcptest-${index + 1}`, version: "0" } };
        return io.ask(method, undefined, { as: String(index + 1), meta });
      }),
    ),
};

/** Ids belong to their sender: two clients may use the same one. Over HTTP each POST is a client of its own. */
const sameId: Step = {
  name: "same-id",
  asks: "two requests at once under the same id",
  serves: ["PROTO-073", "HTTP-045"],
  skip: (known) =>
    known.transport === "stdio" ? { reason: "not-offered", detail: "one pipe is one client" } : undefined,
  run: (io) =>
    Promise.all([
      io.ask("server/discover", undefined, { as: "discover", id: 1 }),
      io.ask(has(io.known, "tools") ? "tools/list" : "server/discover", undefined, { as: "list", id: 1 }),
    ]),
};

/** Nothing may arrive that nobody asked for. */
const idle: Step = {
  name: "idle",
  asks: "server/discover, then nothing for the quiet window",
  serves: ["STDIO-011", "PROTO-057", "SUBS-020", "STDIO-010"],
  run: async (io) => {
    await io.ask("server/discover");
    await io.quiet();
  },
};

export const parallelConversation: ConversationPlan<StatelessTalk> = {
  name: "parallel",
  purpose: "many requests at once, then silence",
  transport: "any",
  groups: [[interleaved, sameId], [idle]],
};
