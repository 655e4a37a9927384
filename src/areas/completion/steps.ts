import { type JsonObject, member, stringMember } from "../../base/json.ts";
import { templateVariables } from "../../probe/arguments/expand-template.ts";
import { type Known, names, objectsIn, unlessAbsent, unlessOffered } from "../../probe/plan/known.ts";
import type { Step } from "../../probe/plan/step.ts";
import { wrongRequests } from "../../probe/plan/wrong-requests.ts";

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
    templateVariables(uri).map((argument) => ({ as: "template", ref: { type: "ref/resource", uri }, argument })),
  );
  return [...prompt.slice(0, 1), ...template.slice(0, 1)];
};

const NO_SUCH_REF = { type: "ref/prompt", name: "mcptest_no_such_prompt" };

/** A ref to ask with, also when the server lists nothing completable. */
const anyRef = (known: Known): Completable => completables(known)[0] ?? { as: "none", ref: NO_SUCH_REF, argument: "x" };

const offered = unlessOffered("completions");

const METHOD = "completion/complete";

const completion = (ref: JsonObject, name: string, value = ""): JsonObject => ({ ref, argument: { name, value } });

export const complete: Step = {
  question: "complete",
  skip: offered,
  run: (io) =>
    Promise.all(
      completables(io.known).flatMap(({ as, ref, argument }) => {
        const context = { arguments: { other: "x" } };
        return [
          io.ask(METHOD, completion(ref, argument), { as }),
          io.ask(METHOD, completion(ref, argument, "héllo 世界"), { as: `${as}-text` }),
          io.ask(METHOD, { ...completion(ref, argument), context }, { as: `${as}-context` }),
        ];
      }),
    ),
};

export const unknownRef = wrongRequests("complete-unknown", offered, METHOD, [completion(NO_SUCH_REF, "x")]);

export const malformedComplete: Step = {
  question: "malformed-complete",
  deliberate: true,
  skip: offered,
  run: (io) => {
    const { ref, argument } = anyRef(io.known);
    return Promise.all([
      io.ask(METHOD, { argument: { name: argument, value: "" } }, { as: "no-ref" }),
      io.ask(METHOD, { ref }, { as: "no-argument" }),
      io.ask(METHOD, completion({ type: "ref/bogus", name: "x" }, "x"), { as: "bogus" }),
    ]);
  },
};

export const absentComplete: Step = {
  question: "complete-absent",
  deliberate: true,
  skip: unlessAbsent("completions"),
  run: (io) => {
    const { ref, argument } = anyRef(io.known);
    return io.ask(METHOD, completion(ref, argument));
  },
};
