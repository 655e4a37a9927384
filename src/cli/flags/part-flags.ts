import type { AskedPart } from "../../capture/capture.ts";
import type { CheckedRole } from "../../judge/core/client.ts";
import type { PlanPart } from "../../probe/run-context.ts";
import { type Gate, isGradeGate, isTierGate } from "../../scores/result/gate.ts";
import { askedWords } from "../../scores/result/partial.ts";
import { UsageError } from "../usage-error.ts";
import { type FlagsOf, inGroup, repeatable } from "./flag.ts";

export const QUICK_FLAG = inGroup("Rules", {
  "--quick": "one polite conversation, nothing wrong on purpose; no grade (for watching and pre-commit)",
});

export const choiceFlags = (verb: "ask for and judge" | "ask for" | "judge") =>
  inGroup("Rules", {
    "--only <rules>": repeatable(`${verb} only these: ids, TOOL, or sections such as tools (commas, repeatable)`),
    "--section <name>": repeatable("the same as --only"),
    "--skip <rules>": repeatable(`${verb} all but these (as in --only)`),
  });

/** How much is asked and judged. */
export type PartFlags = FlagsOf<typeof QUICK_FLAG & ReturnType<typeof choiceFlags>>;

/** What the flags say; undefined: everything. The rules are read only if some are named. */
export const readPart = async (
  { quick, only: named, section, skip }: PartFlags,
  role: CheckedRole = "server",
): Promise<AskedPart | undefined> => {
  const only = named || section ? [...(named ?? []), ...(section ?? [])] : undefined;
  if (!quick && !only && !skip) return undefined;
  const asked: AskedPart = {
    ...(quick ? { quick: true as const } : {}),
    ...(only ? { only: await readRules("--only", only, role) } : {}),
    ...(skip ? { skip: await readRules("--skip", skip, role) } : {}),
  };
  if (asked.skip && role === "server") await refuseNothing(asked);
  return asked;
};

const refuseNothing = async (asked: AskedPart): Promise<void> => {
  const { choosesNothing } = await import("../../judge/session/rule-choice.ts");
  if (!choosesNothing(asked)) return;
  throw new UsageError(asked.only ? "--skip leaves nothing of --only; skip less" : "--skip leaves no rule; skip less");
};

const readRules = async (flag: string, given: readonly string[], role: CheckedRole): Promise<readonly string[]> => {
  const typed = given.flatMap((list) => list.split(",")).filter((word) => word.trim() !== "");
  if (typed.length === 0)
    throw new UsageError(`${flag} names nothing; give rule ids or sections, such as ${flag} TOOL-002,resources`);
  const [{ readSelectors }, { embeddedClientTexts, embeddedTexts }] = await Promise.all([
    import("../../judge/corpus/rule-selectors.ts"),
    import("../../judge/corpus-files/embedded.ts"),
  ]);
  const read = readSelectors(typed, role === "client" ? embeddedClientTexts() : embeddedTexts());
  if ("problem" in read) throw new UsageError(`${flag}: ${read.problem}`);
  return read.words;
};

/** The part of the plan for what the flags say. */
export const partToAsk = async (
  asked: AskedPart | undefined,
  revision: string | undefined,
): Promise<{ readonly part?: PlanPart }> => {
  if (!asked) return {};
  if (asked.quick && revision === "all")
    throw new UsageError("--quick is one conversation in one revision; name the revision, or drop --revision all");
  if (!asked.only && !asked.skip) return { part: { asked } };
  const { planPart } = await import("../../judge/session/rule-choice.ts");
  return { part: planPart(asked) };
};

interface Whole {
  readonly gates?: readonly Gate[] | undefined;
  readonly updateBaseline?: boolean | undefined;
}

/** Refuses what only a whole run can answer. `where` is the file that holds a part; absent: the flags say so. */
export const refuseForPart = (
  asked: AskedPart | undefined,
  { gates = [], updateBaseline }: Whole,
  where?: string,
): void => {
  if (!asked) return;
  const words = askedWords(asked);
  const part = where === undefined ? `a run with ${words}` : `${where} is a run with ${words}, which`;
  const scored = gates.find((gate) => isGradeGate(gate) || isTierGate(gate));
  if (scored !== undefined)
    throw new UsageError(`--fail-on ${scored}: ${part} has no grade and no tier; use must, should or never`);
  if (gates.includes("tools") && asked.only)
    throw new UsageError(`--fail-on tools: ${part} says nothing about the tools; use must, should or never`);
  if (updateBaseline)
    throw new UsageError(`--update-baseline: ${part} does not judge every rule; update the baseline from a whole run`);
};
