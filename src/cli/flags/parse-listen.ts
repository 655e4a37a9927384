import { isLoopbackHost } from "../../wire/proxy/local-request.ts";
import { quoted, UsageError } from "../usage-error.ts";

const DEFAULT_HOST = "127.0.0.1";

/** `8080`, `127.0.0.1:8080`, `localhost:0`, `[::1]:8080`; port 0 is any free one. Only this machine may connect. */
export const parseListen = (text: string | undefined): { readonly host: string; readonly port: number } => {
  if (text === undefined) return { host: DEFAULT_HOST, port: 0 };
  const match = /^(?:(\[[0-9a-f:.]+\]|[^:[\]]+):)?(\d{1,5})$/i.exec(text.trim());
  const port = Number(match?.[2]);
  if (!match || port > 65_535) {
    throw new UsageError(`--listen ${quoted(text)} is not an address; write a port such as 8080, or 127.0.0.1:8080`);
  }
  const host = (match[1] ?? DEFAULT_HOST).replace(/^\[|\]$/g, "");
  if (!isLoopbackHost(host)) {
    throw new UsageError(
      `--listen ${quoted(text)} would let other machines in; use 127.0.0.1, localhost or [::1], or a port alone`,
    );
  }
  return { host: host.toLowerCase() === "localhost" ? DEFAULT_HOST : host, port };
};

/** A port alone; 0 is any free one. */
export const readPort = (flag: string, text: string): number => {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(`${flag} ${quoted(text)} is not a port; use a number from 0 to 65535`);
};
