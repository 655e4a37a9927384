import { dropHeader, type EditHeaders, putHeader } from "../../../probe/plan/edit-headers.ts";
import type { PlanSetting } from "../../../probe/plan/plan-setting.ts";
import { ordinaryMethod } from "../../../probe/plan/skips.ts";
import { type StatefulConversation, type StatefulStep, since } from "../../../probe/plan/stateful-step.ts";
import { HEADER } from "../../../protocol/headers.ts";
import type { QuestionName } from "../../../protocol/question.ts";

const edited = (question: QuestionName, editHeaders: EditHeaders): StatefulStep => ({
  question,
  deliberate: true,
  run: (io) =>
    Promise.all([
      io.ask("ping", undefined, { editHeaders }),
      io.ask(ordinaryMethod(io.known), undefined, { as: "list", editHeaders }),
    ]),
});

const wrong = (question: QuestionName, version: string): StatefulStep =>
  edited(question, putHeader(HEADER.protocolVersion, version));

/** The header came with 2025-06-18. */
export const versionHeaderConversations = (setting: PlanSetting): readonly StatefulConversation[] =>
  since(setting, "2025-06-18")
    ? [
        {
          name: "version-header",
          purpose: "MCP-Protocol-Version missing, unknown, senseless, or of another revision",
          transport: "http",
          groups: [
            [
              edited("version-missing", dropHeader(HEADER.protocolVersion)),
              wrong("version-unknown", "1999-01-01"),
              wrong("version-senseless", "banana"),
              wrong("version-other", "2025-03-26"),
            ],
          ],
        },
      ]
    : [];
