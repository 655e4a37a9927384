import { secretsInAddresses } from "./address-secrets.ts";
import type { Capture } from "./capture.ts";
import { secretsInHeaders } from "./secrets.ts";
import { environmentDumps, secretsByExchange, secretsInText } from "./secrets-in-results.ts";

/** Something in a capture that its owner may not want to publish. */
export interface Unredacted {
  /** `exchange main/3`, or another part of the capture. */
  readonly where: string;
  readonly what: string;
}

const REDACTED = /\[redacted:|%5Bredacted:/i;

/** In an address the colon of a tag would be read as one of its own. */
const TAGS = /(?:\[|%5B)redacted:[0-9a-f]+(?:\]|%5D)/gi;

const leaks = (values: readonly string[]): boolean => values.some((value) => value !== "" && !REDACTED.test(value));

/**
 * What looks secret and was not replaced. Recording replaces all of this but whole environments; a capture from an older
 * version, or from elsewhere, may still hold it. It can only be told, not replaced: a certificate is for these very bytes.
 */
export const findUnredacted = (capture: Capture): readonly Unredacted[] => {
  const named = (id: string | number | undefined): string => (id === undefined ? "an exchange" : `exchange ${id}`);
  const dumps = environmentDumps(capture);
  return [
    ...secretsByExchange(capture).flatMap(({ exchange: { id }, secrets }) =>
      leaks(secrets) ? [{ where: named(id), what: "a token, a private key or another secret in a result" }] : [],
    ),
    ...dumps.map((id) => ({ where: named(id), what: "what looks like the server's whole environment" })),
    ...capture.exchanges.flatMap(({ id, http }) =>
      leaks(secretsInHeaders([...(http?.request_headers ?? []), ...(http?.response_headers ?? [])]))
        ? [{ where: named(id), what: "a credential in a header" }]
        : [],
    ),
    ...(capture.target?.kind === "http" &&
    leaks(secretsInAddresses(capture.target.url.replace(TAGS, "")).map(({ secret }) => secret))
      ? [{ where: "the server's address", what: "a password or a secret parameter" }]
      : []),
    ...(capture.conversations ?? []).flatMap(({ id, process: child }) =>
      [child?.stderr, child?.stderr_tail].some((raw) => raw?.encoding === "utf8" && leaks(secretsInText(raw.data)))
        ? [{ where: `conversation ${id}`, what: "a token or a private key on stderr" }]
        : [],
    ),
  ];
};
