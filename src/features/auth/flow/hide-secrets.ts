import { isJsonObject, type Json } from "../../../base/json.ts";
import type { RawText } from "../../../base/reading.ts";
import type { Exchange } from "../../../capture/capture.ts";

/** What OAuth calls its secrets, in requests and in responses. */
const SECRET = new Set([
  "access_token",
  "assertion",
  "client_assertion",
  "client_secret",
  "code",
  "code_verifier",
  "id_token",
  "refresh_token",
  "registration_access_token",
  "subject_token",
]);

/** A capture replaces longer ones wherever they stand; shorter ones could be any word, so they are replaced here, where they are. */
const SHORT = 8;
const HIDDEN = "[redacted]";

export interface Hidden {
  readonly exchanges: readonly Exchange[];
  /** To be replaced wherever they stand. */
  readonly secrets: readonly string[];
}

/**
 * Finds every secret of a flow by its name, also in an answer that turned out to be of no use. Where a server echoes one under
 * another name it is found by its value.
 */
export const hideSecrets = (exchanges: readonly Exchange[]): Hidden => {
  const secrets = new Set<string>();
  const hide = (value: string): string => {
    if (value.length >= SHORT) secrets.add(value);
    return value === "" || value.length >= SHORT ? value : HIDDEN;
  };
  const json = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(json);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [
        name,
        SECRET.has(name) && typeof entry === "string" ? hide(entry) : json(entry),
      ]),
    );
  };
  const raw = (text: RawText): RawText =>
    text.encoding === "utf8" ? { ...text, data: hideInText(text.data, hide) } : text;
  const clean = exchanges.map((exchange): Exchange => {
    const { request_raw, response, response_raw, http } = exchange;
    return {
      ...exchange,
      ...(request_raw ? { request_raw: raw(request_raw) } : {}),
      ...(response === undefined ? {} : { response: json(response) }),
      ...(response_raw ? { response_raw: raw(response_raw) } : {}),
      ...(http?.body ? { http: { ...http, body: raw(http.body) } } : {}),
    };
  });
  return { exchanges: clean, secrets: [...secrets] };
};

const NAMES = [...SECRET].join("|");
const MEMBER = new RegExp(`("(?:${NAMES})"\\s*:\\s*")([^"]*)`, "g");
const PARAMETER = new RegExp(`((?:^|[&?\\s])(?:${NAMES})=)([^&\\s"'<>]*)`, "g");

/** In the text of a form, or of JSON that was not read as such. */
const hideInText = (text: string, hide: (value: string) => string): string =>
  text
    .replace(MEMBER, (_, start: string, value: string) => `${start}${hide(value)}`)
    .replace(PARAMETER, (_, start: string, value: string) => {
      // The value itself has to be known: it may come back in another spelling.
      const hidden = hide(decoded(value));
      return `${start}${hidden === HIDDEN ? HIDDEN : value}`;
    });

const decoded = (text: string): string => new URLSearchParams(`v=${text}`).get("v") ?? text;
