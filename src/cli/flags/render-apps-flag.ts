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
