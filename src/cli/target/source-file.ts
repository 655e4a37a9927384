import { statSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import type { ServerArguments, TargetFlags } from "./target-flags.ts";

/**
 * The file that findings about a server are shown beside, where code scanning wants one: the configuration that names the
 * server, the program that is started, or the workflow that runs this. Undefined where none of them exists below this folder.
 */
export const sourceFileOf = (
  { mcpConfig }: Pick<TargetFlags, "mcpConfig">,
  { command }: Pick<ServerArguments, "command">,
  env: NodeJS.ProcessEnv = process.env,
): string | undefined =>
  [...(mcpConfig === undefined ? [] : [mcpConfig]), ...command, ...workflowOf(env)].flatMap(
    (path) => fileHere(path) ?? [],
  )[0];

/** `owner/repository/.github/workflows/ci.yml@refs/heads/main` in GitHub's runner. */
const workflowOf = ({ GITHUB_WORKFLOW_REF = "" }: NodeJS.ProcessEnv): string[] =>
  /^[^/]+\/[^/]+\/([^@]+)@/.exec(GITHUB_WORKFLOW_REF)?.slice(1) ?? [];

/** Relative to this folder, because that is how a repository names it; nothing that was installed. */
const fileHere = (path: string): string | undefined => {
  const here = isAbsolute(path) ? relative(process.cwd(), path) : path;
  const steps = here.split(/[\\/]/);
  if (here === "" || isAbsolute(here) || steps.includes("..") || steps.includes("node_modules")) return undefined;
  return isFile(here) ? steps.filter((step) => step !== ".").join(sep) : undefined;
};

const isFile = (path: string): boolean => {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
};
