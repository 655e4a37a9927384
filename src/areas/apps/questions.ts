import { both, type Question } from "../../protocol/question.ts";

/** MCP Apps: io.modelcontextprotocol/ui. */
export const APP_QUESTIONS = {
  "app-tools": both("tools/list, all pages, by a client that can show apps", { sends: ["", "page-#"] }),
  "app-resource": both("resources/read of up to eight pages that tools name or that are listed under ui://", {
    sends: ["#"],
  }),
  "app-call": both("tools/call of up to three callable tools with a page, by a client that can show apps", {
    sends: ["#"],
    besides: ["#-cancel"],
  }),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly apps: typeof APP_QUESTIONS;
  }
}
