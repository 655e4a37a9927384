import { type JsonObject, member, stringMember } from "../../../model/json.ts";
import { templateVariables } from "../../arguments/expand-template.ts";
import { type Known, names, objectsIn, unlessAbsent, unlessOffered } from "../known.ts";
import type { Step } from "../step.ts";

interface Completable {
  readonly as: string;
  readonly ref: JsonObject;
  readonly argument: string;
}

/** The first prompt argument and the first template variable the server lists. */
const completables = (known: Known): Completable[] => {
  const prompt = known.prompts.flatMap((entry) =>
    objectsIn(member(entry, "arguments")).map((argument) => ({
      as: "prompt",
      ref: { type: "ref/prompt", name: stringMember(entry, "name") ?? "" },
      argument: stringMember(argument, "name") ?? "",
    })),
  );
  const template = names(known.templates, "uriTemplate").flatMap((uri) =>
    templateVariables(uri).map((variable) => ({
      as: "template",
      ref: { type: "ref/resource", uri },
      argument: variable,
    })),
  );
  return [...prompt.slice(0, 1), ...template.slice(0, 1)];
};

/** A ref to ask with when the server lists nothing completable. */
const anyRef = (known: Known): Completable =>
  completables(known)[0] ?? { as: "none", ref: { type: "ref/prompt", name: "mcptest_no_such_prompt" }, argument: "x" };

export const complete: Step = {
  name: "complete",
  asks: "completion/complete of a prompt argument and a template variable: empty, with text, with context",
  serves: [
    ...["COMPL-002", "COMPL-003", "COMPL-004", "COMPL-005", "COMPL-006", "COMPL-011", "COMPL-015", "RESTPL-007"],
    ...["PROTO-038", "PROTO-049"],
  ],
  skip: unlessOffered("completions"),
  run: (io) =>
    Promise.all(
      completables(io.known).flatMap(({ as, ref, argument }) => [
        io.ask("completion/complete", { ref, argument: { name: argument, value: "" } }, { as }),
        io.ask("completion/complete", { ref, argument: { name: argument, value: "héllo 世界" } }, { as: `${as}-text` }),
        io.ask(
          "completion/complete",
          { ref, argument: { name: argument, value: "" }, context: { arguments: { other: "x" } } },
          { as: `${as}-context` },
        ),
      ]),
    ),
};

export const unknownRef: Step = {
  name: "complete-unknown",
  asks: "completion/complete of a prompt that does not exist",
  serves: ["COMPL-008"],
  deliberate: true,
  skip: unlessOffered("completions"),
  run: (io) =>
    io.ask("completion/complete", {
      ref: { type: "ref/prompt", name: "mcptest_no_such_prompt" },
      argument: { name: "x", value: "" },
    }),
};

export const malformedComplete: Step = {
  name: "malformed-complete",
  asks: "completion/complete without ref, without argument, and with an unknown kind of ref",
  serves: ["COMPL-009", "PROTO-022"],
  deliberate: true,
  skip: unlessOffered("completions"),
  run: (io) => {
    const { ref, argument } = anyRef(io.known);
    return Promise.all([
      io.ask("completion/complete", { argument: { name: argument, value: "" } }, { as: "no-ref" }),
      io.ask("completion/complete", { ref }, { as: "no-argument" }),
      io.ask(
        "completion/complete",
        { ref: { type: "ref/bogus", name: "x" }, argument: { name: "x", value: "" } },
        { as: "bogus" },
      ),
    ]);
  },
};

export const absentComplete: Step = {
  name: "complete-absent",
  asks: "completion/complete although completions is not advertised",
  serves: ["COMPL-001", "COMPL-007", "PROTO-035"],
  deliberate: true,
  skip: unlessAbsent("completions"),
  run: (io) => {
    const { ref, argument } = anyRef(io.known);
    return io.ask("completion/complete", { ref, argument: { name: argument, value: "" } });
  },
};
