import { nearestNames } from "../../base/nearest-names.ts";
import { isClientRule, normalRuleId } from "../../judge/corpus/rule-id.ts";
import { embeddedClientTexts, embeddedTexts } from "../../judge/corpus-files/embedded.ts";
import { embeddedSdks } from "../../judge/corpus-files/sdk-embedded.ts";
import { summarizeSdks } from "../../judge/origin/summarize.ts";
import { printJson as printJsonText } from "../../report/escape/json.ts";
import { render } from "../../report/render.ts";
import { foundView } from "../../report/views/check/found.ts";
import { explainView } from "../../report/views/rules/explain.ts";
import { explainWorkView } from "../../report/views/rules/explain-work.ts";
import { topicView } from "../../report/views/rules/topic.ts";
import { sdkView } from "../../report/views/sdk/view.ts";
import { explainedTopics } from "../../scores/result/explained-topics.ts";
import { readResult } from "../../scores/result/read-result.ts";
import type { Result } from "../../scores/result/result.ts";
import { withAsks } from "../../scores/result/rule-plan.ts";
import { WORK_IDS } from "../../scores/tools/tool-outcomes.ts";
import { WORK_RULES } from "../../scores/tools/work-rules.ts";
import type { explain, sdk } from "../commands/check.ts";
import type { CallOf } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { readingFile, readUserFile } from "../files/read-file.ts";
import { readListFormat } from "../flags/common-flags.ts";
import type { Console } from "../terminal/console.ts";
import { quoted, UsageError } from "../usage-error.ts";

/** `mcptest explain <id>`. */
export const runExplain = async ({ args, flags, console }: CallOf<typeof explain>): Promise<ExitCode> => {
  const typed = args.id;
  const format = readListFormat(flags);
  const result = flags.result === undefined ? undefined : readResultFile(flags.result);
  const rules = [...embeddedTexts(), ...embeddedClientTexts()];
  const wanted = normalRuleId(typed);
  const work = WORK_IDS.find((id) => id === wanted);
  if (work) {
    const explained = { id: work, ...WORK_RULES[work] };
    if (format === "json") return printJson(explained, work, result, console);
    console.out(render(explainWorkView, explained, format, console));
    return printFound(work, result, console);
  }
  const rule = rules.find(({ id }) => id === wanted);
  if (rule) {
    const asked = isClientRule(rule.id) ? rule : withAsks(rule);
    if (format === "json") return printJson(asked, rule.id, result, console);
    console.out(render(explainView, asked, format, console));
    return printFound(rule.id, result, console);
  }
  const topics = await explainedTopics();
  const same = (id: string): boolean => id.toLowerCase() === typed.trim().toLowerCase();
  const topic = topics.find(({ id }) => same(id));
  if (topic) {
    if (format === "json") return printJson(topic, topic.id, result, console);
    console.out(render(topicView, topic, format, console));
    return printFound(topic.id, result, console);
  }
  const near = nearestNames(wanted, [...rules.map(({ id }) => id), ...WORK_IDS, ...topics.map(({ id }) => id)]);
  throw new UsageError(
    `there is no rule ${quoted(typed)}; ${near.length > 0 ? `did you mean ${near.join(", ")}?` : "list them with mcptest compliance rules"}`,
  );
};

const printJson = (explained: object, id: string, result: Result | undefined, console: Console): ExitCode => {
  const found = result && {
    verdicts: result.verdicts.filter((one) => one.id === id),
    invariants: result.invariants.filter((one) => one.id === id),
    tool_findings: (result.role === undefined ? (result.tool_findings ?? []) : []).filter((one) => one.id === id),
    criteria: result.discoverability?.criteria.filter((one) => one.id === id) ?? [],
  };
  console.out(printJsonText(found ? { ...explained, found } : explained));
  return EXIT.ok;
};

const printFound = (id: string, result: Result | undefined, console: Console): ExitCode => {
  if (result) console.out(render(foundView, { id, result }, "pretty", console));
  return EXIT.ok;
};

const readResultFile = (path: string): Result => readingFile(path, () => readResult(readUserFile(path), path));

/** `mcptest sdk`: what each SDK fails by itself; with a name, one of them in detail. */
export const runSdk = ({ args, flags, console }: CallOf<typeof sdk>): ExitCode => {
  const { name } = args;
  const format = readListFormat(flags);
  const all = summarizeSdks(embeddedSdks());
  const sdks = name === undefined ? all : all.filter(({ id }) => id === name);
  if (sdks.length === 0)
    throw new UsageError(`no SDK is named ${JSON.stringify(name)}; known are ${all.map(({ id }) => id).join(", ")}`);
  console.out(render(sdkView, { sdks, detailed: name !== undefined }, format, console));
  return EXIT.ok;
};
