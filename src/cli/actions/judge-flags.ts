import type { PartFlags } from "../flags/part-flags.ts";
import type { RenderAppsFlags } from "../flags/render-apps-flag.ts";
import type { ReporterFlags } from "../flags/reporter-flags.ts";
import type { SurfaceFlags } from "../flags/surface-flags.ts";
import type { BaselineFlags } from "../suite/check-baseline.ts";

export interface JudgeFlags
  extends ReporterFlags,
    BaselineFlags,
    Pick<PartFlags, "only" | "skip">,
    SurfaceFlags,
    RenderAppsFlags {
  readonly revision?: string;
  readonly failOn?: string;
  readonly client?: true;
}
