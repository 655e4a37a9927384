import { readFileSync } from "node:fs";
import type { JsonObject } from "../../base/json.ts";
import { TOOL } from "../../base/version.ts";
import { readCaptures } from "../../capture/read.ts";
import { toJson } from "../../capture/serialize.ts";
import { findUnredacted, type Unredacted } from "../../capture/unredacted.ts";
import { openNodeCrypto } from "../../certificate/node-crypto.ts";
import { renderVerifyPage } from "../../certificate/page/page-html.ts";
import { recheckCertificate } from "../../certificate/recheck.ts";
import { MOST_REGISTRY_BYTES, registryRecord } from "../../certificate/registry-record.ts";
import {
  CERTIFICATE_FAILURES,
  type CertificateBody,
  type CertificateFailure,
  type Verification,
} from "../../certificate/verify/certificate.ts";
import { openCertificate } from "../../certificate/verify/open-certificate.ts";
import { readRevocations } from "../../certificate/verify/read-revocations.ts";
import type { Revocations } from "../../certificate/verify/revocation.ts";
import { standardVersion } from "../../certificate/verify/standard-version.ts";
import { verifyCertificate } from "../../certificate/verify/verify-certificate.ts";
import { renderPublication } from "../../certificate/view/render-publication.ts";
import { failureLine, fileFailureLine } from "../../certificate/view/words.ts";
import { show } from "../../report/terminal/terminal.ts";
import { readCertificateFile } from "../certificate/certificate-files.ts";
import { loadRevocations } from "../certificate/revocation-files.ts";
import type { certPage, certPublish } from "../commands/cert.ts";
import type { CallOf, FlagsFor } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { openOutput } from "../files/output-file.ts";
import { openPublishedFolder, type PublishedFolder } from "../files/published-folder.ts";
import { readCaptureFile } from "../files/read-capture-file.ts";
import type { Console } from "../terminal/console.ts";
import { quoted, UsageError } from "../usage-error.ts";

type CertPublishFlags = FlagsFor<typeof certPublish>;

const FILES = {
  "certificate.json": "the signed certificate",
  "capture.json": "the session everything in it is recomputed from",
  "revocations.json": "what the issuer has taken back; fetch it again before you rely on the certificate",
  "registry-meta.json": "for the server.json of the server: where this certificate is to be found",
  "badge.svg": "for a README",
  "badge.json": "the same for shields.io",
} as const;

/** `mcptest cert publish`: the files that make a certificate checkable, for any web server. */
export const runCertPublish = async ({ args, flags, console }: CallOf<typeof certPublish>): Promise<ExitCode> => {
  const { out, capture } = flags;
  if (out === undefined) throw new UsageError("name the folder to write with --out <folder>");
  if (capture === undefined)
    throw new UsageError("a certificate is published with the session behind it; add --capture <file>");
  const { file, content } = readCertificateFile(args.certificate);
  const folder = openPublishedFolder(out);
  const statements = await gatherStatements(flags.revocations, folder);
  const session = toJson(readCaptureFile(capture));
  const verification = await verify(content, session, statements);
  const { body, certificate_sha256: name } = verification;
  const opened = openCertificate(content);
  const [problem] = verification.failures.filter((failure) => !wasTakenBack(failure));
  if (problem || !body || !opened.ok || name === null) {
    const failure = problem ?? (opened.ok ? undefined : opened.failure);
    if (failure) console.err(`mcptest: nothing was published: ${fileFailureLine(file, failure)}\n`);
    return EXIT.unverified;
  }
  refuseSecrets(session, flags);
  const address = publicAddress(flags.url, body.subject.server_url);
  const isTaken = verification.failures.length > 0;
  const record = address === undefined || isTaken ? undefined : recordFor(body, name, address);
  const { signed_by, signature, canonical_json } = opened.value.envelope;
  const files = {
    "revocations.json": `${JSON.stringify(envelopesOf(statements), null, 2)}\n`,
    "capture.json": session,
    ...(record ? { "registry-meta.json": `${JSON.stringify(record, null, 2)}\n` } : {}),
    "certificate.json": `${JSON.stringify({ signed_by, signature, canonical_json }, null, 2)}\n`,
  };
  const listed = Object.entries(FILES).filter(([one]) => one in files || one.startsWith("badge"));
  const changed = folder.write({ ...files, ...renderPublication({ body, verification, files: listed }) });
  announce({ out, changed, verification, address, record, console });
  return EXIT.ok;
};

/** What was published before stays: a statement that got lost would bring back what it took away. */
const gatherStatements = async (
  paths: readonly string[] | undefined,
  folder: PublishedFolder,
): Promise<Revocations> => {
  const crypto = openNodeCrypto();
  const before = folder.read("revocations.json");
  const given = await loadRevocations(paths, crypto);
  const known =
    before === undefined ? undefined : await readRevocations([{ file: "revocations.json", content: before }], crypto);
  const all = [known, given].flatMap((one) => one ?? []);
  const [problem] = all.flatMap(({ problems }) => problems);
  if (problem) throw new UsageError(`--revocations ${quoted(problem.file)} cannot be published: ${problem.message}`);
  const statements = all.flatMap((one) => one.statements);
  const forged = statements.find(({ holds }) => !holds);
  if (forged)
    throw new UsageError(
      `--revocations: the statement of key ${show(forged.statement.issuer_pubkey_spki_hex, 100)} is not signed by that key, so nobody would believe it; leave it out`,
    );
  return { files: 0, statements, problems: [] };
};

/** Each once, in an order that does not depend on how they were given. */
const envelopesOf = ({ statements }: Revocations): JsonObject[] => {
  const byText = new Map(statements.map(({ envelope }) => [envelope.canonical_json, envelope]));
  return [...byText.values()]
    .sort((a, b) => (a.canonical_json < b.canonical_json ? -1 : 1))
    .map(({ signature, canonical_json }) => ({ signature, canonical_json }));
};

/** From the very bytes that are published. Whether to trust the issuer is for readers to say. */
const verify = async (content: Uint8Array, session: string, revocations: Revocations): Promise<Verification> => {
  const crypto = openNodeCrypto();
  const verification = await verifyCertificate(content, { at: Date.now(), bare: true, revocations, crypto });
  const { body } = verification;
  const version = body ? standardVersion(body.standard) : undefined;
  const [capture] = readCaptures(session, "capture.json").sessions;
  if (!body || version === undefined || !capture) return verification;
  const { makeAudit } = await import("../../scores/result/discoverability.ts");
  const audit = makeAudit(capture, { tool: TOOL, standard: version });
  const found = await recheckCertificate({ body, capture, audit, crypto });
  // What the capture does not support is graver than that it was taken back.
  return { ...verification, failures: [...found, ...verification.failures] };
};

/** That is published too: it is how people learn of it. */
const wasTakenBack = ({ code }: CertificateFailure): boolean => CERTIFICATE_FAILURES[code] === "revocation";

/** A certificate is for exactly this session, so nothing can be replaced in it now. */
const refuseSecrets = (session: string, { allowSecrets, capture = "" }: CertPublishFlags): void => {
  const [first, ...others] = readCaptures(session, capture).sessions.flatMap(findUnredacted);
  if (!first || allowSecrets) return;
  throw new UsageError(
    `${quoted(capture)} may hold secrets: ${wordsOf(first)}${others.length > 0 ? `, and ${others.length} more` : ""}; audit the server again, which replaces known kinds, or publish it as it is with --allow-secrets`,
  );
};

const wordsOf = ({ where, what }: Unredacted): string => `${show(where, 80)} has ${what}`;

const recordFor = (body: CertificateBody, name: string, address: string): JsonObject => {
  const record = registryRecord(body, name, `${address}certificate.json`);
  if (record) return record;
  throw new UsageError(`--url is too long: a registry takes ${MOST_REGISTRY_BYTES} bytes; name a shorter address`);
};

interface Published {
  readonly out: string;
  readonly changed: boolean;
  readonly verification: Verification;
  readonly address: string | undefined;
  readonly record: JsonObject | undefined;
  readonly console: Console;
}

const announce = ({ out, changed, verification, address, record, console }: Published): void => {
  const [taken] = verification.failures;
  console.err(`${changed ? "published to" : "nothing has changed in"} ${show(out, 200)}\n`);
  if (taken) console.err(`the files say that it no longer holds: ${failureLine(taken)}\n`);
  if (address !== undefined) console.err(`serve the folder at ${address}\n`);
  else if (!taken)
    console.err("no registry record was written: say where the folder will be reachable with --url <address>\n");
  if (record) console.out(`${JSON.stringify(record)}\n`);
};

/** `mcptest cert page`: one file with which anyone verifies certificates without installing anything. */
export const runCertPage = ({ flags, console }: CallOf<typeof certPage>): ExitCode => {
  const output = openOutput(flags.out, console);
  output.commit(renderVerifyPage(readFileSync(bundledScript(), "utf8")));
  return EXIT.ok;
};

/** The script of the page is built beside the commands. */
const bundledScript = (): URL =>
  new URL(
    import.meta.url.endsWith(".ts") ? "../../../dist/page/verify-page.js" : "./page/verify-page.js",
    import.meta.url,
  );

/** Where a server's own certificate is looked for, below its origin. */
const WELL_KNOWN = "/.well-known/mcptest/";

/**
 * Where the published folder will be reachable, with a slash at its end: as the user says, or else at the well-known path of
 * the server that the certificate is about. Undefined for a command, which has no address.
 */
const publicAddress = (url: string | undefined, subject: string): string | undefined => {
  if (url === undefined) {
    if (!/^https?:/i.test(subject) || !URL.canParse(subject)) return undefined;
    return new URL(WELL_KNOWN, subject).href;
  }
  const address = URL.canParse(url) ? new URL(url) : undefined;
  if (!address || !/^https?:$/.test(address.protocol) || address.username || address.password)
    throw new UsageError(`--url ${quoted(url)} is not an address; write https://host/folder/`);
  if (address.search || address.hash)
    throw new UsageError(`--url ${quoted(url)} has a query or a fragment; name the folder alone`);
  return address.href.endsWith("/") ? address.href : `${address.href}/`;
};
