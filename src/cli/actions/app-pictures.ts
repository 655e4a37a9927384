import type { AppPicture } from "../../model/app-picture.ts";
import type { Capture } from "../../model/capture.ts";
import type { RenderAppsFlags } from "../flags/render-apps-flag.ts";
import type { Console } from "../terminal/console.ts";
import { watchInterrupts } from "../terminal/interrupt.ts";

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
