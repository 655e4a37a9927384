import { isJsonObject, type Json, member } from "../../../base/json.ts";
import type { Fact } from "../../../judge/core/fact.ts";
import { messageFact, part } from "../../../judge/core/messages.ts";

/** Names and words that only the HTTP authorization flow has. */
const NAMES = /^(?:www[-_]?authenticate|resource_?metadata|authorization_?servers|authorization_?endpoint)$/i;
const WORDS = /\bwww-authenticate\b|\bresource_metadata=|\boauth-protected-resource\b/i;

export const oauthOnStdio: Fact = messageFact(
  {
    name: "oauth_challenges",
    doc: "Errors of the server that carry a challenge of the HTTP authorization flow within a message.",
    type: "the error object",
  },
  (heard) => {
    const error = member(heard.value, "error");
    return isJsonObject(error) && isChallenge(error) ? part(heard, error, "/error") : undefined;
  },
);

const isChallenge = (error: Json): boolean => {
  const message = member(error, "message");
  if (typeof message === "string" && WORDS.test(message)) return true;
  const data = member(error, "data");
  return isJsonObject(data) && Object.keys(data).some((name) => NAMES.test(name));
};
