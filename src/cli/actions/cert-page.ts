import { readFileSync } from "node:fs";
import { renderVerifyPage } from "../../page/page-html.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { openOutput } from "../files/output-file.ts";
import type { Console } from "../terminal/console.ts";

/** `mcptest cert page`: one file with which anyone verifies certificates without installing anything. */
export const runCertPage = (flags: { readonly out?: string }, console: Console): ExitCode => {
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
