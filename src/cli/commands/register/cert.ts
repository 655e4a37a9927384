import type { Command } from "commander";
import { collect } from "../../flags/collect.ts";
import { addReporterFlags } from "../../flags/reporter-flags.ts";
import { addCommonFlags, type Registration } from "./registration.ts";

const REVOCATIONS = [
  "--revocations <path>",
  "what issuers have taken back: a statement, a list of them, or a folder (repeatable)",
  collect,
] as const;

/** `mcptest cert …`. */
export const addCertCommands = ({ program, console, exits }: Registration): void => {
  const cert = program.command("cert").description("make a key; verify, show, publish and revoke certificates");

  addCommonFlags(
    cert
      .command("keygen")
      .description("make an Ed25519 key pair for signing certificates")
      .option("-o, --out <file>", "where to write the private key (default mcptest-key.pem), the public one beside it"),
  ).action(exits(async (flags) => (await import("../cert-keygen.ts")).runCertKeygen(flags, console)));

  addReporterFlags(cert.command("verify").argument("<paths...>", "certificates, or folders of them; - for stdin"), [
    "pretty",
    "json",
  ])
    .description("check whether certificates can be trusted; works offline")
    .option("--issuer-key <key>", "a public key you trust: hex, PEM text or a file (repeatable)", collect)
    .option("--trust-store <folder>", "a folder of public keys you trust, each named after its owner")
    .option("--policy <file>", "further requirements of your own (YAML)")
    .option(...REVOCATIONS)
    .option("--capture <file>", "the published capture: recompute every hash and criterion from it")
    .option(
      "--now <file>",
      "a capture of the server as it is today: are its tools the certified ones? With --capture: what changed",
    )
    .option("--subject <url>", "the server you are about to call")
    .option("--at <time>", "verify as of this time instead of now (2026-01-31 or 2026-01-31T12:00:00Z)")
    .option("--bare", "use the key inside the certificate: shows whether the text was altered, not who signed it")
    .action(exits(async (paths, flags) => (await import("../cert-verify.ts")).runCertVerify(flags, paths, console)));

  addReporterFlags(cert.command("show").argument("<file>", "a certificate; - for stdin"), ["pretty", "json"])
    .description("print what a certificate says, trusted or not")
    .option("--at <time>", "compare the dates with this time instead of now")
    .action(exits(async (path, flags) => (await import("../cert-show.ts")).runCertShow(flags, path, console)));

  addCommonFlags(
    addKeyFlags(cert.command("revoke").argument("<certificate>", "a certificate that this key signed, or its sha256"))
      .description("sign a statement that one certificate no longer holds")
      .option("--reason <text>", "why, in one line")
      .option("-o, --out <file>", "where to write the statement (default: stdout); never over an existing file"),
  ).action(exits(async (path, flags) => (await import("../cert-revoke.ts")).runCertRevoke(flags, path, console)));

  addCommonFlags(
    addKeyFlags(cert.command("retire"))
      .description("sign a statement that a key signs no more; it cannot be taken back")
      .option("--reason <reason>", "superseded (by another key) or compromised (somebody else may have it)")
      .option("--from <time>", "from when on (default: now); what a compromised key signed fails whatever its date")
      .option("-o, --out <file>", "where to write the statement (default: stdout); never over an existing file"),
  ).action(exits(async (flags) => (await import("../cert-retire.ts")).runCertRetire(flags, console)));

  addCommonFlags(
    cert
      .command("publish")
      .argument("<certificate>", "the certificate to publish; - for stdin")
      .description("write certificate, capture, badge, index and revocations as files for any web server")
      .option("--capture <file>", "the session it was issued for")
      .option("--out <folder>", "where to write them; only what mcptest wrote there is ever replaced")
      .option("--url <address>", "where the folder will be reachable (default: /.well-known/mcptest/ of the server)")
      .option(...REVOCATIONS)
      .option("--allow-secrets", "publish the capture although it looks as if it held secrets"),
  ).action(exits(async (path, flags) => (await import("../cert-publish.ts")).runCertPublish(flags, path, console)));

  addCommonFlags(
    cert
      .command("page")
      .description("write a single HTML page in which anyone can verify certificates offline")
      .option("-o, --out <file>", "where to write the page, such as verify.html (default: stdout)"),
  ).action(exits(async (flags) => (await import("../cert-page.ts")).runCertPage(flags, console)));
};

const addKeyFlags = (command: Command): Command =>
  command
    .option("--key <file>", "the private key (PKCS#8 PEM), a file that only you can read")
    .option("--key-env <NAME>", "the environment variable that holds it");
