import { COMMON_FLAGS, FUNCTIONAL_FLAGS } from "../flags/common-flags.ts";
import { SERVER_PROBE_FLAGS } from "../flags/probe-flags.ts";
import { REPORTERS, reporterFlags } from "../flags/reporter-flags.ts";
import { ASKS_SERVER, defineCommand } from "./define-command.ts";

const REGISTRY_FLAG = { "--registry <path>": "a file or folder of your own rules, added to the built-in ones" };

export const run = defineCommand({
  name: "run",
  about: "run a suite: its tests, and every lane over one probe of each server; one report, one exit code",
  ...ASKS_SERVER,
  flags: {
    ...SERVER_PROBE_FLAGS,
    ...reporterFlags(REPORTERS),
    "--config <file>": "the suite (default: mcptest.yaml or mcptest.yml in this folder)",
    ...REGISTRY_FLAG,
    "--save <file>": "save the captures (.json or .jsonl)",
    ...FUNCTIONAL_FLAGS,
    "--plan": "show what the tests would call and the probe would send; calls no tool",
  },
  examples: ["mcptest run", "mcptest run --config mcptest.yaml --reporter junit -o results.xml"],
});

export const init = defineCommand({
  name: "init",
  about: "probe a server, or read a saved capture, and write a suite to start from",
  ...ASKS_SERVER,
  flags: {
    ...SERVER_PROBE_FLAGS,
    "--capture <file>": "draft the tests from a saved capture; contacts no server",
    "-o, --out <file>": "where to write the suite (default mcptest.yaml; - for stdout)",
    "--force": "overwrite an existing file",
    "-q, --quiet": "print nothing but errors",
    ...COMMON_FLAGS,
  },
  examples: ["mcptest init -- node server.js", "mcptest init --capture session.json -o suite.yaml"],
});

export const validate = defineCommand({
  name: "validate",
  about: "list every mistake in a suite with its line; contacts no server",
  args: { "[suite]": "the suite (default: mcptest.yaml or mcptest.yml in this folder)" },
  flags: {
    ...REGISTRY_FLAG,
    "--print-schema": "print the JSON Schema of suites, for editors",
    "-q, --quiet": "print nothing but errors",
    ...COMMON_FLAGS,
  },
  examples: ["mcptest validate", "mcptest validate --print-schema > suite.schema.json"],
});
