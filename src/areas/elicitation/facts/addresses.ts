import type { JsonObject } from "../../../base/json.ts";
import { secretsIn } from "../../../judge/core/secrets.ts";

/** Longer addresses are looked at from their beginning only. */
const LONGEST = 4_000;

/** What an address for the user says of itself. */
export const addressOf = (text: string): JsonObject => {
  const start = text.slice(0, LONGEST);
  if (!URL.canParse(start)) return { form: "other", carries: [] };
  const url = new URL(start);
  return {
    form: "absolute",
    scheme: url.protocol.replace(/:$/, ""),
    host: isLocal(url.hostname) ? "local" : "public",
    carries: carriedBy(url, start),
  };
};

/** Names and addresses of the own machine and network: where things are developed. */
const isLocal = (host: string): boolean =>
  !host.includes(".") ||
  /(?:^|\.)(?:localhost|local|test|internal)$/i.test(host) ||
  /^(?:127|10)\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\.|^0\.0\.0\.0$/.test(host);

/**
 * Parameters that hold a credential of the user and nothing else. A `token` may be the name of the question, and with an
 * `api_key` some services name the application that asks.
 */
const SECRET_PARAMETER = /^(?:access_?token|id_?token|refresh_?token|password|passwd)$/i;

const MAIL_ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,}/i;
/** What says that the address is the user's. Elsewhere it may be the name of an application, or whom to ask for help. */
const OF_USER =
  /^(?:e[-_]?mail|mail|user|users|user_?name|user_?id|login|login_?hint|account|accounts|upn|sub|subject|identity|member|customer|person|people)$/i;

const carriedBy = (url: URL, text: string): string[] => {
  const fragment = new URLSearchParams(url.hash.slice(1));
  const parameters = [...url.searchParams, ...fragment];
  const steps = url.pathname.split("/");
  const named = [...parameters, ...steps.slice(1).map((step, index) => [steps[index] ?? "", decoded(step)] as const)];
  return [
    ...(url.username !== "" || url.password !== "" ? ["credentials"] : []),
    ...(named.some(([name, value]) => OF_USER.test(name) && MAIL_ADDRESS.test(value)) ? ["e-mail"] : []),
    ...(secretsIn(text).some((kind) => kind !== "password-in-url") ||
    parameters.some(([name, value]) => SECRET_PARAMETER.test(name) && value !== "")
      ? ["secret"]
      : []),
  ];
};

const decoded = (step: string): string => {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
};
