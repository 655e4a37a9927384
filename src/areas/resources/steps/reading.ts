import { stringMember } from "../../../base/json.ts";
import { exampleValue, expandTemplate, templateVariables } from "../../../probe/arguments/expand-template.ts";
import { askTwiceIfRefused } from "../../../probe/plan/ask-twice.ts";
import { has, names, unlessAny, unlessOffered } from "../../../probe/plan/known.ts";
import type { Step, StepIO } from "../../../probe/plan/step.ts";
import { suggestValue } from "../../../probe/plan/suggest-value.ts";
import { wrongRequests } from "../../../probe/plan/wrong-requests.ts";

const offered = unlessOffered("resources");

const MAX_READS = 3;
const MAX_TEMPLATES = 3;

/** Up to three of the listed resources. */
export const readResources: Step = {
  question: "read",
  skip: unlessAny("resources", (known) => known.resources),
  run: (io) =>
    Promise.all(
      names(io.known.resources, "uri")
        .slice(0, MAX_READS)
        .map((uri, index) => askTwiceIfRefused(io, "resources/read", { uri }, String(index + 1))),
    ),
};

/** One expansion of each of the first templates, with values the server itself suggests where it completes them. */
export const readTemplates: Step = {
  question: "read-template",
  skip: unlessAny("resource templates", (known) => known.templates),
  run: async (io) => {
    const templates = names(io.known.templates, "uriTemplate").slice(0, MAX_TEMPLATES);
    for (const [index, template] of templates.entries()) await readTemplate(io, template, index + 1);
  },
};

const readTemplate = async (io: StepIO, template: string, number: number): Promise<void> => {
  const completes = has(io.known, "completions");
  const values: Record<string, string> = {};
  for (const variable of templateVariables(template)) {
    const suggested = completes
      ? await suggestValue(io, { type: "ref/resource", uri: template }, variable, `${number}-complete`)
      : undefined;
    values[variable] = suggested ?? exampleValue(variable);
  }
  const real = expandTemplate(template, values);
  if (real.ok) await io.ask("resources/read", { uri: real.uri }, { as: String(number) });
  const unreal = expandTemplate(
    template,
    Object.fromEntries(Object.keys(values).map((name) => [name, "mcptest-no-such-value"])),
  );
  if (unreal.ok && Object.keys(values).length > 0 && !io.isPolite) {
    await io.ask("resources/read", { uri: unreal.uri }, { as: `${number}-unreal`, deliberate: true });
  }
};

/** A well-formed uri that names nothing: in a scheme of its own, and beside a listed resource. */
export const unknownResource: Step = {
  question: "unknown-resource",
  deliberate: true,
  skip: offered,
  run: (io) => {
    const [listed] = io.known.resources;
    const beside = stringMember(listed, "uri");
    return Promise.all([
      io.ask("resources/read", { uri: "mcptest://no/such/resource" }),
      ...(beside === undefined
        ? []
        : [io.ask("resources/read", { uri: `${beside}-mcptest-no-such` }, { as: "beside" })]),
    ]);
  },
};

/** Reads that cannot be served because the uri is missing or of the wrong type. */
export const malformedRead = wrongRequests(
  "malformed-read",
  offered,
  "resources/read",
  [{}],
  [{ uri: 5 }, { as: "number" }],
);

/** Text that is no uri. Nothing here points at a file: what a lax server reads would land in the capture. */
export const badUris = wrongRequests(
  "bad-uri",
  offered,
  "resources/read",
  [{ uri: "" }, { as: "empty" }],
  [{ uri: "not a uri" }, { as: "spaces" }],
  [{ uri: `mcptest://${"long/".repeat(2000)}` }, { as: "long" }],
);

/** Not beside the others: there are servers that this one ends. */
export const nulUri = wrongRequests("bad-uri-nul", offered, "resources/read", [{ uri: "mcptest://nul/\u0000" }]);
