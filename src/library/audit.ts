import { TOOL } from "../base/version.ts";
import type { Capture } from "../capture/capture.ts";
import type { Audit, StandardVersion } from "../scores/discoverability/discoverability.ts";
import { makeAudit } from "../scores/result/discoverability.ts";

export interface AuditOptions {
  /** The version of the discoverability standard; the newest unless said. */
  readonly standard?: StandardVersion;
}

/** The ten discoverability criteria over a capture, and their grade: what a certificate is issued from. */
export const audit = (capture: Capture, { standard }: AuditOptions = {}): Audit =>
  makeAudit(capture, { tool: TOOL, standard });
