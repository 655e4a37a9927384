import type { StatefulTalk } from "../talk/stateful-talk.ts";
import { has, hasFlag, type Known, skipUnless } from "./known.ts";
import type { Skip } from "./skip.ts";

/** Skips a step about sessions when the server works without them. */
export const unlessSession = (talk: StatefulTalk): Skip | undefined =>
  skipUnless(talk.session.sessionId !== undefined, "the server issued no session id");

/** Skips a step that needs the handshake which an earlier step of the conversation tried. */
export const unlessInitialized = (talk: StatefulTalk): Skip | undefined =>
  talk.initializeResult === undefined
    ? { reason: "prerequisite-missing", detail: "initialize was not answered with a result" }
    : undefined;

/** Skips a step unless the flag inside the capability is true. */
export const unlessFlag =
  (capability: string, flag: string) =>
  (known: Known): Skip | undefined =>
    skipUnless(hasFlag(known, capability, flag), `${capability}.${flag} is not advertised`);

/** Skips a step that is about the absence of the flag. */
export const unlessFlagAbsent =
  (capability: string, flag: string) =>
  (known: Known): Skip | undefined =>
    skipUnless(!hasFlag(known, capability, flag), `${capability}.${flag} is advertised`);

/** A request every client makes: the first list the server says it has, else ping. */
export const ordinaryMethod = (known: Known): string => {
  const offered = ["tools", "resources", "prompts"].find((capability) => has(known, capability));
  return offered === undefined ? "ping" : `${offered}/list`;
};
