import { isLoopbackUrl } from "../../../base/loopback.ts";
import { type EditHeaders, putHeader } from "../../../probe/plan/edit-headers.ts";
import type { Skip } from "../../../probe/plan/skip.ts";

/** As a browser sends it after DNS rebinding: the name of the page, which now leads to this machine. */
export const withForeignHost: EditHeaders = putHeader("Host", "mcptest.invalid");

/** Elsewhere a foreign Host may lead to the server of somebody else, behind the same address. */
export const unlessLoopback = (address: string | undefined): Skip | undefined =>
  address !== undefined && isLoopbackUrl(address)
    ? undefined
    : { reason: "not-offered", detail: "only a server at loopback is asked with a foreign Host" };
