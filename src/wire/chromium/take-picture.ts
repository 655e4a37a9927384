import { pathToFileURL } from "node:url";
import { stringMember } from "../../base/json.ts";
import { happensInTime, startDeadline } from "../deadline.ts";
import type { PictureLimits } from "../picture-limits.ts";
import { ChromiumError, type ChromiumPipe } from "./chromium-pipe.ts";
import { type Chromium, RunningChromium } from "./running-chromium.ts";

const WIDTH = 800;
const HEIGHT = 600;

/** What a page looks like, or one clause that says why nobody knows. */
export type Taken = { readonly png: Uint8Array } | { readonly missing: string };

const INTERRUPTED = "it was interrupted";

/** Opens a page in a Chromium of its own, takes its picture, and leaves nothing behind. */
export const takePicture = async (
  chromium: Chromium,
  page: string,
  limits: PictureLimits,
  signal?: AbortSignal,
): Promise<Taken> => {
  if (signal?.aborted) return { missing: INTERRUPTED };
  const running = new RunningChromium(chromium, page, limits);
  const onAbort = (): void => running.pipe.close(INTERRUPTED);
  signal?.addEventListener("abort", onAbort, { once: true });
  const deadline = startDeadline(limits.pictureMs, (ms) =>
    running.pipe.close(`the page gave no picture within ${Math.round(ms / 1_000)} s`),
  );
  try {
    const session = await open(running.pipe, running.page, limits);
    const png = await look(running.pipe, session, limits);
    return png.length > limits.pictureBytes
      ? { missing: `its picture has more than ${limits.pictureBytes} bytes` }
      : { png };
  } catch (error) {
    if (error instanceof ChromiumError) return { missing: error.message };
    throw error;
  } finally {
    deadline.cancel();
    signal?.removeEventListener("abort", onAbort);
    await running.end();
  }
};

const open = async (pipe: ChromiumPipe, file: string, limits: PictureLimits): Promise<string> => {
  await pipe.send("Browser.setDownloadBehavior", { behavior: "deny" });
  const { targetId } = await pipe.send("Target.createTarget", { url: "about:blank" });
  const attached = await pipe.send("Target.attachToTarget", { targetId: targetId ?? "", flatten: true });
  const session = stringMember(attached, "sessionId") ?? "";
  const size = { width: WIDTH, height: HEIGHT, deviceScaleFactor: 1, mobile: false };
  await pipe.send("Emulation.setDeviceMetricsOverride", size, session);
  await pipe.send("Page.enable", {}, session);
  const loaded = pipe.once("Page.loadEventFired");
  await pipe.send("Page.navigate", { url: pathToFileURL(file).href }, session);
  // A page that is still loading then is shown as far as it is.
  await happensInTime(loaded, limits.loadMs);
  return session;
};

/** Looks until two looks are alike: what a page draws after it has loaded takes as long as it takes. */
const look = async (pipe: ChromiumPipe, session: string, limits: PictureLimits): Promise<Uint8Array> => {
  let last = "";
  for (let count = 0; count < limits.looks; count += 1) {
    const { data } = await pipe.send("Page.captureScreenshot", { format: "png" }, session);
    if (typeof data !== "string") throw new ChromiumError("the browser sent no picture");
    if (data === last) break;
    last = data;
    await new Promise((resolve) => setTimeout(resolve, limits.settleMs));
  }
  return Buffer.from(last, "base64");
};
