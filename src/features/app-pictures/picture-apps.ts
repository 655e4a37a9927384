import { defined } from "../../base/defined.ts";
import type { Capture } from "../../capture/capture.ts";
import type { AppPicture } from "../../report/app-picture.ts";
import { confine } from "../../wire/chromium/confinement.ts";
import { findChromium } from "../../wire/chromium/find-chromium.ts";
import { takePicture } from "../../wire/chromium/take-picture.ts";
import { DEFAULT_PICTURE_LIMITS, type PictureLimits } from "../../wire/picture-limits.ts";
import { hostPage } from "./host-page.ts";
import { pagesToShow, type ShownPage } from "./pages-to-show.ts";

/** The pictures, or one clause that says why there are none at all. */
export type AppPictures = { readonly pictures: readonly AppPicture[] } | { readonly none: string };

/** Takes a picture of every page that a session read, one after the other, each in a browser of its own. */
export const pictureApps = async (
  capture: Capture,
  env: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
  limits: PictureLimits = DEFAULT_PICTURE_LIMITS,
): Promise<AppPictures> => {
  const pages = pagesToShow(capture);
  if (pages.length === 0) return { none: "the session read no page of an app" };
  const program = findChromium(env);
  if (program === undefined) return { none: whyNoChromium(env["CHROMIUM"]) };
  const path = env["PATH"] ?? "";
  const chromium = { program, path, ...(await confine(path)) };
  const pictures: AppPicture[] = [];
  for (const [index, page] of pages.entries()) {
    const taken =
      index >= limits.pages
        ? { missing: `no more than ${limits.pages} pages are shown` }
        : Buffer.byteLength(page.html) > limits.pageBytes
          ? { missing: `the page has more than ${limits.pageBytes} bytes` }
          : await takePicture(chromium, hostPage(page), limits, signal);
    pictures.push({ ...about(page), ...taken });
  }
  return { pictures };
};

const about = ({ uri, call }: ShownPage) => defined({ uri, tool: call?.tool });

const whyNoChromium = (named: string | undefined): string =>
  named === undefined || named === ""
    ? "no Chromium was found; install one, or set CHROMIUM to its path"
    : "CHROMIUM names no program; set it to the path of a Chromium";
