import { type ProbeRequest, planProbe } from "../../areas/probe-target.ts";
import type { Target } from "../../capture/target.ts";
import { render } from "../../report/render.ts";
import { planView } from "../../report/views/plan.ts";
import { withRules } from "../../scores/result/rule-plan.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Console } from "../terminal/console.ts";
import { watchInterrupts } from "../terminal/interrupt.ts";

/** `--plan`: what a run would send and which tools it would call. */
export const printPlan = async (target: Target, planned: ProbeRequest, console: Console): Promise<ExitCode> => {
  const interrupt = watchInterrupts();
  try {
    const described = await planProbe(target, { ...planned, signal: interrupt.signal });
    // An audit asks for its criteria, not for rules.
    const plan = planned.plan === "audit" ? described : withRules(described);
    console.out(render(planView, plan, "pretty", console));
    return interrupt.code ?? (plan.learned === "nothing" ? EXIT.unreachable : EXIT.ok);
  } finally {
    interrupt.release();
  }
};
