import type { Header } from "../../../base/header.ts";
import { isJsonObject } from "../../../base/json.ts";
import { bearerIn, jsonIn } from "../../../probe/bearer-token.ts";
import { skipUnless } from "../../../probe/plan/known.ts";
import type { Step } from "../../../probe/plan/step.ts";
import type { RunContext } from "../../../probe/run-context.ts";
import { type AccessFindings, requestAccess, unlessOpen } from "./access.ts";

/** The user's headers, with this in place of their Authorization. */
const headersWith = ({ target }: Pick<RunContext, "target">, authorization: string): readonly Header[] => [
  ...(target.kind === "http" ? target.headers.filter(([name]) => name.toLowerCase() !== "authorization") : []),
  ["Authorization", authorization],
];

/** The user's token, at the place it was given for, under the name of the scheme in lower case. */
export const schemeCase = (access: AccessFindings, context: Pick<RunContext, "target">): Step => ({
  question: "scheme-case",
  deliberate: true,
  skipIn: () =>
    unlessOpen(access)() ?? skipUnless(bearerIn(context) !== undefined, "the credentials given are no bearer token"),
  run: (io) => requestAccess(io, { as: "lower", headers: headersWith(context, `bearer ${bearerIn(context) ?? ""}`) }),
});

/** Two credentials, both made up: whichever is taken, it opens nothing. */
export const twoAuthorizations = (access: AccessFindings): Step => ({
  question: "two-authorizations",
  deliberate: true,
  skipIn: unlessOpen(access),
  run: (io) =>
    requestAccess(io, {
      as: "made-up",
      headers: [
        ["Authorization", "Bearer mcptest-invalid-1"],
        ["Authorization", "Bearer mcptest-invalid-2"],
      ],
    }),
});

/**
 * What the user's own token claims, without its signature and with a changed one. Whoever takes them lets anybody in as
 * anybody; that it is the user themselves keeps the question harmless. They are as secret as the token.
 */
export const forgedToken = (access: AccessFindings, context: Pick<RunContext, "target" | "tokens">): Step => ({
  question: "forged-token",
  deliberate: true,
  skipIn: () =>
    unlessOpen(access)() ??
    skipUnless(forgeriesOf(bearerIn(context)) !== undefined, "the token given is no signed JWT"),
  run: async (io) => {
    const forged = forgeriesOf(bearerIn(context));
    if (!forged) return;
    for (const token of Object.values(forged)) context.tokens.add(token);
    const send = (as: keyof typeof forged) =>
      requestAccess(io, { as, headers: headersWith(context, `Bearer ${forged[as]}`) });
    await Promise.all([send("unsigned"), send("altered")]);
  },
});

const encode = (value: object): string => Buffer.from(JSON.stringify(value), "utf8").toString("base64url");

const forgeriesOf = (token: string | undefined): Record<"unsigned" | "altered", string> | undefined => {
  const [head = "", claims = "", signature = ""] = token?.split(".") ?? [];
  if (!isJsonObject(jsonIn(head)) || !isJsonObject(jsonIn(claims)) || signature.length < 16) return undefined;
  // In the middle: the last character may hold bits that nobody reads.
  const at = signature.length >> 1;
  const changed = `${signature.slice(0, at)}${signature[at] === "A" ? "B" : "A"}${signature.slice(at + 1)}`;
  return {
    unsigned: `${encode({ alg: "none", typ: "JWT" })}.${claims}.`,
    altered: `${head}.${claims}.${changed}`,
  };
};
