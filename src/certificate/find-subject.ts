import type { Capture } from "../capture/capture.ts";
import { isSameSubject, normalSubject } from "./verify/subjects.ts";

export type SubjectReading =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly reason: string };

const refuse = (reason: string): SubjectReading => ({ ok: false, reason });

/** Scoped names too: stdio:@scope/server@1.2.3. */
const STDIO = /^stdio:@?[A-Za-z0-9][A-Za-z0-9._~/-]*@[A-Za-z0-9][A-Za-z0-9._+~-]*$/;

/**
 * What a certificate from this capture may be about. An address is the one that was observed, perhaps without its query;
 * a command has no address that means anything elsewhere, so its name and version are told by whoever signs.
 */
export const findSubject = ({ target }: Capture, wanted: string | undefined): SubjectReading => {
  if (!target) return refuse("the capture does not say which server was asked (target)");
  if (target.kind === "stdio") {
    if (wanted === undefined) return refuse("a command has no address; name it with --subject stdio:<name>@<version>");
    return STDIO.test(wanted)
      ? { ok: true, value: wanted }
      : refuse("the subject of a command is written stdio:<name>@<version>, stdio:memory@1.2.0 say");
  }
  const observed = normalSubject(target.url);
  const subject = wanted === undefined ? observed : normalSubject(wanted);
  if (!isSameSubject(subject, observed) && subject !== withoutQuery(observed))
    return refuse("--subject names another server than the one that was observed; audit that address instead");
  // User info and secret parameters are replaced in a capture, so what stands there is no address.
  return /\[redacted:|%5Bredacted:/i.test(subject)
    ? refuse("the server's address holds a secret; name it without its query with --subject")
    : { ok: true, value: subject };
};

const withoutQuery = (address: string): string => address.split("?", 1)[0] ?? address;
