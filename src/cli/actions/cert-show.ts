import { openNodeCrypto } from "../../certificate/node-crypto.ts";
import { openCertificate } from "../../certificate/verify/open-certificate.ts";
import { standardVersion } from "../../certificate/verify/standard-version.ts";
import { verifyCertificate } from "../../certificate/verify/verify-certificate.ts";
import { criterionTexts } from "../../judge/criteria/standard.ts";
import { type CriterionId, DEFAULT_STANDARD } from "../../model/discoverability.ts";
import { render } from "../../report/render.ts";
import { certificateView } from "../../report/views/certificate/certificate.ts";
import { fileFailureLine } from "../../report/views/certificate/words.ts";
import { readCertificateFile } from "../certificate/certificate-files.ts";
import { locateJsonError } from "../certificate/locate-json-error.ts";
import { readAt } from "../certificate/read-at.ts";
import type { certShow } from "../commands/cert.ts";
import type { CallOf } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readReporters, writeReports } from "../flags/reporter-flags.ts";

/** `mcptest cert show`: what a certificate says, trusted or not. */
export const runCertShow = async ({ args, flags, console }: CallOf<typeof certShow>): Promise<ExitCode> => {
  const at = readAt(flags.at);
  const { file, content } = readCertificateFile(args.file);
  const chosen = readReporters(flags, ["pretty", "json"]);
  const verification = locateJsonError(
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
    (reporter, print) => {
      const { body } = opened.value;
      const texts = criterionTexts(standardVersion(body.standard) ?? DEFAULT_STANDARD);
      const titles = Object.fromEntries(texts.map(({ id, title }) => [id, title])) as Record<CriterionId, string>;
      return render(certificateView, { body, verification, titles }, reporter, print);
    },
    console,
  );
  return verification.signature_holds ? EXIT.ok : EXIT.unverified;
};
