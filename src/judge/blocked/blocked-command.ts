import { defined } from "../../base/defined.ts";
import { member } from "../../base/json.ts";
import { shellLine } from "../../base/shell-word.ts";
import { shorten } from "../../base/shorten.ts";
import { untrusted } from "../../base/untrusted.ts";
import type { Capture, CapturedTarget } from "../../capture/capture.ts";
import type { ProcessRecord } from "../../wire/stdio/process-record.ts";
import type { Surroundings } from "../../wire/surroundings.ts";
import type { Blocked, BlockedKind } from "../blocked.ts";
import { errorLine, lastLines } from "./last-lines.ts";
import { adviceOn } from "./stderr-advice.ts";

type StdioTarget = Extract<CapturedTarget, { kind: "stdio" }>;

/** Why a command did not become a server. */
export const blockedCommand = (capture: Capture, target: StdioTarget, reached: boolean): Blocked => {
  const { surroundings } = capture;
  const [command = "", ...args] = target.command;
  if (surroundings?.program)
    return { ...programBlocked(surroundings.program, command, args, target.cwd), reached: false };
  const process = endOf(capture);
  const lines = process ? lastLines(process) : [];
  const said = printed(capture);
  const found = surroundings?.file
    ? fileBlocked(surroundings.file, command, args)
    : reached
      ? answeredBlocked(capture)
      : process?.ended_by === "itself"
        ? exitBlocked(process, command, args, lines)
        : silentBlocked(capture, command, said);
  const advice = adviceOn([...lines, ...said], command);
  return {
    kind: found.kind,
    reached,
    reason: untrusted(found.reason),
    help: [...found.help, ...advice].slice(0, 4).map(untrusted),
    ...(process?.ended_by === "itself" ? { exit_code: process.exit_code, signal: process.signal } : {}),
    ...defined({
      stderr: lines.length > 0 ? lines.map(untrusted) : undefined,
      stdout: said.length > 0 ? said.map(untrusted) : undefined,
    }),
  };
};

interface Found {
  readonly kind: BlockedKind;
  readonly reason: string;
  readonly help: readonly string[];
}

const named = (text: string): string => JSON.stringify(shorten(text, 80));
const orNames = (names: readonly string[]): string => names.map((name) => shorten(name, 80)).join(" or ");

const programBlocked = (
  { state, near, interpreter }: NonNullable<Surroundings["program"]>,
  command: string,
  args: readonly string[],
  cwd: string | undefined,
): Omit<Blocked, "reached"> => {
  const found = programFound(state, near, command, args, { interpreter, cwd });
  return { kind: found.kind, reason: untrusted(found.reason), help: found.help.map(untrusted) };
};

const isPath = (command: string): boolean => /[\\/]/.test(command.replace(/^@[^/]+\//, ""));

const programFound = (
  state: NonNullable<Surroundings["program"]>["state"],
  near: readonly string[],
  command: string,
  args: readonly string[],
  { interpreter, cwd }: { readonly interpreter: string | undefined; readonly cwd: string | undefined },
): Found => {
  const runner = runnerFor(command);
  switch (state) {
    case "not-found":
      return {
        kind: "command-not-found",
        reason: `the command ${named(command)} was not found`,
        help: [
          ...(near.length > 0 ? [`did you mean ${orNames(near)}?`] : []),
          ...(runner ? [`start it with its interpreter: ${check([runner, command, ...args])}`] : []),
          ...(runner || isPath(command) ? [] : packageHelp(command, args)),
          ...(isPath(command) && !command.startsWith("/")
            ? ["the path counts from the folder you are in; --cwd names another"]
            : []),
        ],
      };
    case "not-executable":
      return {
        kind: "not-executable",
        reason: `${named(command)} is not executable (permission denied, or a folder)`,
        help: [
          ...(runner ? [`start it with its interpreter: ${check([runner, command, ...args])}`] : []),
          `or make it executable: chmod +x ${shellLine([command])}`,
        ],
      };
    case "no-interpreter":
      return {
        kind: "no-interpreter",
        reason: `the first line of ${named(command)} names ${named(interpreter ?? "")}, which does not exist`,
        help: [
          ...(runner ? [`start it with its interpreter: ${check([runner, command, ...args])}`] : []),
          "or correct its first line, such as #!/usr/bin/env node",
        ],
      };
    case "no-folder":
      return {
        kind: "no-folder",
        reason: `the folder ${named(cwd ?? "")} to start it in does not exist`,
        help: near.length > 0 ? [`did you mean --cwd ${orNames(near)}?`] : ["correct --cwd"],
      };
  }
};

/** Nobody is asked whether such a package exists: that would tell a registry what is being tested. */
const packageHelp = (command: string, args: readonly string[]): string[] => [
  `if it is an npm package: ${check(["npx", "-y", command, ...args])}`,
  `if it is a Python package: ${check(["uvx", command, ...args])}`,
];

const check = (words: readonly string[]): string => `mcptest check -- ${shellLine(words)}`;

const RUNNERS: readonly (readonly [ending: RegExp, program: string])[] = [
  [/\.[cm]?js$/i, "node"],
  [/\.[cm]?tsx?$/i, "tsx"],
  [/\.py$/i, "python3"],
  [/\.rb$/i, "ruby"],
  [/\.php$/i, "php"],
  [/\.jar$/i, "java -jar"],
  [/\.sh$/i, "sh"],
];

const runnerFor = (file: string): string | undefined => RUNNERS.find(([ending]) => ending.test(file))?.[1];

const fileBlocked = (
  { name, near }: NonNullable<Surroundings["file"]>,
  command: string,
  args: readonly string[],
): Found => ({
  kind: "file-not-found",
  reason: `there is no file ${named(name)} for ${command} to run`,
  help: [
    ...(near[0] === undefined
      ? []
      : [`did you mean ${orNames(near)}?  ${check([command, near[0], ...args.slice(1)])}`]),
    ...(near.length === 0 ? ["run mcptest in the folder of the server, or name it with --cwd"] : []),
  ],
});

const exitBlocked = (
  process: ProcessRecord,
  command: string,
  args: readonly string[],
  lines: readonly string[],
): Found => {
  const message = errorLine(lines);
  const how = process.signal ? `was ended by ${process.signal}` : `exited with code ${process.exit_code ?? "unknown"}`;
  const [file = ""] = args;
  const runner = runnerFor(file);
  const isOther = runner !== undefined && /^(?:node|python\d?|python3\.\d+|ruby|php|tsx|deno|bun)$/.test(command);
  const wrong =
    isOther &&
    !command.startsWith(runner.replace(/\d$/, "")) &&
    !(runner === "node" || runner === "tsx" ? /^(?:node|tsx|deno|bun)$/.test(command) : false);
  return {
    kind: "exited",
    reason: `${command} ${how} before it answered${message === undefined ? "" : `: ${shorten(message.trim(), 160)}`}`,
    help: [
      ...(wrong ? [`${file} is not for ${command}: ${check([runner, ...args])}`] : []),
      ...(process.exit_code === 0 && lines.length === 0
        ? ["a server runs until its input ends: does it stop when there is no terminal, or serve HTTP?"]
        : []),
      ...(lines.length === 0 && process.exit_code !== 0
        ? [`start it by hand to see why: ${shellLine([command, ...args])}`]
        : []),
    ],
  };
};

const silentBlocked = (capture: Capture, command: string, said: readonly string[]): Found => {
  const { conversations = [] } = capture;
  const trouble = capture.exchanges.find((exchange) => exchange.trouble)?.trouble;
  // Of a launcher, such as npx, only the probe knows what it was doing.
  if (trouble?.kind === "timed-out" && conversations.some(({ process }) => process?.started !== undefined))
    return { kind: "silent", reason: trouble.detail, help: [] };
  if (trouble?.kind === "not-probed") return { kind: "unknown", reason: trouble.detail, help: [] };
  const waited = trouble?.kind === "timed-out" ? ` (${trouble.detail})` : "";
  if (said.length > 0)
    return {
      kind: "not-mcp",
      reason: `${command} answered nothing, but printed text that is no MCP message to stdout${waited}`,
      help: ["print logs to stderr: on stdio, stdout is for messages alone"],
    };
  return {
    kind: "silent",
    reason: `${command} runs, but answered neither initialize nor server/discover${waited}`,
    help: [
      "does it serve stdio? One that serves HTTP is checked at its URL: mcptest check http://localhost:3000/mcp",
      "if it only needs longer to start: --timeout 2m",
    ],
  };
};

/** It speaks, but lets nobody in. */
const answeredBlocked = (capture: Capture): Found => {
  const refusal = capture.exchanges
    .map(({ response }) => member(response, "error"))
    .find((error) => error !== undefined);
  if (refusal !== undefined)
    return {
      kind: "handshake-refused",
      reason: `the handshake was refused: ${shorten(JSON.stringify(refusal), 160)}`,
      help: ["answer initialize, or server/discover, with a result"],
    };
  return {
    kind: "not-mcp",
    reason: "it answered, but neither initialize nor server/discover with an MCP result",
    help: ["answer initialize, or server/discover, with a result"],
  };
};

/** How the process ended that says most: one that ended by itself, and had something to say. */
const endOf = ({ conversations = [] }: Capture): ProcessRecord | undefined => {
  const ends = conversations.flatMap(({ process }) => (process ? [process] : []));
  const own = ends.filter(({ ended_by }) => ended_by === "itself");
  return [...own, ...ends].find(({ stderr_bytes }) => stderr_bytes > 0) ?? own[0] ?? ends[0];
};

const MOST_PRINTED = 4;

/** Lines on stdout that are no messages. */
const printed = ({ unsolicited = [], exchanges }: Capture): readonly string[] => {
  const raw = [...unsolicited, ...exchanges.flatMap(({ meanwhile = [] }) => meanwhile)].flatMap(
    ({ message, raw: text }) => (message === undefined && text?.encoding === "utf8" ? [text.data] : []),
  );
  return [...new Set(raw.map((line) => shorten(line.trimEnd(), 200)).filter((line) => line.trim() !== ""))].slice(
    0,
    MOST_PRINTED,
  );
};
