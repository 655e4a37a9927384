import { answersTo } from "../common/answers.ts";

export const unknownMethod = answersTo({
  name: "unknown_method",
  doc: "The answers to a request whose method no revision defines.",
  steps: ["unknown-method"],
  where: (seat) => seat.method?.startsWith("mcptest/") === true && seat.request !== undefined && "id" in seat.request,
});
