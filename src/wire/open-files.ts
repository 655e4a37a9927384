import type { Trouble } from "./trouble.ts";

/** The system gives this process, or any, no more files, pipes or sockets: that is our lack and says nothing about the server. */
export const isOutOfFiles = (code: string | undefined): code is "EMFILE" | "ENFILE" =>
  code === "EMFILE" || code === "ENFILE";

export const outOfFiles = (code: string): Trouble => ({
  kind: "not-probed",
  detail: `mcptest may open no more files, pipes or sockets (${code}); raise the limit, such as ulimit -n 1024`,
  code,
});
