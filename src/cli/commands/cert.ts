import { COMMON_FLAGS, TRUST_FLAGS } from "../flags/common-flags.ts";
import { repeatable } from "../flags/flag.ts";
import { reporterFlags } from "../flags/reporter-flags.ts";
import { defineCommand } from "./define-command.ts";

const REVOCATIONS_FLAG = {
  "--revocations <path>": repeatable(
    "what issuers have taken back: a statement, a list of them, or a folder (repeatable)",
  ),
};

const KEY_FLAGS = {
  "--key <file>": "the private key (PKCS#8 PEM), a file that only you can read",
  "--key-env <NAME>": "the environment variable that holds it",
};

const STATEMENT_FLAG = {
  "-o, --out <file>": "where to write the statement (default: stdout); never over an existing file",
};

export const certKeygen = defineCommand({
  name: "cert keygen",
  about: "make an Ed25519 key pair for signing certificates",
  flags: {
    "-o, --out <file>": "where to write the private key (default mcptest-key.pem), the public one beside it",
    ...COMMON_FLAGS,
  },
  examples: ["mcptest cert keygen", "mcptest cert keygen -o issuer-key.pem"],
});

export const certVerify = defineCommand({
  name: "cert verify",
  about: "check whether certificates can be trusted; works offline",
  args: { "<paths...>": "certificates, or folders of them; - for stdin" },
  flags: {
    ...reporterFlags(["pretty", "json"]),
    ...TRUST_FLAGS,
    "--policy <file>": "further requirements of your own (YAML)",
    ...REVOCATIONS_FLAG,
    "--capture <file>": "the published capture: recompute every hash and criterion from it",
    "--now <file>":
      "a capture of the server as it is today: are its tools the certified ones? With --capture: what changed",
    "--subject <url>": "the server you are about to call",
    "--at <time>": "verify as of this time instead of now (2026-01-31 or 2026-01-31T12:00:00Z)",
    "--bare": "use the key inside the certificate: shows whether the text was altered, not who signed it",
  },
  examples: [
    "mcptest cert verify certificate.json --issuer-key issuer.pub",
    "mcptest cert verify certificates/ --policy policy.yaml",
  ],
});

export const certShow = defineCommand({
  name: "cert show",
  about: "print what a certificate says, trusted or not",
  args: { "<file>": "a certificate; - for stdin" },
  flags: {
    ...reporterFlags(["pretty", "json"]),
    "--at <time>": "compare the dates with this time instead of now",
  },
  examples: ["mcptest cert show certificate.json", "mcptest cert show certificate.json --json"],
});

export const certRevoke = defineCommand({
  name: "cert revoke",
  about: "sign a statement that one certificate no longer holds",
  args: { "<certificate>": "a certificate that this key signed, or its sha256" },
  flags: { ...KEY_FLAGS, "--reason <text>": "why, in one line", ...STATEMENT_FLAG, ...COMMON_FLAGS },
  examples: [
    'mcptest cert revoke certificate.json --key issuer-key.pem --reason "the wrong server was audited" -o revocation.json',
    "mcptest cert revoke certificates/notes.json --key-env ISSUER_KEY --reason mistake -o revocation.json",
  ],
});

export const certRetire = defineCommand({
  name: "cert retire",
  about: "sign a statement that a key signs no more; it cannot be taken back",
  flags: {
    ...KEY_FLAGS,
    "--reason <reason>": "superseded (by another key) or compromised (somebody else may have it)",
    "--from <time>": "from when on (default: now); what a compromised key signed fails whatever its date",
    ...STATEMENT_FLAG,
    ...COMMON_FLAGS,
  },
  examples: [
    "mcptest cert retire --key issuer-key.pem --reason superseded --from 2026-12-01 -o retirement.json",
    "mcptest cert retire --key issuer-key.pem --reason compromised -o retirement.json",
  ],
});

export const certPublish = defineCommand({
  name: "cert publish",
  about: "write certificate, capture, badge, index and revocations as files for any web server",
  args: { "<certificate>": "the certificate to publish; - for stdin" },
  flags: {
    "--capture <file>": "the session it was issued for",
    "--out <folder>": "where to write them; only what mcptest wrote there is ever replaced",
    "--url <address>": "where the folder will be reachable (default: /.well-known/mcptest/ of the server)",
    ...REVOCATIONS_FLAG,
    "--allow-secrets": "publish the capture although it looks as if it held secrets",
    ...COMMON_FLAGS,
  },
  examples: [
    "mcptest cert publish certificate.json --capture session.json --out web",
    "mcptest cert publish certificate.json --capture session.json --out web --revocations revocation.json",
  ],
});

export const certPage = defineCommand({
  name: "cert page",
  about: "write a single HTML page in which anyone can verify certificates offline",
  flags: {
    "-o, --out <file>": "where to write the page, such as verify.html (default: stdout)",
    ...COMMON_FLAGS,
  },
  examples: ["mcptest cert page -o verify.html", "mcptest cert page > verify.html"],
});
