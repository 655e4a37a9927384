import type { Json } from "../../base/json.ts";
import { readPointer } from "../../base/pointer.ts";
import { type Untrusted, untrusted } from "../../base/untrusted.ts";
import type { Exchange, Place } from "../../capture/capture.ts";
import type { ResultExchange } from "../../judge/judged.ts";

/** The exchange that evidence names. */
export const exchangeAt = (exchanges: readonly ResultExchange[], { exchange }: Place): ResultExchange | undefined =>
  exchange === null
    ? undefined
    : exchanges.find((one) => (one.id === undefined ? one.index === exchange : one.id === exchange));

/** The part of the message around a place: the value with its siblings. */
export const excerptAt = (exchange: Exchange, pointer: string): Untrusted | undefined => {
  const steps = pointer.split("/").slice(1);
  const [part = ""] = steps;
  if (part === "http") return httpHead(exchange);
  if (part === "meanwhile") return arrived(exchange, steps);
  // Readers want the object around a value; an element of a list is enough by itself.
  const element = /^\d+$/.test(steps.at(-1) ?? "");
  for (let depth = Math.max(1, element ? steps.length : steps.length - 1); depth >= 1; depth--) {
    const path = `/${steps.slice(0, depth).join("/")}`;
    const value = readPointer(exchange, path);
    if (value !== undefined) return untrusted(`${lastOf(path)}${JSON.stringify(value satisfies Json)}`);
  }
  const raw = part.startsWith("request") ? exchange.request_raw : (exchange.response_raw ?? exchange.http?.body);
  // Of something long, the start may not be the part that matters.
  return raw?.encoding === "utf8" && raw.cut_from === undefined ? untrusted(raw.data) : undefined;
};

/** A message that came besides: as it went over the line. */
const arrived = (exchange: Exchange, [, index = ""]: readonly string[]): Untrusted | undefined => {
  const { message, raw } = exchange.meanwhile?.[Number(index)] ?? {};
  if (message !== undefined) return untrusted(JSON.stringify(message));
  if (raw?.encoding !== "utf8") return undefined;
  return untrusted(exchange.http ? raw.data : `stdout: ${raw.data}`);
};

const lastOf = (path: string): string => {
  const name = path.split("/").at(-1) ?? "";
  return path.split("/").length > 2 && !/^\d+$/.test(name) ? `"${name}": ` : "";
};

const httpHead = ({ http }: Exchange): Untrusted | undefined => {
  if (!http || http.status === undefined) return undefined;
  const type = (http.response_headers ?? []).find(([name]) => name.toLowerCase() === "content-type");
  return untrusted(`HTTP ${http.status}${type ? `, ${type[0]}: ${type[1]}` : ""}`);
};
