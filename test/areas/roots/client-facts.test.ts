import { answered, asks, clientTable, told } from "../client-table.ts";

const asked = asks(10, 100, "srv-1", "roots/list");

clientTable("roots_answers", [
  told("roots that were not declared", [
    asked,
    answered(12, 150, "srv-1", { result: { roots: [{ uri: "file:///a" }] } }),
  ]).reads([
    { answered: "result", declared: "undeclared", shows: "support", result: { roots: [{ uri: "file:///a" }] } },
  ]),
  told("no roots, which shows nothing", [asked, answered(12, 150, "srv-1", { result: { roots: [] } })]).reads([
    { answered: "result", declared: "undeclared", result: { roots: [] } },
  ]),
]);
