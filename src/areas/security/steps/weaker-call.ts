import { stringMember } from "../../../base/json.ts";
import { asCaller, askAs, type Caller, letIn, letOut } from "../../../probe/plan/callers.ts";
import { type FoundItems, readWhole } from "../../../probe/plan/found-items.ts";
import { skipUnless } from "../../../probe/plan/known.ts";
import type { Step } from "../../../probe/plan/step.ts";
import { toolCall } from "../../../probe/plan/tool-call.ts";

/** A few calls show what somebody with fewer rights may do. */
const MAX_CALLS = 5;

/** The tools that may be called, by somebody with fewer rights: first those that they are not shown. */
export const weakerCall = (found: FoundItems, weaker: Caller): Step => ({
  question: "weaker-call",
  deliberate: true,
  skip: (known) => skipUnless(Object.hasOwn(known.capabilities, "tools"), "tools is not advertised"),
  run: async (io) => {
    if (!(await letIn(io, weaker))) return;
    const own = await readWhole("tools", "list-own", (params, as) => io.ask("tools/list", params, { as }));
    found.note("tools", own);
    const list = await readWhole("tools", "list", (params, as) => askAs(io, weaker, "tools/list", params, { as }));
    const hidden = new Set(found.hiddenFrom("tools", list).map((tool) => stringMember(tool, "name")));
    const { callable } = found;
    const first = callable.filter(({ name }) => hidden.has(name));
    const rest = callable.filter(({ name }) => !hidden.has(name));
    for (const [index, choice] of [...first, ...rest].slice(0, MAX_CALLS).entries())
      await io.ask(...toolCall(choice, asCaller(weaker, weaker.session, { as: String(index + 1) })));
    await letOut(io, weaker);
  },
});
