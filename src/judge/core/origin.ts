/** Where a failure comes from: the author's own code, the SDK underneath, what started the server, or nobody can tell. */
export const ORIGIN_KINDS = ["yours", "sdk", "launcher", "unknown"] as const;

export type OriginKind = (typeof ORIGIN_KINDS)[number];

export type Origin =
  | {
      /** The smallest faultless server on this SDK fails in the same way. */
      readonly kind: "sdk";
      readonly sdk: string;
      /** The versions that are known to do this, as a person writes them: "1.21 to 1.32". */
      readonly versions: string;
      /** What the SDK does, where it was reported and which version mends it, as far as known. */
      readonly note?: string;
    }
  | { readonly kind: Exclude<OriginKind, "sdk">; readonly note?: string };

/** Whether the author can do nothing about it but change the SDK or the launcher. */
export const isBroughtAlong = (origin: Origin | undefined): boolean =>
  origin !== undefined && (origin.kind === "sdk" || origin.kind === "launcher");
