import { type JsonObject, stringMember } from "../../../base/json.ts";
import { askAs, type Caller } from "../../../probe/plan/callers.ts";
import { type FoundItems, listsOf, readWhole } from "../../../probe/plan/found-items.ts";
import { type ListKind, skipUnless } from "../../../probe/plan/known.ts";
import { LISTS } from "../../../probe/plan/lists.ts";
import type { Step } from "../../../probe/plan/step.ts";

/** Things that the second user is not shown, asked for by their name: a handful shows as much as all. */
const MAX_READS = 3;

/** What the two users are shown, and the first one again: a list that changes by itself depends on nobody. */
export const otherLists = (found: FoundItems, second: Caller, hidden: Map<ListKind, readonly JsonObject[]>): Step => ({
  question: "other-user-lists",
  deliberate: true,
  run: async (io) => {
    for (const kind of listsOf(io.known)) {
      const { method } = LISTS[kind];
      found.note(kind, await readWhole(kind, `${kind}-own`, (params, as) => io.ask(method, params, { as })));
      const asOther = (params: JsonObject | undefined, as: string) => askAs(io, second, method, params, { as });
      const other = await readWhole(kind, `${kind}-other`, asOther);
      await io.ask(method, undefined, { as: `${kind}-again` });
      hidden.set(kind, found.hiddenFrom(kind, other));
    }
  },
});

/** Reads as the second user what only the first one is shown. */
export const otherReads = (second: Caller, hidden: ReadonlyMap<ListKind, readonly JsonObject[]>): Step => ({
  question: "other-user-read",
  deliberate: true,
  skipIn: () =>
    skipUnless(
      (hidden.get("resources") ?? []).length > 0,
      "both users are shown the same resources, or there are none",
    ),
  run: async (io) => {
    const uris = (hidden.get("resources") ?? []).flatMap((item) => stringMember(item, "uri") ?? []);
    for (const [index, uri] of uris.slice(0, MAX_READS).entries()) {
      await io.ask("resources/read", { uri }, { as: `own-${index + 1}` });
      await askAs(io, second, "resources/read", { uri }, { as: String(index + 1) });
    }
  },
});
