import { COMMON_FLAGS, SAVE_FLAG } from "../flags/common-flags.ts";
import { repeatable } from "../flags/flag.ts";
import { SESSION_FLAGS } from "../flags/probe-flags.ts";
import { TARGET_FLAGS } from "../flags/server-flags.ts";
import { defineCommand } from "./define-command.ts";

const argumentsFor = (words: string) => ({
  "[words...]": `${words}; without the URL before -- and the command that starts the server`,
});

const SERVER = { ...TARGET_FLAGS, ...SESSION_FLAGS };

const GIVEN = {
  "--arg <pair>": repeatable("an argument, name=value (repeatable)"),
  "--args <json>": "all arguments as a JSON object (- reads stdin)",
};

const ANSWER = {
  "--json": "JSON, which is also what a pipe gets",
  ...SAVE_FLAG,
  "-q, --quiet": "say nothing but the answer",
  "-v, --verbose": "also say how long it took",
  ...COMMON_FLAGS,
};

export const call = defineCommand({
  name: "call",
  about: "call a tool and print what it answers",
  args: argumentsFor("<url> <tool>"),
  flags: {
    ...SERVER,
    ...GIVEN,
    "--no-check": "send the arguments without checking them against the tool's schema",
    ...ANSWER,
  },
  examples: [
    "mcptest call http://localhost:3000/mcp get_weather --arg city=Paris",
    'mcptest call get_weather --args \'{"city": "Paris"}\' -- node server.js',
  ],
});

export const read = defineCommand({
  name: "read",
  about: "read a resource and print its contents",
  args: argumentsFor("<url> <uri>"),
  flags: { ...SERVER, ...ANSWER },
  examples: ["mcptest read http://localhost:3000/mcp notes://today", "mcptest read notes://today -- node server.js"],
});

export const prompt = defineCommand({
  name: "prompt",
  about: "get a prompt and print its messages",
  args: argumentsFor("<url> <name>"),
  flags: { ...SERVER, ...GIVEN, ...ANSWER },
  examples: [
    "mcptest prompt http://localhost:3000/mcp summarize --arg style=short",
    "mcptest prompt summarize -- node server.js",
  ],
});

export const list = defineCommand({
  name: "list",
  about: "list what a server offers, all pages",
  args: argumentsFor("<url> [tools|resources|templates|prompts]"),
  flags: { ...SERVER, ...ANSWER },
  examples: ["mcptest list -- node server.js", "mcptest list http://localhost:3000/mcp tools --json"],
});
