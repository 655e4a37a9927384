import { readFileSync } from "node:fs";
import { renderVerifyPage } from "../../page/page-html.ts";
import type { Console } from "../console.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { openOutputFile } from "../output-file.ts";

export interface CertPageFlags {
  readonly out?: string;
}

/** `mcptest cert page`: one file in which a person verifies certificates without installing anything. */
export const runCertPage = (flags: CertPageFlags, console: Console): ExitCode => {
  const { out = "-" } = flags;
  const file = out === "-" ? undefined : openOutputFile(out);
  const html = renderVerifyPage(readFileSync(bundledScript(), "utf8"));
  if (file) file.commit(html);
  else console.out(html);
  return EXIT.ok;
};

/** The page's script is built beside the commands. */
const bundledScript = (): URL =>
  new URL(
    import.meta.url.endsWith(".ts") ? "../../../dist/page/verify-page.js" : "./page/verify-page.js",
    import.meta.url,
  );
