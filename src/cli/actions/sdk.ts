import { embeddedSdks } from "../../corpus-io/sdk-embedded.ts";
import { summarizeSdks } from "../../judge/origin/summarize.ts";
import { render } from "../../report/render.ts";
import { sdkView } from "../../report/views/sdk/view.ts";
import type { sdk } from "../commands/check.ts";
import type { CallOf } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readListFormat } from "../flags/common-flags.ts";
import { UsageError } from "../usage-error.ts";

/** `mcptest sdk`: what each SDK fails by itself; with a name, one of them in detail. */
export const runSdk = ({ args, flags, console }: CallOf<typeof sdk>): ExitCode => {
  const { name } = args;
  const format = readListFormat(flags);
  const all = summarizeSdks(embeddedSdks());
  const sdks = name === undefined ? all : all.filter(({ id }) => id === name);
  if (sdks.length === 0)
    throw new UsageError(`no SDK is named ${JSON.stringify(name)}; known are ${all.map(({ id }) => id).join(", ")}`);
  console.out(render(sdkView, { sdks, detailed: name !== undefined }, format, console));
  return EXIT.ok;
};
