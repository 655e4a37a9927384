import type { JsonObject } from "../base/json.ts";
import type { CertificateBody } from "./verify/certificate.ts";

/** The only member of a server.json's `_meta` that the MCP registry keeps, and how many bytes of JSON may stand in it. */
export const REGISTRY_KEY = "io.modelcontextprotocol.registry/publisher-provided";
export const MOST_REGISTRY_BYTES = 4_096;

/**
 * Where a certificate is to be found, for server.json. Never the certificate itself: it would not fit, and whoever reads a
 * registry must fetch it anyway to see that it was not taken back. Undefined when it would not fit.
 */
export const registryRecord = (
  { grade, observed, observed_at, expires_at }: CertificateBody,
  certificate_sha256: string,
  url: string,
): JsonObject | undefined => {
  const provided: JsonObject = {
    mcptest: {
      certificate: url,
      certificate_sha256,
      grade,
      ...(observed === undefined ? {} : { observed }),
      observed_at,
      expires_at,
    },
  };
  const bytes = new TextEncoder().encode(JSON.stringify(provided)).length;
  return bytes > MOST_REGISTRY_BYTES ? undefined : { _meta: { [REGISTRY_KEY]: provided } };
};
