import { BASELINE_FLAGS, LIST_FLAGS, RENDER_APPS_FLAG, SAVE_FLAG } from "../flags/common-flags.ts";
import { hidden } from "../flags/flag.ts";
import { gateHelp } from "../flags/gate-flag.ts";
import { IDENTITY_FLAGS } from "../flags/identity-flags.ts";
import { choiceFlags, QUICK_FLAG } from "../flags/part-flags.ts";
import { SERVER_PROBE_FLAGS } from "../flags/probe-flags.ts";
import { REPORTERS, reporterFlags } from "../flags/reporter-flags.ts";
import { SURFACE_FLAGS } from "../flags/surface-flags.ts";
import { ASKS_SERVER, defineCommand } from "./define-command.ts";

export const check = defineCommand({
  name: "check",
  about: "probe a server and judge everything it says",
  ...ASKS_SERVER,
  flags: {
    ...SERVER_PROBE_FLAGS,
    ...IDENTITY_FLAGS,
    ...QUICK_FLAG,
    ...choiceFlags("ask for and judge"),
    ...SURFACE_FLAGS,
    ...reporterFlags(REPORTERS),
    "--capture <file>": "judge a saved capture, as mcptest judge does; contacts no server",
    "--config <file>": hidden(),
    ...SAVE_FLAG,
    "--fail-on <what>": gateHelp("must,tools"),
    ...BASELINE_FLAGS,
    "--no-card": "do not ask an HTTP server for its server card",
    ...RENDER_APPS_FLAG,
    "--watch": "check again whenever the command's files change, and print only the differences",
  },
  examples: ["mcptest check -- node server.js", "mcptest check http://localhost:3000/mcp --bearer-env TOKEN"],
});

export const judge = defineCommand({
  name: "judge",
  about: "the same report from a saved capture; contacts no server",
  args: {
    "[captures...]": "captures saved by mcptest record (.json or .jsonl); several: also what is between them",
  },
  flags: {
    ...choiceFlags("judge"),
    ...SURFACE_FLAGS,
    ...reporterFlags(REPORTERS),
    "--capture <file>": "the same as the argument",
    "--revision <revision>": "judge by this revision (default: the one that was probed)",
    ...RENDER_APPS_FLAG,
    "--client": "judge the client's side of a recorded session (mcptest record --proxy)",
    "--fail-on <what>": gateHelp("must,tools"),
    ...BASELINE_FLAGS,
  },
  examples: ["mcptest judge session.json", "mcptest judge session.json --only tools --verbose"],
});

export const report = defineCommand({
  name: "report",
  about: "show a saved result in another format, without judging it again",
  args: { "<result>": "a result saved with --reporter json" },
  flags: { ...reporterFlags(REPORTERS), "--fail-on <what>": gateHelp("never") },
  examples: [
    "mcptest report result.json --reporter markdown",
    "mcptest report result.json --reporter html -o report.html",
  ],
});

export const sdk = defineCommand({
  name: "sdk",
  about: "what each SDK fails by itself: the smallest faultless server on it, version by version",
  args: { "[name]": "one of them: typescript, python, go, …" },
  flags: LIST_FLAGS,
  examples: ["mcptest sdk", "mcptest sdk typescript --json"],
});

export const explain = defineCommand({
  name: "explain",
  about: "what a rule means, why it matters and how to fix it",
  args: { "<id>": "a rule (PROTO-002), an invariant (INV-001), a criterion (C7) or a check" },
  flags: {
    ...LIST_FLAGS,
    "--result <file>": "a result saved with --reporter json: also show what was found there",
  },
  examples: ["mcptest explain TOOL-012", "mcptest explain TOOL-012 --result result.json"],
});
