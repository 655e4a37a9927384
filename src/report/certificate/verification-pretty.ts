import type { Verification } from "../../model/certificate.ts";
import { counted, show } from "../capture-head.ts";
import { createStyle, type Style } from "../style.ts";
import { wrapText } from "../wrap-text.ts";
import { BARE_CAVEAT, failureLine, fileFailureLine, issuerLine, stateWord } from "./words.ts";

/** A certificate by the name it was given on the command line. */
export interface VerifiedFile {
  readonly file: string;
  readonly verification: Verification;
}

interface Paper {
  readonly color: boolean;
  readonly width: number;
  readonly verbose: boolean;
}

/** One certificate in full, or many with a line each. */
export const renderVerifications = (files: readonly VerifiedFile[], paper: Paper): string => {
  const style = createStyle(paper.color);
  const [only, ...others] = files;
  const lines = only && others.length === 0 ? oneFile(only, style, paper.width) : manyFiles(files, style, paper);
  return `${lines.join("\n")}\n`;
};

const oneFile = ({ file, verification }: VerifiedFile, style: Style, width: number): string[] => {
  const { valid, body, issuer, failures, notes, bare, at, rechecked } = verification;
  const word = valid ? style.green(stateWord(verification)) : style.red(stateWord(verification));
  const row = (label: string, text: string): string => `  ${style.dim(label.padEnd(9))} ${text}`;
  const caveat = bare && verification.signature_holds ? wrapText(BARE_CAVEAT, width - 2) : [];
  return [
    `${style.bold(word)}  ${show(body?.subject.server_url ?? file, 200)}`,
    ...failures.map((failure) => `  ${style.red("✗")} ${failureLine(failure)}`),
    ...(body
      ? [
          row("grade", `${body.grade} · ${show(body.passes, 10)} · ${show(body.standard, 80)}`),
          row("delivery", show(body.delivery, 200)),
          row("observed", `${show(body.observed_at, 40)}, expires ${show(body.expires_at, 40)}; compared with ${at}`),
        ]
      : []),
    ...(issuer ? [row("signed by", issuerLine(issuer, body)), row("key", issuer.spki_hex)] : []),
    ...(rechecked && valid ? [row("capture", "every hash and every criterion was made again from it")] : []),
    ...notes.map((note) => row("note", note)),
    ...caveat.map((line) => `  ${style.yellow(line)}`),
  ];
};

const manyFiles = (files: readonly VerifiedFile[], style: Style, { verbose }: Paper): string[] => {
  const bad = files.filter(({ verification }) => !verification.valid);
  const shown = verbose ? files : bad;
  const [first] = files;
  return [
    ...shown.flatMap((one) => (one.verification.valid ? [goodLine(one, style)] : badLines(one, style))),
    summaryLine(files),
    ...(first?.verification.bare ? [style.yellow(BARE_CAVEAT)] : []),
  ];
};

const goodLine = ({ file, verification: { body } }: VerifiedFile, style: Style): string =>
  `${style.green("✓")} ${show(file, 200)}: grade ${body?.grade ?? "?"}, ${show(body?.subject.server_url ?? "", 200)}`;

/** A line per reason. */
const badLines = ({ file, verification: { failures } }: VerifiedFile, style: Style): string[] =>
  failures.map((failure) => `${style.red("✗")} ${fileFailureLine(file, failure)}`);

/** The answer in one line. */
export const summaryLine = (files: readonly VerifiedFile[]): string => {
  const bad = files.filter(({ verification }) => !verification.valid).length;
  const what = files[0]?.verification.bare ? "unaltered" : "valid";
  return `${counted(files.length, "certificate")}: ${files.length - bad} ${what}, ${bad} not`;
};
