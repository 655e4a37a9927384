import type { GateResult } from "../../model/suite-result.ts";
import { show } from "../capture-head.ts";
import type { Style } from "../style.ts";

/** One line per gate, and below a gate that was not met what it found. */
export const gateLines = (gates: readonly GateResult[], style: Style, quiet: boolean): string[] =>
  gates.flatMap(({ pass, line, details }) => [
    (pass ? style.green : style.red)(show(line, 2_000)),
    ...(quiet ? [] : details.map((detail) => style.dim(`  ${show(detail, 400)}`))),
  ]);
