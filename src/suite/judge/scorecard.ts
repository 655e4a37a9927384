import { isJsonObject, type Json, member } from "../../base/json.ts";
import { GRADES } from "../../scores/result/result.ts";
import type { ComplianceResult, ComplianceRun, SavedScorecard, ServerScorecard } from "../suite-result.ts";

/** The grades of a run, to be compared with those of a later one. */
export const scorecardOf = ({ tool, runs }: Pick<ComplianceResult, "tool" | "runs">): SavedScorecard => ({
  format: "mcptest-scorecard/1",
  tool,
  servers: runs.map(serverScorecard),
});

export const serverScorecard = ({ server, revision, scope, compliance }: ComplianceRun): ServerScorecard => {
  const { sections, ...whole } = compliance;
  return {
    server,
    revision,
    scope: scope === "tests" ? "tests" : "corpus",
    ...whole,
    sections: sections.map(({ section, grade, score }) => ({ section, grade, score })),
  };
};

/** Undefined when the text is not a scorecard of ours. */
export const readScorecard = (text: string): SavedScorecard | undefined => {
  let value: Json;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, "")) as Json;
  } catch {
    return undefined;
  }
  const servers = member(value, "servers");
  if (member(value, "format") !== "mcptest-scorecard/1" || !Array.isArray(servers)) return undefined;
  return servers.length > 0 && servers.every(isServerScorecard) ? (value as unknown as SavedScorecard) : undefined;
};

const isServerScorecard = (value: Json): boolean => {
  const sections = member(value, "sections");
  return (
    isGraded(value) &&
    (member(value, "server") === null || typeof member(value, "server") === "string") &&
    typeof member(value, "revision") === "string" &&
    Array.isArray(sections) &&
    sections.every((section) => isGraded(section) && typeof member(section, "section") === "string")
  );
};

const isGraded = (value: Json): boolean => {
  if (!isJsonObject(value)) return false;
  const grade = value["grade"];
  const score = value["score"];
  return (
    (grade === null || GRADES.some((known) => known === grade)) &&
    (score === null || (typeof score === "number" && score >= 0 && score <= 100))
  );
};
