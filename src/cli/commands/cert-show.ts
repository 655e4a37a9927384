import { openNodeCrypto } from "../../certificate/node-crypto.ts";
import { openCertificate } from "../../certificate/verify/open-certificate.ts";
import { standardVersion } from "../../certificate/verify/standard-version.ts";
import { verifyCertificate } from "../../certificate/verify/verify-certificate.ts";
import { criterionTexts } from "../../judge/criteria/standard.ts";
import { DEFAULT_STANDARD, type CriterionId } from "../../model/discoverability.ts";
import { renderCertificate } from "../../report/certificate/show.ts";
import { fileFailureLine } from "../../report/certificate/words.ts";
import { escapeJson } from "../../report/escape/json.ts";
import { readCertificateFile } from "../certificate-files.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { placeInFile } from "../json-place.ts";
import { readAt } from "../read-at.ts";
import { type ReporterFlags, readReporters, writeReports } from "../reporters.ts";

export interface CertShowFlags extends ReporterFlags {
  readonly at?: string;
}

/** `mcptest cert show`: what a certificate says, whether or not it may be believed. */
export const runCertShow = async (flags: CertShowFlags, path: string, console: Console): Promise<ExitCode> => {
  const at = readAt(flags.at);
  const { file, content } = readCertificateFile(path);
  const chosen = readReporters(flags, ["pretty", "json"], "pretty");
  const verification = placeInFile(
    await verifyCertificate(content, { at, bare: true, crypto: openNodeCrypto() }),
    content,
  );
  const opened = openCertificate(content);
  if (!opened.ok) {
    const [failure = opened.failure] = verification.failures;
    console.err(`mcptest: ${fileFailureLine(file, failure)}\n`);
    return EXIT.unverified;
  }
  writeReports(
    chosen,
    (reporter, paper) => {
      const { body } = opened.value;
      if (reporter === "json") return `${escapeJson(JSON.stringify(body, null, 2))}\n`;
      const texts = criterionTexts(standardVersion(body.standard) ?? DEFAULT_STANDARD);
      const titles = Object.fromEntries(texts.map(({ id, title }) => [id, title])) as Record<CriterionId, string>;
      return renderCertificate({ body, verification, titles }, paper);
    },
    console,
  );
  return verification.signature_holds ? EXIT.ok : EXIT.unverified;
};
