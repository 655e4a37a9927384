import { addCommonFlags, type Registration } from "./registration.ts";

/** `mcptest serve` and `replay`. */
export const addPlaybackCommands = ({ program, console, exits }: Registration): void => {
  addCommonFlags(
    program
      .command("serve")
      .argument("<capture>", "a capture of a server (.json or .jsonl)")
      .description("serve a recording: answer clients as the recorded server did")
      .option("--http <port>", "serve HTTP on this port (0 picks a free one; the default where HTTP was recorded)")
      .option("--host <address>", "listen here instead of 127.0.0.1; other machines can then connect")
      .option("--latency <which>", "answer at once (none, default), or after as long as it took then (recorded)")
      .option("--any-origin", "answer pages of other sites, and other host names, as the recorded server did")
      .option("-q, --quiet", "print nothing but errors"),
  ).action(exits(async (path, flags) => (await import("../serve.ts")).runServe(flags, path, console)));
};
