import { defined } from "../base/defined.ts";
import type { CapturedTarget } from "../capture/capture.ts";
import type { Target } from "../capture/target.ts";
import { bearerIn, describeToken } from "./bearer-token.ts";

export const targetLabel = (target: Target): string =>
  target.kind === "http" ? target.url : `stdio:${[target.command, ...target.args].join(" ")}`;

/** The target as a capture names it: what is secret about it is left out or replaced later. */
export const captureTarget = (target: Target, made = false): CapturedTarget =>
  target.kind === "http"
    ? defined({
        kind: "http" as const,
        url: target.url,
        header_names: target.headers.map(([name]) => name),
        token: describeToken(bearerIn({ target }), made),
        insecure: target.tls?.insecure || undefined,
      })
    : defined({
        kind: "stdio" as const,
        command: [target.command, ...target.args],
        env_names: Object.keys(target.env).sort(),
        cwd: target.cwd,
      });
