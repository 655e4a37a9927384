import { COMMON_FLAGS, SAVE_FLAG } from "../flags/common-flags.ts";
import { repeatable } from "../flags/flag.ts";
import { IDENTITY_FLAGS } from "../flags/identity-flags.ts";
import { choiceFlags, QUICK_FLAG } from "../flags/part-flags.ts";
import { RUN_FLAGS, SERVER_PROBE_FLAGS } from "../flags/probe-flags.ts";
import { REPORTERS, reporterFlags } from "../flags/reporter-flags.ts";
import { TARGET_FLAGS } from "../flags/server-flags.ts";
import { ASKS_SERVER, defineCommand } from "./define-command.ts";

export const record = defineCommand({
  name: "record",
  about: "probe a server and save everything it says",
  ...ASKS_SERVER,
  flags: {
    ...SERVER_PROBE_FLAGS,
    ...IDENTITY_FLAGS,
    ...QUICK_FLAG,
    ...choiceFlags("ask for"),
    "-o, --out <file>": "where to write the capture (.json or .jsonl; - for stdout)",
    "--plan": "show what would be sent and which tools would be called; sends only the handshake and lists",
    "--help-limits": "list the limits and their defaults",
    "--proxy": "probe nothing: sit between a client and the server and record what they say (.jsonl)",
    "--listen <address>": "with --proxy and a URL: the local port or host:port for clients to connect to",
    "-q, --quiet": "print nothing but errors",
    "-v, --verbose": "print every message, even when the capture is saved",
    ...COMMON_FLAGS,
  },
  examples: ["mcptest record -o session.json -- node server.js", "mcptest record --plan -- node server.js"],
});

export const serve = defineCommand({
  name: "serve",
  about: "serve a recording: answer clients as the recorded server did",
  args: { "<capture>": "a capture of a server (.json or .jsonl)" },
  flags: {
    "--http <port>": "serve HTTP on this port (0 picks a free one; the default where HTTP was recorded)",
    "--host <address>": "listen here instead of 127.0.0.1; other machines can then connect",
    "--latency <which>": "answer at once (none, default), or after as long as it took then (recorded)",
    "--any-origin": "answer pages of other sites, and other host names, as the recorded server did",
    "-q, --quiet": "print nothing but errors",
    ...COMMON_FLAGS,
  },
  examples: ["mcptest serve session.json", "mcptest serve session.json --http 8080 --latency recorded"],
});

export const replay = defineCommand({
  name: "replay",
  about: "send the recorded requests again and show what the server now answers differently",
  args: {
    "<capture>": "a capture of a server (.json or .jsonl)",
    "[url]": "the server to ask again; or -- and the command that starts it",
  },
  asksServer: true,
  flags: {
    ...TARGET_FLAGS,
    ...RUN_FLAGS,
    ...reporterFlags(REPORTERS),
    "--plan": "show what would be sent and what not; contacts no server",
    "--mask <path>": repeatable("do not compare this part of answers: result.content.*.text (repeatable)"),
    ...SAVE_FLAG,
    "--fail-on <what>": "when to exit 1: any (default), never, or a comma list of differs, gone, new",
  },
  examples: ["mcptest replay session.json -- node server.js", "mcptest replay session.json http://localhost:3000/mcp"],
});
