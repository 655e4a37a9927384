import { type Json, stringMember } from "../../base/json.ts";
import { type Untrusted, untrusted } from "../../base/untrusted.ts";
import { TOOL } from "../../base/version.ts";
import { validationView } from "../../features/registry/view/validation.ts";
import { serverSchema } from "../../judge/corpus-files/server-schema.ts";
import { render } from "../../report/render.ts";
import type { EntryFinding, EntryValidation, LocatedFinding } from "../../scores/server-json/registry-entry.ts";
import { schemaUrl, schemaVersion } from "../../scores/server-json/schema-url.ts";
import { validateEntry } from "../../scores/server-json/validate-entry.ts";
import type { CallOf, FlagsFor } from "../commands/define-command.ts";
import type { registryValidate } from "../commands/registry.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { locateIn } from "../files/locate-in-json.ts";
import { readServerJson } from "../files/read-server-json.ts";
import { readChoice } from "../flags/choice.ts";
import { readListFormat } from "../flags/common-flags.ts";
import { partToAsk } from "../flags/part-flags.ts";
import { probeRequest } from "../flags/probe-flags.ts";
import type { LiveRun } from "../target/probe-entry.ts";
import type { Console } from "../terminal/console.ts";
import { UsageError } from "../usage-error.ts";

type ValidateEntryFlags = FlagsFor<typeof registryValidate>;

const GATES = ["error", "warning", "never"] as const;

/** `mcptest registry validate`: a server.json by the published schema and the registry's rules, and beside the server it describes. */
export const runValidateEntry = async ({
  args,
  flags,
  console,
}: CallOf<typeof registryValidate>): Promise<ExitCode> => {
  const format = readListFormat(flags);
  const gate = readChoice("--fail-on", flags.failOn ?? "error", GATES);
  if (!flags.live && (flags.allowCommands || flags.allowPrivate))
    throw new UsageError("--allow-commands and --allow-private are about what --live runs; add --live");
  const { path: file, text, value } = readServerJson(args["server.json"]);
  const schema = serverSchema(process.env, process.platform);
  const live = flags.live ? await runLive(value, flags, console) : undefined;
  const locate = locateIn(text, value);
  const findings = inOrder([...validateEntry(value, schema), ...(live?.findings ?? [])], locate);
  const count = (level: EntryFinding["level"]): number => findings.filter((one) => one.level === level).length;
  const result: EntryValidation = {
    format: "mcptest-registry-validation/1",
    tool: TOOL,
    file,
    schema: schemaVersion(schemaUrl(schema)) ?? "unknown",
    name: said(value, "name"),
    version: said(value, "version"),
    errors: count("error"),
    warnings: count("warning"),
    findings,
    ...(live ? { live: live.outcomes } : {}),
  };
  console.out(render(validationView, result, format, console));
  return live?.interrupted ?? exitOf(result, gate);
};

const said = (value: Json, key: string): Untrusted | null => {
  const text = stringMember(value, key);
  return text === undefined ? null : untrusted(text);
};

const runLive = async (value: Json, flags: ValidateEntryFlags, console: Console): Promise<LiveRun> => {
  const { probeEntry } = await import("../target/probe-entry.ts");
  // The handshake and the lists are all there is to compare: nothing has to be called.
  const request = {
    ...probeRequest({ ...flags, tools: "none" }),
    ...(await partToAsk({ quick: true }, flags.revision)),
  };
  return probeEntry(value, request, flags, console);
};

const inOrder = (findings: readonly EntryFinding[], locate: ReturnType<typeof locateIn>): readonly LocatedFinding[] =>
  findings
    .map((one) => ({ ...one, ...locate(one.pointer, one.rule === "unknown-member") }))
    .sort((left, right) => left.line - right.line || left.column - right.column);

const exitOf = ({ errors, warnings, live = [] }: EntryValidation, gate: (typeof GATES)[number]): ExitCode => {
  const run = live.filter(({ state }) => state !== "skipped");
  if (run.length > 0 && run.every(({ state }) => state === "unreachable")) return EXIT.unreachable;
  if (gate !== "never" && (errors > 0 || (gate === "warning" && warnings > 0))) return EXIT.failed;
  return live.length > 0 && !live.some(({ state }) => state === "answered") ? EXIT.inconclusive : EXIT.ok;
};
