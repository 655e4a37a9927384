import { answersTo } from "../../../judge/core/answers.ts";

export const unknownMethod = answersTo({
  name: "unknown_method",
  doc: "The answers to a request whose method no revision defines.",
  questions: ["unknown-method"],
  where: (record) =>
    record.method?.startsWith("mcptest/") === true && record.request !== undefined && "id" in record.request,
});
