import type { Capture } from "../../capture/capture.ts";
import type { AppPicture } from "../../report/app-picture.ts";
import type { RENDER_APPS_FLAG } from "../flags/common-flags.ts";
import type { FlagsOf } from "../flags/flag.ts";
import type { ChosenReport } from "../flags/reporter-flags.ts";
import type { Console } from "../terminal/console.ts";
import { watchInterrupts } from "../terminal/interrupt.ts";
import { UsageError } from "../usage-error.ts";

type RenderAppsFlags = FlagsOf<typeof RENDER_APPS_FLAG>;

/** No other report can show a picture. */
export const refuseWithoutHtml = ({ renderApps }: RenderAppsFlags, chosen: readonly ChosenReport[]): void => {
  if (renderApps && !chosen.some(({ reporter }) => reporter === "html"))
    throw new UsageError("--render-apps puts pictures into the html report; add --reporter html -o report.html");
};

/** What the apps of the session look like, if the user asked for it. Whatever goes wrong, the report is made. */
export const picturesFor = async (
  { renderApps }: RenderAppsFlags,
  capture: Capture,
  console: Console,
): Promise<readonly AppPicture[] | undefined> => {
  if (!renderApps) return undefined;
  const { pictureApps } = await import("../../features/app-pictures/picture-apps.ts");
  const interrupt = watchInterrupts();
  try {
    const taken = await pictureApps(capture, process.env, interrupt.signal);
    if ("pictures" in taken) return taken.pictures;
    console.err(`mcptest: the report has no pictures of apps: ${taken.none}\n`);
    return undefined;
  } finally {
    interrupt.release();
  }
};
