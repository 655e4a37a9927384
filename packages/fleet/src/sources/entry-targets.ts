import {
  entryTargets as describedIn,
  type EntryTarget,
  isHeaderValue,
  type Json,
  listMember,
  stringMember,
} from "mcptest/internal";
import type { NewTarget } from "../store/add-targets.ts";
import { isTemplate } from "../work/fill-template.ts";
import {
  commandTarget,
  EntryProblem,
  isVariableName,
  type SourceOptions,
  urlTarget,
  type Values,
  withHeaders,
} from "./new-target.ts";

/** What a server.json describes. */
export const entryTargets = (entry: Json, options: SourceOptions): NewTarget[] =>
  fromEntry(stringMember(entry, "name"), describedIn(entry), listMember(entry, "packages"), options);

/**
 * A server with an address is asked there; only one without is started. It is given what its entry gives, but nothing of the worker's: an entry
 * is a stranger's text, and a placeholder in it would hand our environment to whoever wrote it.
 */
export const fromEntry = (
  name: string | undefined,
  targets: readonly EntryTarget[],
  packages: readonly Json[],
  options: SourceOptions,
): NewTarget[] => {
  const remotes = targets.flatMap((one) =>
    one.kind === "http" ? [withHeaders(urlTarget(one.url, options, name), sendable(one.headers), one.needs)] : [],
  );
  if (remotes.length > 0) return remotes;
  const [command] = targets.flatMap((one) => (one.kind === "stdio" ? [one] : []));
  const [first] = packages;
  const identity =
    first === undefined ? undefined : `${stringMember(first, "registryType")}:${stringMember(first, "identifier")}`;
  if (command)
    return [
      commandTarget([command.command, ...command.args], options, {
        name,
        env: Object.fromEntries(
          Object.entries(command.env).filter(([name, value]) => isVariableName(name) && !isTemplate(value)),
        ),
        needs: command.needs,
        ...(identity === undefined ? {} : { package: identity }),
      }),
    ];
  const reason = targets.flatMap((one) => (one.kind === "none" ? [one.reason] : []))[0];
  throw new EntryProblem(reason ?? "it has no remote and no package");
};

const sendable = (headers: Values): Values => headers.filter(([, value]) => isHeaderValue(value) && !isTemplate(value));
