import { expect, test } from "vitest";
import { knownUnasked } from "../../../src/probe/plan/known.ts";
import { StepRun } from "../../../src/probe/plan/step-run.ts";
import { INITIALIZE_RESULT, stdioScript } from "../ad-hoc-servers.ts";
import { openRun, statefulTalk } from "../context.ts";

/** A tool that takes so many quiet windows; nothing else is asked meanwhile. */
const callWhenAlone = async (windows: number) => {
  const quietMs = 100;
  const target = stdioScript(`
    if (message?.method === "initialize") respond(${JSON.stringify(INITIALIZE_RESULT)});
    else if (message?.method === "tools/call") setTimeout(() => respond({ content: [] }), ${windows * quietMs});
  `);
  const run = openRun(target, { quietMs });
  const context = { ...run.context, waitsForTools: false };
  const talk = statefulTalk(run);
  await talk.initialize();
  const known = knownUnasked("2025-11-25", "stdio", { tools: {} });
  const io = new StepRun({
    context,
    talk,
    known,
    step: { question: "call", run: async () => {} },
    slot: 1,
    oneByOne: false,
  });
  return context.work.during(() => io.ask("tools/call", { name: "one" }, { as: "1", deadline: "toolMs" }));
};

test("a tool that outlasts everything else by a little is answered", async () => {
  const draft = await callWhenAlone(7);
  expect(draft.trouble).toBeUndefined();
  expect(draft.response).toMatchObject({ result: { content: [] } });
});

test("one that takes much longer is given up", async () => {
  const draft = await callWhenAlone(60);
  expect(draft.trouble).toMatchObject({ kind: "timed-out", limit: "toolMs" });
});
