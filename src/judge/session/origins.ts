import type { Capture } from "../../capture/capture.ts";
import { embeddedSdks } from "../corpus-files/sdk-embedded.ts";
import { type Attribution, attributionOf } from "../origin/attribute.ts";

const KNOWN = new WeakMap<Capture, Attribution>();

/** Whose fault the failures of a session are. A capture never changes, so its SDK is recognised once. */
export const originsOf = (capture: Capture): Attribution => {
  const known = KNOWN.get(capture) ?? attributionOf(capture, embeddedSdks());
  KNOWN.set(capture, known);
  return known;
};
