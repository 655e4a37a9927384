import type { CapturedTarget } from "../model/capture.ts";
import type { Target } from "../model/target.ts";

export const labelOf = (target: Target): string =>
  target.kind === "http" ? target.url : `stdio:${[target.command, ...target.args].join(" ")}`;

/** The target as a capture names it: what is secret about it is left out or replaced later. */
export const captureTarget = (target: Target): CapturedTarget =>
  target.kind === "http"
    ? {
        kind: "http",
        url: target.url,
        header_names: target.headers.map(([name]) => name),
        ...(target.tls?.insecure ? { insecure: true as const } : {}),
      }
    : {
        kind: "stdio",
        command: [target.command, ...target.args],
        env_names: Object.keys(target.env).sort(),
        ...(target.cwd === undefined ? {} : { cwd: target.cwd }),
      };
