import type { Command } from "commander";
import type { Console } from "./console.ts";
import { addReporterFlags } from "./reporters.ts";

/** `mcptest cert …`: each command is loaded when it is asked for. */
export const addCertCommands = (program: Command, console: Console, done: (code: number) => void): void => {
  const cert = program.command("cert").description("certificates: make a key, verify, show, a page for everybody");

  cert
    .command("keygen")
    .description("make an Ed25519 key to sign certificates with")
    .option("-o, --out <file>", "where the private key goes (default mcptest-key.pem); the public one beside it")
    .option("--no-color", "no colour, whatever the terminal says")
    .option("--debug", "show the stack of an error")
    .action(async (flags) => {
      const { runCertKeygen } = await import("./commands/cert-keygen.ts");
      done(runCertKeygen(flags, console));
    });

  addReporterFlags(cert.command("verify").argument("<paths...>", "certificates, or folders of them; - for stdin"), [
    "pretty",
    "json",
  ])
    .description("whether certificates can be relied on; contacts nobody")
    .option(
      "--issuer-key <key>",
      "a public key you trust: hex, PEM text, or a file with either; repeatable",
      collect,
      [],
    )
    .option("--trust-store <folder>", "a folder of public keys you trust, each named after its owner")
    .option("--policy <file>", "what you ask of a certificate beyond that (YAML)")
    .option("--capture <file>", "the published session: every hash and criterion is made again from it")
    .option("--subject <url>", "the server you are about to call")
    .option("--at <time>", "compare the dates with this time instead of now (2026-01-31 or 2026-01-31T12:00:00Z)")
    .option("--bare", "take the key inside: says whether the text was altered, not who signed it")
    .action(async (paths: string[], flags) => {
      const { runCertVerify } = await import("./commands/cert-verify.ts");
      done(await runCertVerify(flags, paths, console));
    });

  addReporterFlags(cert.command("show").argument("<file>", "a certificate; - for stdin"), ["pretty", "json"])
    .description("what a certificate says, readably; believes nothing")
    .option("--at <time>", "compare the dates with this time instead of now")
    .action(async (path: string, flags) => {
      const { runCertShow } = await import("./commands/cert-show.ts");
      done(await runCertShow(flags, path, console));
    });

  cert
    .command("page")
    .description("a page in one file in which anybody verifies certificates; it contacts nobody")
    .option("-o, --out <file>", "where the page goes, verify.html say (- for stdout, the default)")
    .option("--no-color", "no colour, whatever the terminal says")
    .option("--debug", "show the stack of an error")
    .action(async (flags) => {
      const { runCertPage } = await import("./commands/cert-page.ts");
      done(runCertPage(flags, console));
    });
};

const collect = (value: string, before: readonly string[]): string[] => [...before, value];
