import type { AppPicture } from "../../model/app-picture.ts";
import type { Capture } from "../../model/capture.ts";
import type { Console } from "../terminal/console.ts";
import { watchInterrupts } from "../terminal/interrupt.ts";
import { UsageError } from "../usage-error.ts";
import type { ChosenReport } from "./reporter-flags.ts";

export const RENDER_APPS = [
  "--render-apps",
  "with --reporter html: show a picture of every app, taken in a Chromium without network (CHROMIUM names it)",
] as const;

export interface RenderAppsFlags {
  readonly renderApps?: boolean;
}

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
  const { pictureApps } = await import("../../app-pictures/picture-apps.ts");
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
