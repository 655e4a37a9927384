import { renderVerifyPage } from "../../page/page-html.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { openOutput } from "../files/output-file.ts";
import { readVerifyScript } from "../files/verify-script.ts";
import type { Console } from "../terminal/console.ts";

/** `mcptest cert page`: one file with which anyone verifies certificates without installing anything. */
export const runCertPage = (flags: { readonly out?: string }, console: Console): ExitCode => {
  const output = openOutput(flags.out, console);
  output.commit(renderVerifyPage(readVerifyScript()));
  return EXIT.ok;
};
