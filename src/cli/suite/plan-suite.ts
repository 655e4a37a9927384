import type { ProbeRequest } from "../../areas/probe-target.ts";
import { isJsonObject, type Json } from "../../base/json.ts";
import type { Target } from "../../capture/target.ts";
import { show } from "../../report/terminal/terminal.ts";
import { describeAsked } from "../../suite/functional/report-tests.ts";
import type { FunctionalTest } from "../../suite/functional.ts";
import type { Suite } from "../../suite/suite.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { FunctionalFlags } from "../flags/common-flags.ts";
import { printPlan } from "../target/print-plan.ts";
import type { Console } from "../terminal/console.ts";
import { chooseTests } from "./choose-tests.ts";

/** `run --plan`: what the tests would ask, as it is written, and what the probe of each server would send. */
export const planSuite = async (
  suite: Suite,
  targets: ReadonlyMap<string, Target>,
  request: ProbeRequest,
  choice: FunctionalFlags,
  console: Console,
): Promise<ExitCode> => {
  const tests = suite.tests ? chooseTests(suite.tests.cases, choice) : [];
  if (tests.length > 0) {
    console.out("The tests ask what is written in the suite, also of tools that change something:\n");
    for (const test of tests) for (const line of testLines(test, suite.servers.size > 1)) console.out(`${line}\n`);
  }
  for (const target of targets.values()) {
    const code = await printPlan(target, request, console);
    if (code !== EXIT.ok) return code;
  }
  return EXIT.ok;
};

const testLines = ({ name, server, steps, repeat }: FunctionalTest, several: boolean): readonly string[] => [
  `  ${show(name, 100)}${several ? ` (${show(server, 40)})` : ""}${repeat > 1 ? `, ${repeat} times` : ""}`,
  ...steps.map(({ ask, as, repeat: times }) => {
    const given = argumentsOf(ask as unknown as Json);
    const words = [describeAsked(ask), ...(given === undefined ? [] : [given])].join(" ");
    return `    ${show(words, 200)}${as === undefined ? "" : ` as ${show(as, 40)}`}${times > 1 ? `, ${times} times` : ""}`;
  }),
];

const argumentsOf = (ask: Json): string | undefined => {
  const given = isJsonObject(ask) ? (ask["arguments"] ?? ask["params"]) : undefined;
  return given === undefined ? undefined : JSON.stringify(given);
};
