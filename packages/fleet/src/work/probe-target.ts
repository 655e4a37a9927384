import { type Capture, isHeaderValue, type Limits, planPart, probeTarget, type Target, TOOL } from "mcptest/internal";
import type { FleetAddress } from "../model/target.ts";
import type { RunOptions } from "../queue/run-options.ts";
import { fillTemplate, isTemplate } from "./fill-template.ts";

export interface ProbeSettings {
  /** Who asks, and whom to write to. */
  readonly userAgent: string;
  /** Loopback and private addresses too. */
  readonly allowPrivate: boolean;
  /** Put before every command: a container, say. */
  readonly runWith: readonly string[];
  readonly limits: Partial<Limits>;
  /** Where the values of templates come from. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What a started command gets. */
  readonly baseEnv: Readonly<Record<string, string>>;
}

/** Many sessions are in memory at once, so one may be no larger than this. */
export const FLEET_LIMITS = {
  captureBytes: 16_777_216,
  captureValues: 400_000,
  stdoutBytes: 33_554_432,
} as const satisfies Partial<Limits>;

/** What a target said. A server that is down, hangs or talks nonsense is a capture too. */
export const probeFleetTarget = (
  address: FleetAddress,
  { quick }: RunOptions,
  settings: ProbeSettings,
  signal: AbortSignal,
  onStep: () => void,
): Promise<Capture> =>
  probeTarget(toTarget(address, settings), {
    client: TOOL,
    baseEnv: settings.baseEnv,
    limits: { ...FLEET_LIMITS, ...settings.limits },
    signal,
    onStep,
    ...(quick === true ? { part: planPart({ quick: true }) } : {}),
  });

const toTarget = (address: FleetAddress, { userAgent, allowPrivate, runWith, env }: ProbeSettings): Target => {
  if (address.kind === "http")
    return {
      kind: "http",
      url: address.url,
      headers: [
        ["User-Agent", userAgent],
        ...(address.headers ?? []).flatMap(([name, template]): [string, string][] => {
          const value = fillTemplate(template, env)?.trim();
          // What cannot be sent was not given.
          return value === undefined || !isHeaderValue(value) ? [] : [[name, value]];
        }),
      ],
      origin: allowPrivate ? "user" : "list",
    };
  const values = Object.entries(address.env ?? {});
  // What its entry gives is a stranger's: whatever is put before the command must not take it for its own, so it begins behind that.
  const own = runWith.length > 0 ? values.filter(([, value]) => !isTemplate(value)) : [];
  const inside = own.length > 0 ? ["env", ...own.map(([name, value]) => `${name}=${value}`)] : [];
  const [command = "", ...args] = [...runWith, ...inside, ...address.words];
  const given = values.flatMap(([name, template]): [string, string][] => {
    const value = fillTemplate(template, env);
    return value === undefined || own.some(([one]) => one === name) ? [] : [[name, value]];
  });
  return { kind: "stdio", command, args, env: Object.fromEntries(given) };
};
