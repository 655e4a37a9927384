import { type TokenKind, WRONG_TOKENS } from "../../../base/token-kind.ts";
import type { ToolPolicy } from "../../../capture/tool-policy.ts";
import type { ExchangeDraft } from "../../../probe/exchange-draft.ts";
import type { TokenSource } from "../../../probe/identities.ts";
import { challengeParameter } from "../../../probe/oauth/www-authenticate.ts";
import { asCaller, type Caller, sessionOf } from "../../../probe/plan/callers.ts";
import { FoundItems, readWhole } from "../../../probe/plan/found-items.ts";
import { skipUnless } from "../../../probe/plan/known.ts";
import type { Step, StepIO } from "../../../probe/plan/step.ts";
import { toolCall } from "../../../probe/plan/tool-call.ts";
import { headerValues } from "../../../wire/http/http-call.ts";
import { requestAccess } from "./access.ts";

export interface IssuedSetting {
  readonly source: TokenSource;
  readonly tools: ToolPolicy;
  /** The user with another token of theirs. */
  readonly caller: (token: string) => Caller;
}

/** The same request with a good token and with wrong ones of every kind; each is signed as far as its kind allows. */
export const issuedTokens = ({ source, caller }: IssuedSetting): Step => ({
  question: "issued-token",
  deliberate: true,
  run: async (io) => {
    const kinds: readonly TokenKind[] = ["good", "capitals", ...WRONG_TOKENS];
    for (const kind of kinds) await requestAs(io, caller(await source.token(kind)), kind);
  },
});

/** A token that works, in the query string: it is good for this server alone, and for this run. */
export const issuedQueryToken = ({ source, caller }: IssuedSetting): Step => ({
  question: "issued-query-token",
  deliberate: true,
  run: async (io) => {
    const url = io.talk.endpoint === undefined ? undefined : new URL(io.talk.endpoint);
    if (!url || url.searchParams.has("access_token")) return;
    const token = await source.token("good");
    // Remembered as a secret; the header is left out.
    caller(token);
    url.searchParams.set("access_token", token);
    await requestAccess(io, { as: "alone", url });
  },
});

/** What an operation without any scope is refused for is asked for, once: then it is served. */
export const stepUp = ({ source, caller, tools }: IssuedSetting): Step => ({
  question: "step-up",
  deliberate: true,
  run: async (io) => {
    const found = new FoundItems(tools);
    const withScopes = async (scopes: readonly string[]): Promise<Caller> => caller(await source.token("good", scopes));
    const weak = await withScopes([]);
    const refused = scopesNamedIn(await requestAs(io, weak, "access"));
    if (refused) await requestAs(io, await withScopes(refused), "access-stepped");
    found.note("tools", await readWhole("tools", "list", (params, as) => io.ask("tools/list", params, { as })));
    const [choice] = found.callable;
    if (!choice) return;
    const call = (who: Caller, as: string): Promise<ExchangeDraft> =>
      io.ask(...toolCall(choice, asCaller(who, sessionOf(io), { as })));
    const missing = scopesNamedIn(await call(weak, "call"));
    if (missing) await call(await withScopes(missing), "call-stepped");
  },
});

/** A token that has one broad scope, which includes the others by the word of whoever runs the server. */
export const broadScope = ({ source, caller }: IssuedSetting): Step => ({
  question: "broad-scope",
  deliberate: true,
  skipIn: () =>
    skipUnless(source.broadScope !== undefined, "no scope was named that includes others (--issue-broad-scope)"),
  run: async (io) => {
    if (source.broadScope === undefined) return;
    await requestAs(io, caller(await source.token("good", [])), "without");
    await requestAs(io, caller(await source.token("good", [source.broadScope])), "access");
  },
});

const requestAs = (io: StepIO, { headers }: Caller, as: string): Promise<ExchangeDraft> =>
  requestAccess(io, { as, headers });

/** The scopes that a refusal for want of them names. */
const scopesNamedIn = ({ http }: ExchangeDraft): readonly string[] | undefined => {
  const challenges = headerValues(http?.response_headers ?? [], "www-authenticate");
  const isScope = challenges.some((text) => challengeParameter(text, "error")?.toLowerCase() === "insufficient_scope");
  const named = challenges.map((text) => challengeParameter(text, "scope")).find((scope) => scope !== undefined);
  return isScope && named !== undefined ? named.split(" ").filter((word) => word !== "") : undefined;
};
