import { withAsks } from "../../check/rule-asks.ts";
import { embeddedTexts } from "../../corpus-io/embedded.ts";
import { nearestNames } from "../../model/nearest-names.ts";
import { normalRuleId } from "../../model/rule-id.ts";
import { render } from "../../report/render.ts";
import { explainView } from "../../report/views/rules/explain.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { type ListFlags, readListFormat } from "../flags/choice.ts";
import type { Console } from "../terminal/console.ts";
import { quoted, UsageError } from "../usage-error.ts";

/** `mcptest explain <id>`. */
export const runExplain = (flags: ListFlags, typed: string, console: Console): ExitCode => {
  const format = readListFormat(flags);
  const rules = embeddedTexts();
  const ids = rules.map(({ id }) => id);
  const wanted = normalRuleId(typed);
  const rule = rules.find(({ id }) => id === wanted);
  if (!rule) {
    const near = nearestNames(wanted, ids);
    throw new UsageError(
      `there is no rule ${quoted(typed)}; ${near.length > 0 ? `did you mean ${near.join(", ")}?` : "list them with mcptest compliance rules"}`,
    );
  }
  console.out(render(explainView, withAsks(rule), format, console));
  return EXIT.ok;
};
