import { readFileSync } from "node:fs";
import * as tls from "node:tls";

/** Where operating systems keep their roots as one PEM file; Node 20 does not look there by itself. */
const SYSTEM_BUNDLES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

/** Node's own roots, the system's, and the user's `--ca`. */
export const trustedRoots = (extra?: string): string[] => [
  ...defaultRoots(),
  ...systemRoots(),
  ...(extra === undefined ? [] : [extra]),
];

type CaKind = "default" | "system";
const getCaCertificates = (tls as { getCACertificates?: (kind: CaKind) => string[] }).getCACertificates;

/** Newer versions include NODE_EXTRA_CA_CERTS; Node 20 ignores it when given a list of roots. */
const defaultRoots = (): readonly string[] =>
  getCaCertificates?.("default") ?? [...tls.rootCertificates, ...firstBundle([process.env["NODE_EXTRA_CA_CERTS"]])];

const systemRoots = (): string[] => getCaCertificates?.("system") ?? firstBundle(SYSTEM_BUNDLES);

/** The first file that can be read; as in Node itself, it is no error if there is none. */
const firstBundle = (paths: readonly (string | undefined)[]): string[] => {
  for (const path of paths) {
    try {
      if (path !== undefined && path !== "") return [readFileSync(path, "utf8")];
    } catch {
      // not there
    }
  }
  return [];
};
