import { member, stringMember } from "../../../model/json.ts";
import { exampleValue, expandTemplate, templateVariables } from "../../arguments/expand-template.ts";
import { names, unlessAny, unlessOffered } from "../known.ts";
import type { Step, StepIO } from "../step.ts";
import { suggestValue } from "./suggest-value.ts";

const MAX_READS = 3;
const MAX_TEMPLATES = 3;

/** Up to three of the listed resources. */
export const readResources: Step = {
  name: "read",
  asks: `resources/read of up to ${MAX_READS} listed resources`,
  serves: [
    ...["RES-007", "RES-008", "RES-009", "RES-028", "RES-029", "RES-031", "SCHEMA-017", "CACHE-006", "PROTO-049"],
    "STDIO-001",
  ],
  skip: unlessAny("resources", (known) => known.resources),
  run: (io) =>
    Promise.all(
      names(io.known.resources, "uri")
        .slice(0, MAX_READS)
        .map((uri, index) => io.ask("resources/read", { uri }, { as: String(index + 1) })),
    ),
};

/** One expansion of each of the first templates, with values the server itself suggests where it completes them. */
export const readTemplates: Step = {
  name: "read-template",
  asks: "resources/read of one expansion of up to three templates, with suggested values where completion gives some",
  serves: ["RESTPL-005", "RESTPL-006", "RESTPL-007", "RESTPL-010"],
  skip: unlessAny("resource templates", (known) => known.templates),
  run: async (io) => {
    const templates = names(io.known.templates, "uriTemplate").slice(0, MAX_TEMPLATES);
    for (const [index, template] of templates.entries()) await readTemplate(io, template, index + 1);
  },
};

const readTemplate = async (io: StepIO, template: string, number: number): Promise<void> => {
  const completes = member(io.known.capabilities, "completions") !== undefined;
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
  if (unreal.ok && Object.keys(values).length > 0) {
    await io.ask("resources/read", { uri: unreal.uri }, { as: `${number}-unreal`, deliberate: true });
  }
};

/** A well-formed uri that names nothing: in a scheme of its own, and beside a listed resource. */
export const unknownResource: Step = {
  name: "unknown-resource",
  asks: "resources/read of resources that do not exist",
  serves: ["RES-003", "RES-010", "RES-011", "RESTPL-010", "PROTO-054", "PROTO-014"],
  deliberate: true,
  skip: unlessOffered("resources"),
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
export const malformedRead: Step = {
  name: "malformed-read",
  asks: "resources/read without a uri, and with a number as uri",
  serves: ["RES-030", "PROTO-022"],
  deliberate: true,
  skip: unlessOffered("resources"),
  run: (io) => Promise.all([io.ask("resources/read", {}), io.ask("resources/read", { uri: 5 }, { as: "number" })]),
};

/** Text that is no uri. Nothing here points at a file: what a lax server reads would land in the capture. */
export const badUris: Step = {
  name: "bad-uri",
  asks: "resources/read of text that is no uri: empty, spaces, ten thousand characters",
  serves: ["RES-013"],
  deliberate: true,
  skip: unlessOffered("resources"),
  run: (io) =>
    Promise.all([
      io.ask("resources/read", { uri: "" }, { as: "empty" }),
      io.ask("resources/read", { uri: "not a uri" }, { as: "spaces" }),
      io.ask("resources/read", { uri: `mcptest://${"long/".repeat(2000)}` }, { as: "long" }),
    ]),
};

/** Not beside the others: there are servers that this one ends. */
export const nulUri: Step = {
  name: "bad-uri-nul",
  asks: "resources/read of a uri with a NUL character",
  serves: ["RES-013"],
  deliberate: true,
  skip: unlessOffered("resources"),
  run: (io) => io.ask("resources/read", { uri: "mcptest://nul/\u0000" }),
};
