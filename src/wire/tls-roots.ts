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

const defaultRoots = (): readonly string[] => getCaCertificates?.("default") ?? tls.rootCertificates;

const systemRoots = (): string[] => {
  if (getCaCertificates) return getCaCertificates("system");
  for (const path of SYSTEM_BUNDLES) {
    try {
      return [readFileSync(path, "utf8")];
    } catch {
      // not this system's place
    }
  }
  return [];
};
