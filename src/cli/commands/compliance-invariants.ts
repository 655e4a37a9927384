import { digestOf } from "../../capture/digest.ts";
import { openCaptureFile } from "../../capture/open-capture-file.ts";
import { reportInvariants, type TransportUse } from "../../judge/invariants/judge-captures.ts";
import { type JudgedSession, judgeSession, openSessionJudge } from "../../judge/invariants/judge-session.ts";
import type { InvariantsReport } from "../../model/invariants.ts";
import { renderInvariantsJson } from "../../report/invariants/json.ts";
import { renderInvariantsJunit } from "../../report/invariants/junit.ts";
import { renderInvariantsMarkdown } from "../../report/invariants/markdown.ts";
import { renderInvariantsPretty } from "../../report/invariants/pretty.ts";
import { renderInvariantsSarif } from "../../report/invariants/sarif.ts";
import { VERSION } from "../../version.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { openOutputFile } from "../output-file.ts";
import { readingFile } from "../read-capture-file.ts";
import { quoted, UsageError } from "../usage-error.ts";

export interface InvariantsFlags {
  readonly capture: readonly string[];
  readonly format?: string;
  readonly reporter?: string;
  readonly out?: string;
  readonly transport?: string;
}

/** `mcptest compliance invariants`: properties of whole sessions, from captures alone. No server is contacted. */
export const runComplianceInvariants = (flags: InvariantsFlags, console: Console): ExitCode => {
  const format = readFormat(flags.format ?? flags.reporter ?? "pretty");
  const transport = readTransport(flags.transport ?? "shared");
  const toFile = flags.out !== undefined && flags.out !== "-";
  const file = toFile ? openOutputFile(flags.out ?? "") : undefined;
  try {
    const read = flags.capture.map((path) => judgeFile(path, flags.capture.length > 1));
    const sessions = read.flatMap((entry) => entry.sessions);
    const notes = read.flatMap((entry) => entry.notes);
    const report = reportInvariants(sessions, { transport, ...(notes.length > 0 ? { notes } : {}) });
    const files = read.flatMap(({ path, sessions: own }) => own.map(() => path));
    const text = render(report, format, files, toFile ? { color: false, width: 100 } : console);
    if (file) file.commit(text);
    else console.out(text);
    return report.ok ? EXIT.ok : EXIT.failed;
  } catch (error) {
    file?.discard();
    throw error;
  }
};

interface JudgedFile {
  readonly path: string;
  readonly sessions: readonly JudgedSession[];
  readonly notes: readonly string[];
}

const judgeFile = (path: string, among: boolean): JudgedFile => readingFile(path, () => judgeOpened(path, among));

const judgeOpened = (path: string, among: boolean): JudgedFile => {
  const opened = openCaptureFile(path);
  if (opened.form === "lines") {
    const judge = openSessionJudge(digestOf, { gather: among });
    const notes = opened.stream(judge).map((note) => `${path}: ${note}`);
    return { path, sessions: [judge.verdicts()], notes };
  }
  const { sessions } = opened.read();
  const gather = among || sessions.length > 1;
  return {
    path,
    sessions: sessions.map((capture) => judgeSession(capture, digestOf, { gather })),
    notes: sessions.flatMap(({ reader_notes = [] }) => reader_notes.map((note) => `${path}: ${note}`)),
  };
};

const FORMATS = ["pretty", "json", "markdown", "junit", "sarif"] as const;
type Format = (typeof FORMATS)[number];

const readFormat = (text: string): Format => {
  const found = FORMATS.find((format) => format === (text === "md" ? "markdown" : text));
  if (found) return found;
  throw new UsageError(`--format ${quoted(text)} is not a choice; use one of ${FORMATS.join(", ")}`);
};

const readTransport = (text: string): TransportUse => {
  if (text === "shared" || text === "separate") return text;
  throw new UsageError(`--transport ${quoted(text)} is not a choice; use shared or separate`);
};

const render = (
  report: InvariantsReport,
  format: Format,
  files: readonly string[],
  paper: { readonly color: boolean; readonly width: number },
): string => {
  switch (format) {
    case "pretty":
      return renderInvariantsPretty(report, paper);
    case "json":
      return renderInvariantsJson(report);
    case "markdown":
      return renderInvariantsMarkdown(report);
    case "junit":
      return renderInvariantsJunit(report);
    case "sarif":
      return renderInvariantsSarif(report, { version: VERSION, files });
  }
};
