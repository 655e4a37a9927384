import { defined } from "../base/defined.ts";
import { isJsonObject, type Json, type JsonObject, stringMember } from "../base/json.ts";
import { readStrictJson } from "../base/strict-json.ts";
import type { CapturedToken } from "../capture/capture.ts";
import type { Target } from "../capture/target.ts";

/** The bearer token that the user gave, if it is one. */
export const bearerIn = ({ target }: { readonly target: Target }): string | undefined => {
  if (target.kind !== "http") return undefined;
  const given = target.headers.find(([name]) => name.toLowerCase() === "authorization");
  return /^bearer +(\S+)$/i.exec(given?.[1] ?? "")?.[1];
};

/** One part of a JWT. */
export const jsonIn = (part: string): Json | undefined => {
  const reading = readStrictJson(Buffer.from(part, "base64url").toString("utf8"), { depth: 16, values: 1_000 });
  return reading.ok ? reading.value : undefined;
};

/** What may be told of a token: who issued it, and for how long. Undefined where it is no JWT. */
export const describeToken = (token: string | undefined, made: boolean): CapturedToken | undefined => {
  const [head = "", body = "", ...rest] = token?.split(".") ?? [];
  const claims = rest.length === 1 ? jsonIn(body) : undefined;
  if (!isJsonObject(claims) || stringMember(jsonIn(head), "alg") === undefined) return undefined;
  return defined({
    issuer: stringMember(claims, "iss"),
    lifetime_s: lifetimeOf(claims),
    made: made || undefined,
  });
};

const lifetimeOf = (claims: JsonObject): number | null | undefined => {
  const [from, to] = [claims["iat"] ?? claims["nbf"], claims["exp"]];
  if (to === undefined) return null;
  return typeof from === "number" && typeof to === "number" && to > from ? to - from : undefined;
};
