import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const openssl = (...args: string[]): void => void execFileSync("openssl", args, { stdio: "ignore" });

export const hasOpenssl = (): boolean => {
  try {
    openssl("version");
    return true;
  } catch {
    return false;
  }
};

/** A certificate of our own making for the loopback interface. */
export const makeIdentity = (): { key: string; cert: string } => {
  const folder = mkdtempSync(join(tmpdir(), "mcptest-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const subject = ["-subj", "/CN=loopback", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  try {
    openssl("req", "-x509", ...curve, "-keyout", key, "-out", cert, "-days", "2", ...subject);
    return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
  } finally {
    rmSync(folder, { recursive: true });
  }
};
