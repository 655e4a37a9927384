import { TOOL } from "../../base/version.ts";
import { digestOf } from "../../capture/digest.ts";
import { openCaptureFile } from "../../capture/open-capture-file.ts";
import { judgeInvariants, openInvariantsJudge } from "../../judge/invariants/judge-invariants.ts";
import { reportInvariants, type TransportUse } from "../../judge/invariants/report-invariants.ts";
import type { InvariantsReport } from "../../judge/invariants.ts";
import { render } from "../../report/render.ts";
import { invariantsView } from "../../report/views/invariants/view.ts";
import type { complianceInvariants } from "../commands/compliance.ts";
import type { CallOf } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { openOutput } from "../files/output-file.ts";
import { readingFile } from "../files/read-file.ts";
import { readChoice } from "../flags/choice.ts";

/** `mcptest compliance invariants`: properties of whole sessions, from captures alone. Contacts no server. */
export const runComplianceInvariants = ({ flags, console }: CallOf<typeof complianceInvariants>): ExitCode => {
  const named = flags.format ?? flags.reporter ?? "pretty";
  const format = readChoice("--format", named === "md" ? "markdown" : named, FORMATS);
  const transport = readChoice<TransportUse>("--transport", flags.transport ?? "shared", ["shared", "separate"]);
  const toFile = flags.out !== undefined && flags.out !== "-";
  const output = openOutput(flags.out, console);
  const read = flags.capture.map((path) => judgeFile(path, flags.capture.length > 1));
  const sessions = read.flatMap((entry) => entry.sessions);
  const notes = read.flatMap((entry) => entry.notes);
  const report = reportInvariants(sessions, { transport, ...(notes.length > 0 ? { notes } : {}) });
  const files = read.flatMap(({ path, sessions: own }) => own.map(() => path));
  output.commit(render(invariantsView, { report, files, tool: TOOL }, format, toFile ? {} : console));
  return exitOf(report);
};

/** A session without the server comes first: where nothing was said, nothing holds. */
const exitOf = ({ ok, sessions, composition }: InvariantsReport): ExitCode => {
  if (ok) return EXIT.ok;
  if (sessions.every(({ unanswered }) => unanswered === "nothing")) return EXIT.unreachable;
  if (sessions.every(({ unanswered }) => unanswered !== undefined)) return EXIT.inconclusive;
  const failing = sessions.some(({ invariants }) => invariants.some(({ state }) => state === "fail"));
  return failing || composition.length > 0 ? EXIT.failed : EXIT.inconclusive;
};

const judgeFile = (path: string, among: boolean) =>
  readingFile(path, () => {
    const opened = openCaptureFile(path);
    if (opened.form === "lines") {
      const judge = openInvariantsJudge(digestOf, { gather: among });
      const notes = opened.stream(judge).map((note) => `${path}: ${note}`);
      return { path, sessions: [judge.verdicts()], notes };
    }
    const { sessions } = opened.read();
    const gather = among || sessions.length > 1;
    return {
      path,
      sessions: sessions.map((capture) => judgeInvariants(capture, digestOf, { gather })),
      notes: sessions.flatMap(({ reader_notes = [] }) => reader_notes.map((note) => `${path}: ${note}`)),
    };
  });

const FORMATS = ["pretty", "json", "markdown", "junit", "sarif"] as const;
