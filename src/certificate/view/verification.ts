import { counted } from "../../base/counted.ts";
import type { ReportView } from "../../report/report.ts";
import { changeLines } from "../../report/terminal/lock-lines.ts";
import { show, type Terminal } from "../../report/terminal/terminal.ts";
import type { CertificateDrift } from "../../scores/discoverability/discoverability.ts";
import type { Result } from "../../scores/result/result.ts";
import type { CertificateBody, CertificateFailureCode, Verification } from "../verify/certificate.ts";
import { failureLine, fileFailureLine, issuerLine, observationLine } from "./words.ts";

/** A certificate by the name it was given on the command line. */
export interface VerifiedFile {
  readonly file: string;
  readonly verification: Verification;
}

/** The result of `mcptest cert verify`. */
export interface VerificationResult {
  readonly files: readonly VerifiedFile[];
  readonly tool: Result["tool"];
}

/** One certificate in full, or many with a line each. */
export const verificationView = {
  pretty: ({ files }, terminal) => {
    const [only, ...others] = files;
    return only && others.length === 0 ? oneFile(only, terminal) : manyFiles(files, terminal);
  },
  brief: ({ files }) => [summaryLine(files)],
  json: ({ files, tool }) => {
    const valid = files.filter(({ verification }) => verification.valid).length;
    return {
      format: "mcptest-verification/1",
      tool,
      counts: { certificates: files.length, valid, not_valid: files.length - valid },
      certificates: files.map(({ file, verification }) => ({ file, ...verification })),
    };
  },
} as const satisfies ReportView<VerificationResult>;

/** Said with every bare check, because people forget it. */
const BARE_CAVEAT =
  "bare check: the key came with the certificate, so this proves only that the text was not altered since someone signed it; it does not prove who that was. Give --issuer-key or --trust-store for that.";

const stateWord = ({ valid, bare }: Verification): string => (valid ? (bare ? "UNALTERED" : "VALID") : "NOT VALID");

const oneFile = ({ file, verification }: VerifiedFile, terminal: Terminal): string[] => {
  const { valid, body, issuer, failures, notes, bare, at, rechecked } = verification;
  const { green, red, yellow, bold, dim, paragraph } = terminal;
  const row = (label: string, text: string): string => `  ${dim(label.padEnd(9))} ${text}`;
  return [
    `${bold((valid ? green : red)(stateWord(verification)))}  ${show(body?.subject.server_url ?? file)}`,
    ...failures.map((failure) => `  ${red("✗")} ${failureLine(failure)}`),
    ...driftLines(verification, terminal),
    ...(body
      ? [
          row("grade", `${body.grade} · ${show(body.passes, 10)} · ${show(body.standard, 80)}`),
          row("delivery", show(body.delivery)),
          row("observed", `${show(body.observed_at, 40)}, expires ${show(body.expires_at, 40)}; compared with ${at}`),
          ...sourceRows(body, row, yellow),
        ]
      : []),
    ...(issuer ? [row("signed by", issuerLine(issuer, body)), row("key", issuer.spki_hex)] : []),
    ...(rechecked && valid ? [row("capture", "every hash and every criterion was recomputed from it")] : []),
    ...(valid && body ? [row("revoked", revocationLine(verification))] : []),
    ...notes.map((note) => row("note", note)),
    ...(bare && verification.signature_holds ? paragraph(BARE_CAVEAT, 2).map(yellow) : []),
  ];
};

const DRIFT_WORDS = {
  same: "the tools of today are the certified ones",
  changed: undefined,
  unknown: "mcptest cannot tell whether the tools of today are the certified ones: one side has no surface digest",
} as const satisfies Record<CertificateDrift["surface"], string | undefined>;

/** What drifted, if the certificate's own capture shows it; else only that it did. */
const driftLines = ({ drift }: Verification, terminal: Terminal): readonly string[] => {
  if (!drift) return [];
  const words = DRIFT_WORDS[drift.surface];
  if (words !== undefined) return [`  ${terminal.dim("tools".padEnd(9))} ${words}`];
  if (!drift.changes)
    return [
      `  ${terminal.dim("tools".padEnd(9))} to see what changed, give the certificate's own capture with --capture`,
    ];
  return drift.changes.flatMap((change) => changeLines(change, terminal)).map((line) => `  ${line}`);
};

const revocationLine = ({ revocations_checked: count }: Verification): string =>
  count === null
    ? "not looked up; give what the issuer has published with --revocations"
    : `no: ${count === 0 ? "nothing was taken back" : `none of ${counted(count, "statement")} takes it back`}`;

const sourceRows = (
  body: CertificateBody,
  row: (label: string, text: string) => string,
  caution: (text: string) => string,
): string[] => {
  const line = observationLine(body);
  if (line === undefined) return [];
  return [row("source", body.observed === "supplied-capture" ? caution(line) : line)];
};

const manyFiles = (files: readonly VerifiedFile[], { green, red, yellow, verbose }: Terminal): string[] => [
  ...files.flatMap(({ file, verification: { valid, failures, body } }) => {
    if (!valid) return failures.map((failure) => `${red("✗")} ${fileFailureLine(file, failure)}`);
    const words = `${show(file)}: grade ${body?.grade ?? "?"}, ${show(body?.subject.server_url ?? "")}${body?.observed === "supplied-capture" ? " (supplied capture)" : ""}`;
    return verbose ? [`${green("✓")} ${words}`] : [];
  }),
  summaryLine(files),
  ...(files[0]?.verification.bare ? [yellow(BARE_CAVEAT)] : []),
];

/** The answer in one line. */
const summaryLine = (files: readonly VerifiedFile[]): string => {
  const bad = files.filter(({ verification }) => !verification.valid).length;
  const what = files[0]?.verification.bare ? "unaltered" : "valid";
  return `${counted(files.length, "certificate")}: ${files.length - bad} ${what}, ${bad} not`;
};

/** The file cannot be opened as a certificate, so all there is to report is why. */
const NO_CERTIFICATE: readonly CertificateFailureCode[] = ["too-large", "not-utf8", "not-json", "not-a-certificate"];

/** Whether a file is no certificate at all, rather than one that does not hold. */
export const isNoCertificate = ({ failures: [failure] }: Verification): boolean =>
  failure !== undefined && NO_CERTIFICATE.includes(failure.code);
