import type { Header } from "../../base/header.ts";
import type { JsonObject } from "../../base/json.ts";
import { HEADER, HEADER_KEY } from "../../protocol/headers.ts";
import { type ExchangeDraft, resultOf } from "../exchange-draft.ts";
import type { RunContext } from "../run-context.ts";
import { StatefulTalk, sessionIdIn } from "../talk/stateful-talk.ts";
import type { AskOptions, StepIO } from "./step.ts";

/** Somebody else than the user of the conversation: everything is the same but the token, and the session. */
export interface Caller {
  /** What is sent in place of the user's headers. */
  readonly headers: readonly Header[];
  /** Of the caller's own session, where there are any. */
  session?: string;
}

/** The same headers as the user's, with another token. It is a secret from now on. */
export const callerWith = ({ target, tokens }: RunContext, token: string): Caller => {
  tokens.add(token);
  const others = target.kind === "http" ? target.headers.filter(([name]) => !isName(name, "authorization")) : [];
  return { headers: [...others, ["Authorization", `Bearer ${token}`]] };
};

const isName = (name: string, key: string): boolean => name.toLowerCase() === key;

/** The options of a request that somebody else makes: in the session of their own, of another, or in none. */
export const asCaller = (
  { headers: own }: Caller,
  session: string | undefined,
  options: AskOptions = {},
): AskOptions => ({
  ...options,
  http: { ...options.http, credentials: "none" },
  editHeaders: (headers) => [
    ...(options.editHeaders?.(headers) ?? headers).filter(([name]) => !isName(name, HEADER_KEY.sessionId)),
    ...(session === undefined ? [] : ([[HEADER.sessionId, session]] as const)),
    ...own,
  ],
});

/** The id of the session that the conversation is in. */
export const sessionOf = ({ talk }: StepIO): string | undefined =>
  talk instanceof StatefulTalk ? talk.session.sessionId : undefined;

/** Asks as somebody else, in the session of their own. */
export const askAs = (
  io: StepIO,
  caller: Caller,
  method: string,
  params: JsonObject | undefined,
  options: AskOptions & { readonly as: string },
): Promise<ExchangeDraft> => io.ask(method, params, asCaller(caller, caller.session, options));

/** Opens a session for somebody else, where the era has any; false if they are not let in. */
export const letIn = async (io: StepIO, caller: Caller): Promise<boolean> => {
  const { talk } = io;
  if (!(talk instanceof StatefulTalk)) return true;
  const withoutVersion = (headers: readonly Header[]): readonly Header[] =>
    headers.filter(([name]) => !isName(name, HEADER_KEY.protocolVersion));
  const draft = await io.ask(
    "initialize",
    talk.initializeParams(),
    asCaller(caller, undefined, { as: "open", editHeaders: withoutVersion }),
  );
  if (resultOf(draft) === undefined) return false;
  const session = sessionIdIn(draft);
  if (session !== undefined) caller.session = session;
  await io.tell("notifications/initialized", undefined, asCaller(caller, session, { as: "opened" }));
  return true;
};

/** Ends that session. */
export const letOut = async (io: StepIO, { headers, session }: Caller): Promise<void> => {
  if (session === undefined) return;
  const own: readonly Header[] = [[HEADER.sessionId, session], ...headers];
  await io.send({ as: "end", expect: "nothing", http: { method: "DELETE", headers: own, credentials: "none" } }).done;
};
