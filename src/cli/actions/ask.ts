import { readFileSync } from "node:fs";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import { nearestNames } from "../../base/nearest-names.ts";
import { render } from "../../report/render.ts";
import { show } from "../../report/terminal/terminal.ts";
import { answerView } from "../../report/views/answer/view.ts";
import { type Answer, parsed } from "../../suite/session/answer.ts";
import { SchemaChecker } from "../../suite/session/check-schema.ts";
import { LISTED, type ListedName, type ScriptedSession } from "../../suite/session/session.ts";
import { argumentProblem, listedNames, readPairs } from "../../suite/session/tool-arguments.ts";
import type { call } from "../commands/ask.ts";
import type { CallOf, FlagsFor } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readChoice } from "../flags/choice.ts";
import { withSession } from "../target/open-session.ts";
import { isNamed, type TargetFlags, targetFrom } from "../target/target-flags.ts";
import type { Console } from "../terminal/console.ts";
import { quoted, UsageError } from "../usage-error.ts";

type AskFlags = FlagsFor<typeof call>;

export type AskCommand = "call" | "read" | "prompt" | "list";

const NEEDS = { call: "tool", read: "uri", prompt: "name", list: undefined } as const;

/** `mcptest call`, `read`, `prompt` and `list`: one question to a server, as a person would ask it. */
export const runAsk = async (
  kind: AskCommand,
  { args, flags, server: { command }, console }: CallOf<typeof call>,
): Promise<ExitCode> => {
  const { url, subject } = splitWords(kind, flags, args.words, command);
  const given = readGiven(flags);
  const what = kind === "list" && subject !== undefined ? readChoice("list", subject, LISTED_KINDS) : undefined;
  const target = await targetFrom(flags, { url, command }, console);
  if (!target) return EXIT.ok;
  return withSession(target, flags, console, async (session) => {
    switch (kind) {
      case "call":
        return print(await callTool(session, subject ?? "", given, flags), flags, console);
      case "read":
        return print(await session.send("resources/read", { uri: subject ?? "" }), flags, console);
      case "prompt":
        return print(await getPrompt(session, subject ?? "", given), flags, console);
      case "list":
        return what === undefined ? listAll(session, flags, console) : print(await session.list(what), flags, console);
    }
  });
};

const LISTED_KINDS = Object.keys(LISTED) as [ListedName, ...ListedName[]];

/** The first word is the server's address, unless a flag or a command behind `--` names the server. */
const splitWords = (
  kind: AskCommand,
  flags: TargetFlags,
  words: readonly string[],
  command: readonly string[],
): { readonly url: string | undefined; readonly subject: string | undefined } => {
  const isElsewhere = isNamed(flags, command);
  const [url, subject, further] = isElsewhere ? [undefined, ...words] : words;
  const needed = NEEDS[kind];
  if (!isElsewhere && (url === undefined || !/^https?:\/\//i.test(url)))
    throw new UsageError(
      `name the server: mcptest ${kind} <url>${needed === undefined ? "" : ` <${needed}>`}, or mcptest ${kind}${needed === undefined ? "" : ` <${needed}>`} -- <command>`,
    );
  if (needed !== undefined && subject === undefined)
    throw new UsageError(`name the ${needed}: mcptest list shows what the server has`);
  if (further !== undefined)
    throw new UsageError(`${quoted(further)} is one word too many; arguments are written --arg name=value`);
  return { url, subject };
};

interface Given {
  readonly pairs: readonly string[];
  readonly values: JsonObject | undefined;
}

const readGiven = ({ arg = [], args }: AskFlags): Given => {
  if (args === undefined) return { pairs: arg, values: undefined };
  if (arg.length > 0) throw new UsageError("--arg and --args are both given; keep one of them");
  const text = args === "-" ? readFileSync(0, "utf8") : args;
  const values = parsed(text);
  if (isJsonObject(values)) return { pairs: [], values };
  throw new UsageError(`--args ${quoted(text)} is no JSON object; write '{"city": "Paris"}', or --arg city=Paris`);
};

const argumentsFor = ({ pairs, values }: Given, schema: Json | undefined): JsonObject => {
  if (values) return values;
  const read = readPairs(pairs, schema);
  if ("problem" in read) throw new UsageError(`--arg ${read.problem}`);
  return read.values;
};

/** What is wrong is said before anything is sent. */
const callTool = async (
  session: ScriptedSession,
  name: string,
  given: Given,
  { check = true }: AskFlags,
): Promise<Answer> => {
  const tool = await session.tool(name);
  if (!tool && check)
    throw new UsageError(
      `there is no tool ${quoted(name)}; ${hint(
        name,
        (await session.tools()).flatMap((one) => stringMember(one, "name") ?? []),
      )}`,
    );
  const args = argumentsFor(given, tool?.["inputSchema"]);
  if (tool && check) {
    const schemas = new SchemaChecker();
    const problem = await argumentProblem(tool, args, schemas, session.revision);
    await schemas.close();
    if (problem !== undefined)
      throw new UsageError(
        `${name}: ${problem}${problem.endsWith("?") ? "" : ";"} mcptest list tools --json shows its schema, --no-check sends it all the same`,
      );
  }
  return session.call(name, args);
};

const getPrompt = async (session: ScriptedSession, name: string, given: Given): Promise<Answer> => {
  // Arguments of prompts are texts, whatever they look like.
  const args = given.values ?? Object.fromEntries(given.pairs.map((pair) => textPair(pair)));
  const answer = await session.send("prompts/get", {
    name,
    ...(Object.keys(args).length === 0 ? {} : { arguments: args }),
  });
  if (answer.outcome !== "error") return answer;
  const names = listedNames(await session.list("prompts"), "prompts", "name");
  if (names.length > 0 && !names.includes(name))
    throw new UsageError(`there is no prompt ${quoted(name)}; ${hint(name, names)}`);
  return answer;
};

const textPair = (pair: string): [string, string] => {
  const equals = pair.indexOf("=");
  if (equals < 1) throw new UsageError(`--arg ${quoted(pair)} is no argument; write name=value`);
  return [pair.slice(0, equals), pair.slice(equals + 1)];
};

const hint = (name: string, known: readonly string[]): string => {
  const [near] = nearestNames(name, known, 1);
  if (near !== undefined) return `did you mean ${show(near, 80)}?`;
  const shown = known.slice(0, 8).map((one) => show(one, 80));
  return `the server has ${shown.join(", ") || "none"}${known.length > shown.length ? ` and ${known.length - shown.length} more` : ""}`;
};

/** JSON for pipes and for whoever asks for it; lines for a person. */
const print = (answer: Answer, flags: AskFlags, console: Console): ExitCode => {
  const format = wantsJson(flags, console) ? "json" : "pretty";
  const { color, width } = console;
  console.out(render(answerView, answer, format, { color, width, verbose: flags.verbose ?? false }));
  const failed = answer.outcome !== "result" || member(answer.result, "isError") === true;
  return failed ? EXIT.failed : EXIT.ok;
};

const wantsJson = ({ json }: AskFlags, { tty }: Console): boolean => json ?? tty !== true;

/** Every list the server offers. */
const listAll = async (session: ScriptedSession, flags: AskFlags, console: Console): Promise<ExitCode> => {
  const answers: [ListedName, Answer][] = [];
  for (const kind of LISTED_KINDS) {
    const answer = await session.list(kind);
    // A server without prompts says that it does not know the method.
    if (answer.outcome === "result" || kind === "tools") answers.push([kind, answer]);
  }
  const [first] = answers;
  if (answers.length === 1 && first && first[1].outcome !== "result") return print(first[1], flags, console);
  if (wantsJson(flags, console)) {
    const all = Object.fromEntries(
      answers.map(([kind, { result }]) => [kind, member(result, LISTED[kind].key) ?? []] as const),
    );
    console.out(render(answerView, { method: "", result: all, ms: 0 }, "json"));
    return EXIT.ok;
  }
  for (const [kind, answer] of answers) {
    console.out(`${kind}\n`);
    print(answer, flags, console);
  }
  return EXIT.ok;
};
