import { defined } from "../../base/defined.ts";
import type { HttpTarget } from "../../capture/target.ts";
import type { Identities } from "../../probe/identities.ts";
import type { Issuer } from "./issuer.ts";
import { learnResource } from "./learn-resource.ts";

/** What the user may say about the tokens; otherwise the server's own metadata does. */
export interface IssueChoices {
  readonly audience?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
  readonly broadScope?: string | undefined;
}

/** A target whose user has a good token of the issuer, and everybody else who may be asked as. */
export interface IssuedIdentities {
  readonly target: HttpTarget;
  readonly identities: Identities;
  readonly audience: string;
}

/** The second user may do the same as the first, and owns nothing of theirs; the weaker one may do nothing. */
export const openIssued = async (
  target: HttpTarget,
  issuer: Issuer,
  choices: IssueChoices,
): Promise<IssuedIdentities> => {
  const learned = await learnResource(target);
  const audience = choices.audience ?? learned.audience;
  const scopes = choices.scopes ?? learned.scopes;
  const [first, second, weaker] = await Promise.all([
    issuer.token("good", { audience, scopes }),
    issuer.token("good", { audience, scopes }, "mcptest-user-2"),
    issuer.token("good", { audience, scopes: [] }, "mcptest-user-2"),
  ]);
  return {
    audience,
    target: { ...target, headers: [...target.headers, ["Authorization", `Bearer ${first}`]] },
    identities: {
      second,
      // Without scopes to leave out, nobody is weaker.
      ...(scopes.length > 0 ? { weaker } : {}),
      issued: {
        issuer: issuer.address,
        scopes,
        ...defined({ broadScope: choices.broadScope }),
        token: (kind, wanted = scopes) => issuer.token(kind, { audience, scopes: wanted }),
      },
    },
  };
};
