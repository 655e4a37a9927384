// The command line of the process entries.

import { parseArgs } from "node:util";
import { mutantOptions, nearMissOptions } from "../areas/tables.ts";
import type { HttpServerOptions } from "./http/http-server.ts";
import { isRevision, type Revision } from "./revisions.ts";
import type { Feature, OptionalExtension, ServerEra } from "./server-core.ts";

export interface MainOptions extends HttpServerOptions {
  port: number;
}

export function readArguments(args: string[]): MainOptions {
  const { values } = parseArgs({
    args,
    options: {
      era: { type: "string", default: "dual" },
      revisions: { type: "string" },
      mutant: { type: "string" },
      "near-miss": { type: "string" },
      without: { type: "string" },
      offers: { type: "string" },
      port: { type: "string", default: "0" },
      sse: { type: "boolean", default: false },
      "slow-ms": { type: "string" },
      "client-timeout-ms": { type: "string" },
    },
  });
  return {
    era: readEra(values.era),
    port: Number(values.port),
    ...(values.sse ? { sse: true } : {}),
    ...(values.mutant === undefined ? {} : mutantOptions(values.mutant)),
    ...(values["near-miss"] === undefined ? {} : nearMissOptions(values["near-miss"])),
    ...(values.revisions === undefined ? {} : { revisions: values.revisions.split(",").map(readRevision) }),
    // The names are those of the type Feature; an unknown one simply leaves nothing out.
    ...(values.without === undefined ? {} : { without: values.without.split(",") as Feature[] }),
    ...(values.offers === undefined ? {} : { offers: values.offers.split(",") as OptionalExtension[] }),
    ...(values["slow-ms"] === undefined ? {} : { slowMs: Number(values["slow-ms"]) }),
    ...(values["client-timeout-ms"] === undefined
      ? {}
      : { clientRequestTimeoutMs: Number(values["client-timeout-ms"]) }),
  };
}

function readEra(value: string): ServerEra {
  if (value === "stateful" || value === "stateless" || value === "dual" || value === "http+sse") return value;
  throw new Error(`Unknown era ${value}`);
}

function readRevision(value: string): Revision {
  if (isRevision(value)) return value;
  throw new Error(`Unknown revision ${value}`);
}
