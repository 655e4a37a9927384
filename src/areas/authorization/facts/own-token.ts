import { member } from "../../../base/json.ts";
import { fetchedDocuments } from "../../../judge/core/authorization-documents.ts";
import { defineFact } from "../../../judge/core/define-fact.ts";
import { seen, type View } from "../../../judge/core/fact.ts";
import { inapplicable, inconclusive } from "../../../judge/core/left-out.ts";
import { ifProtected } from "../../../judge/core/protection.ts";

export const ownToken = defineFact({
  name: "own_token",
  doc: "What the user's own token says of its lifetime, where it is a JWT of an authorization server that the server names.",
  kind: "observations",
  type: "object: lifetime_s (seconds; null: it never expires)",
  questions: ["resource-metadata:*"],
  read: (view) =>
    ifProtected(view, () => {
      const target = view.capture.target;
      const token = target?.kind === "http" ? target.token : undefined;
      const place = { exchange: null, pointer: "/target/token" };
      if (token?.lifetime_s === undefined || token.made)
        return inconclusive(
          "prerequisite-missing",
          "the run had no JWT of somebody else that says how long it lives",
          [],
        );
      if (token.issuer === undefined || !namedIssuers(view).has(withoutSlash(token.issuer)))
        return inapplicable("the token given is not one of an authorization server that the server names", [place]);
      return seen([
        { ...place, value: { lifetime_s: token.lifetime_s }, parts: { lifetime_s: "/target/token/lifetime_s" } },
      ]);
    }),
});

/** Whom the server's metadata names as issuing its tokens. */
const namedIssuers = (view: View): ReadonlySet<string> =>
  new Set(
    fetchedDocuments(view).flatMap(({ document }) => {
      const servers = member(document, "authorization_servers");
      const issuer = member(document, "issuer");
      return [...(Array.isArray(servers) ? servers : []), issuer].flatMap((name) =>
        typeof name === "string" ? [withoutSlash(name)] : [],
      );
    }),
  );

/** Metadata may be written with a slash at the end and tokens without. */
const withoutSlash = (issuer: string): string => issuer.replace(/\/$/, "");
