import type { Header } from "../../base/header.ts";
import { headerValues } from "../http/http-call.ts";

/** True for the names and addresses that only this machine answers to. */
export const isLoopbackHost = (host: string): boolean => {
  const bare = host.replace(/^\[|\]$/g, "").toLowerCase();
  return bare === "localhost" || bare === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(bare);
};

const hostOf = (authority: string): string => {
  const text = `http://${authority}`;
  return URL.canParse(text) ? new URL(text).hostname : "";
};

/**
 * A web page whose name was pointed at this machine would reach the listener under that name, and because Host is
 * rewritten the server could no longer refuse it. So the listener does.
 */
export const isForThisMachine = (headers: readonly Header[]): boolean => {
  const hosts = headerValues(headers, "host");
  return hosts.every((host) => isLoopbackHost(hostOf(host)));
};

/** A page of another site may send requests to us, but not with the credentials that were configured here. */
export const isFromAnotherSite = (headers: readonly Header[]): boolean => {
  const origins = headerValues(headers, "origin");
  const foreign = origins.some((origin) => !URL.canParse(origin) || !isLoopbackHost(new URL(origin).hostname));
  return foreign || headerValues(headers, "sec-fetch-site").some((site) => site.toLowerCase() === "cross-site");
};
