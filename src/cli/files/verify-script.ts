import { readFileSync } from "node:fs";

/** The script of pages that verify certificates. The build puts it beside the commands. */
export const readVerifyScript = (): string =>
  readFileSync(
    new URL(
      import.meta.url.endsWith(".ts") ? "../../../dist/page/verify-page.js" : "./page/verify-page.js",
      import.meta.url,
    ),
    "utf8",
  );
