import type { JsonObject } from "../../model/json.ts";
import { secretsIn } from "../logging/secrets.ts";

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

/** Parameters that hold a credential and nothing else. A `token` may be the name of the question. */
const SECRET_PARAMETER = /^(?:access_?token|id_?token|refresh_?token|api_?key|password|passwd|client_?secret)$/i;

const MAIL_ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}\.[a-z]{2,}/i;

const carriedBy = (url: URL, text: string): string[] => {
  const fragment = new URLSearchParams(url.hash.slice(1));
  const parameters = [...url.searchParams, ...fragment];
  const shown = [url.pathname, ...parameters.map(([, value]) => value)];
  return [
    ...(url.username !== "" || url.password !== "" ? ["credentials"] : []),
    ...(shown.some((part) => MAIL_ADDRESS.test(part)) ? ["e-mail"] : []),
    ...(secretsIn(text).some((kind) => kind !== "password-in-url") ||
    parameters.some(([name, value]) => SECRET_PARAMETER.test(name) && value !== "")
      ? ["secret"]
      : []),
  ];
};
