// A call of a tool, whatever it is answered with.

import { type Json, type JsonObject, listMember, member, stringMember } from "../../../src/base/json.ts";
import type { ClientCore, Patience } from "./client-core.ts";
import { repeatAsked } from "./input-rounds.ts";
import { followTask, handleIn, taskParams } from "./tasks.ts";

const LOGIN_REQUIRED = -32042;

export const callTool = async (
  given: JsonObject & { readonly name: string },
  core: ClientCore,
  patience: Patience,
): Promise<JsonObject | undefined> => {
  const params = { ...given, ...taskParams(given.name, core) };
  const answer = await repeatAsked("tools/call", params, core, "task" in params || isExtension(core) ? {} : patience);
  const handle = handleIn(answer, core);
  if (handle !== undefined) return followTask(handle, core, patience.cancelAfterMs);
  if (member(member(answer, "error"), "code") === LOGIN_REQUIRED) await waitForLogin(params, answer, core);
  return answer;
};

/** Whether the server decides if a call is a task. */
const isExtension = ({ era, capabilities }: ClientCore): boolean =>
  era === "stateless" && capabilities["extensions"] !== undefined;

/** Calls again once the login is complete. */
const waitForLogin = async (params: JsonObject, answer: Json | undefined, core: ClientCore): Promise<void> => {
  const { insistsOnLogin = 0, anyLogin } = core.choice.vice;
  for (let time = 0; time < insistsOnLogin; time += 1) await core.request("tools/call", params);
  const known = new Set(
    listMember(member(member(answer, "error"), "data"), "elicitations").map((one) =>
      stringMember(one, "elicitationId"),
    ),
  );
  core.onNotice = (method, notice) => {
    if (method !== "notifications/elicitation/complete") return;
    const id = stringMember(notice, "elicitationId");
    if (!anyLogin && !known.has(id)) return;
    known.delete(id);
    void core.request("tools/call", params);
  };
};
