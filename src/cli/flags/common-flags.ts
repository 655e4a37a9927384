import { readChoice } from "./choice.ts";
import { type FlagsOf, inGroup, repeatable } from "./flag.ts";

export const COMMON_FLAGS = inGroup("Output", {
  "--no-color": "never use colour",
  "--debug": "show the stack trace of an error",
});

/** The flags of a command that prints a list. */
export const LIST_FLAGS = {
  ...inGroup("Output", {
    "--format <name>": "pretty (default), json",
    "--reporter <name>": "the same as --format",
    "--json": "the same as --format json",
  }),
  ...COMMON_FLAGS,
};

export type ListFlags = FlagsOf<typeof LIST_FLAGS>;

export const readListFormat = ({ format, reporter, json }: ListFlags): "pretty" | "json" =>
  readChoice("--format", format ?? reporter ?? (json ? "json" : "pretty"), ["pretty", "json"]);

export const SAVE_FLAG = { "--save <file>": "save the capture (.json or .jsonl)" };

/** The flags of a command that compares one result with a baseline. */
export const BASELINE_FLAGS = inGroup("Baseline", {
  "--baseline <file>": "known failures: only a new failure, or a listed rule that now passes, exits 1",
  "--update-baseline": "rewrite the baseline from this run; reasons and comments stay",
});

export type BaselineFlags = FlagsOf<typeof BASELINE_FLAGS> & { readonly quiet?: boolean };

/** What signing an audit takes. */
export const CERTIFICATE_FLAGS = inGroup("Certificate", {
  "--certificate <file>": "sign the audit and write the certificate here; publish the --save capture with it",
  "--key <file>": "the private key to sign with (make one with mcptest cert keygen)",
  "--key-env <NAME>": "the environment variable that holds the private key as PEM text",
  "--issuer <name>": "who signs, in your own words",
  "--subject <subject>": "what the certificate is about; a command needs one: stdio:<name>@<version>",
  "--valid-days <n>": "days the certificate is valid, counted from the audit (default 28)",
});

export type CertificateFlags = FlagsOf<typeof CERTIFICATE_FLAGS>;

/** A private key: a file, or the name of an environment variable that holds the PEM text. */
export type SigningKeyFlags = Pick<CertificateFlags, "key" | "keyEnv">;

export const TRUST_FLAGS = inGroup("Trust", {
  "--issuer-key <key>": repeatable("a public key you trust: hex, PEM text or a file (repeatable)"),
  "--trust-store <folder>": "a folder of public keys you trust, each named after its owner",
});

export type TrustFlags = FlagsOf<typeof TRUST_FLAGS>;

export const RENDER_APPS_FLAG = {
  "--render-apps":
    "with --reporter html: show a picture of every app, taken in a Chromium without network (CHROMIUM names it)",
};

/** What is run of the functional tests of a suite. */
export const FUNCTIONAL_FLAGS = inGroup("Tests", {
  "--grep <text>": "only tests whose name holds this text, or matches /this pattern/",
  "--shard <part>": "only a part of the tests: 1/4 is the first of four",
  "--update-snapshots": "keep the answers of this run as the snapshots; never in CI",
});

export type FunctionalFlags = FlagsOf<typeof FUNCTIONAL_FLAGS> & { readonly quiet?: boolean };
