import { makeAudit } from "../check/discoverability.ts";
import type { Capture } from "../model/capture.ts";
import type { Audit, StandardVersion } from "../model/discoverability.ts";
import { TOOL } from "../version.ts";

export interface AuditOptions {
  /** The version of the discoverability standard; the newest unless said. */
  readonly standard?: StandardVersion;
}

/** The ten discoverability criteria over a capture, and their grade: what a certificate is issued from. */
export const audit = (capture: Capture, { standard }: AuditOptions = {}): Audit =>
  makeAudit(capture, { tool: TOOL, standard });
