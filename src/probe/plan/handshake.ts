import { type JsonObject, member, stringMember } from "../../base/json.ts";
import { sessionHeaders } from "../dialect/stateful.ts";
import type { ExchangeDraft } from "../exchange-draft.ts";
import { sessionIdIn } from "../talk/stateful-talk.ts";
import { dropSession, remove } from "./http-shape.ts";
import type { StatefulIO } from "./stateful-step.ts";
import type { AskOptions } from "./step.ts";

/**
 * The handshake as a step of a conversation: the talk goes on in the session that comes of it. How it ends is no sign
 * of the server's health: it may follow something wrong that we did.
 */
export const shakeHands = async (
  io: StatefulIO,
  params: JsonObject = io.talk.initializeParams(),
  options: AskOptions = {},
): Promise<boolean> => {
  const draft = await io.start("initialize", params, { ...options, editHeaders: dropSession }).done;
  if (!io.talk.adopt(draft)) return false;
  await announce(io);
  return true;
};

export const announce = (io: StatefulIO): Promise<ExchangeDraft> =>
  io.tell("notifications/initialized", undefined, { as: "initialized", deliberate: false });

/** An initialize beside the session of the talk. A session that comes of it is ended again at once. */
export const initializeAside = async (
  io: StatefulIO,
  options: AskOptions & { readonly as: string },
  params: JsonObject = io.talk.initializeParams(),
): Promise<ExchangeDraft> => {
  const edit = options.editHeaders ?? ((headers) => headers);
  const draft = await io.ask("initialize", params, { ...options, editHeaders: (all) => edit(dropSession(all)) });
  await endAside(io, draft, options.as);
  return draft;
};

export const endAside = async (io: StatefulIO, draft: ExchangeDraft, as: string): Promise<void> => {
  const sessionId = sessionIdIn(draft);
  const negotiated = stringMember(member(draft.response, "result"), "protocolVersion");
  if (sessionId !== undefined) await remove(io, `${as}-end`, sessionHeaders({ sessionId, negotiated }));
};
