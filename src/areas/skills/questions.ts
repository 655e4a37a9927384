import { type Question, stateless } from "../../protocol/question.ts";

/** Skills: io.modelcontextprotocol/skills, whose text is written for 2026-07-28 and later. */
export const SKILL_QUESTIONS = {
  "skills/list": stateless("skills/list, all pages", { sends: ["", "page-#"] }),
  "skills/get": stateless("skills/get of up to eight listed skills", { sends: ["#"] }),
  "skills/get-unknown": stateless(
    "skills/get of a skill that does not exist, and of a file of a skill that is not its SKILL.md",
    { sends: ["", "file"], fact: "unknown_skill" },
  ),
  "skill-file": stateless("resources/read of the SKILL.md of these skills, twice, and of some of their other files", {
    sends: ["#-#", "#-again"],
  }),
  "unknown-skill-file": stateless("resources/read of a file that a skill does not have"),
  "skill-directory": stateless("resources/directory/read of the directories of these skills, where it is offered", {
    sends: ["#", "#-page-#"],
  }),
  "unknown-skill-directory": stateless(
    "resources/directory/read of a directory that does not exist, and of a SKILL.md",
    { sends: ["", "file"] },
  ),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly skills: typeof SKILL_QUESTIONS;
  }
}
