import { isOutOfFiles, outOfFiles } from "../open-files.ts";
import type { Trouble } from "../trouble.ts";

export const FORBIDDEN_ADDRESS: Trouble = {
  kind: "forbidden-address",
  detail: "the address is private or reserved, and the target came from a list",
};

/** Turns what Node says of a failed call into trouble. The code is kept; the text is ours. */
export const troubleOf = (error: unknown, stage: "connect" | "head" | "body"): Trouble => {
  const code = codeOf(error);
  if (code === "ENOTFOUND" || code === "EAI_AGAIN" || code === "EAI_NODATA") {
    return { kind: "unresolved", detail: "the host name has no address", code };
  }
  if (isOutOfFiles(code)) return outOfFiles(code);
  if (code === "EFORBIDDENADDRESS") return { ...FORBIDDEN_ADDRESS, code };
  if (code === "HPE_HEADER_OVERFLOW") {
    return { kind: "limit-exceeded", detail: "the response head is larger than allowed", limit: "headerBytes", code };
  }
  if (code === "HPE_INVALID_EOF_STATE" || code === "ERR_STREAM_PREMATURE_CLOSE") {
    return { kind: "closed", detail: "the connection closed in the middle of the response", code };
  }
  if (code.startsWith("HPE_")) {
    return { kind: "not-http", detail: "the bytes received are not a well-formed HTTP response", code };
  }
  if (REFUSED.test(code)) return { kind: "refused", detail: "nothing accepted the connection", code };
  if (isDropped(error)) {
    if (stage === "connect") return { kind: "refused", detail: "the connection was dropped while it was made", code };
    const where = stage === "head" ? "before the response head" : "in the middle of the response";
    return { kind: isPlainClose(error) ? "closed" : "reset", detail: `the connection ended ${where}`, code };
  }
  if (TLS.test(code)) return { kind: "tls", detail: "the secure connection could not be made", code };
  const kind = stage === "connect" ? "refused" : "reset";
  return { kind, detail: "the connection failed", ...(code ? { code } : {}) };
};

const REFUSED = /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EHOSTDOWN|ETIMEDOUT|EACCES|EINVAL)$/;

const TLS =
  /^(?:EPROTO$|ERR_TLS|ERR_SSL|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|ERROR_IN_CERT|INVALID_|HOSTNAME_)/;

export const codeOf = (error: unknown): string => {
  if (typeof error !== "object" || error === null) return "";
  // Happy Eyeballs reports one error per address; the first says as much as all of them.
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" ? code : "";
};

/** The connection was established and then lost. */
export const isDropped = (error: unknown): boolean => ["ECONNRESET", "EPIPE", "ECONNABORTED"].includes(codeOf(error));

/** Node's own words for a connection that simply ended; a real reset has the system's. */
const isPlainClose = (error: unknown): boolean =>
  error instanceof Error && (error.message.includes("hang up") || error.message === "aborted");
