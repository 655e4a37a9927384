import { both, type Question } from "../../protocol/question.ts";

export const TOOL_QUESTIONS = {
  call: both("tools/call of every tool that may be called, with generated arguments and a progressToken", {
    sends: ["#", "#-other"],
    besides: ["#-cancel", "#-longer", "#-longer-cancel"],
  }),
  deliver: both(
    "tools/call of up to three safe tools: with empty arguments, then with generated ones where those were refused",
    { sends: ["#", "#-filled"] },
  ),
  "unknown-tool": both("tools/call of a tool that does not exist"),
  "malformed-call": both("tools/call without a name, and with a number as name", { sends: ["", "number"] }),
  "invalid-call": both(
    "tools/call of a callable tool with arguments that break its schema, or only a composition in it, and with a string as arguments",
    { sends: ["", "extra", "composition", "string"], reads: [""] },
  ),
  "call-without-arguments": both("tools/call of a callable tool that needs no arguments, without the arguments member"),
  "flipped-case": both("tools/call of a callable tool with the case of its name flipped"),
  "call-absent": both("tools/call although tools is not advertised", { fact: "absent_call" }),
} as const satisfies Record<string, Question>;

declare module "../../protocol/question.ts" {
  interface QuestionTables {
    readonly tools: typeof TOOL_QUESTIONS;
  }
}
