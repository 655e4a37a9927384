import type { Section } from "../../src/judge/core/rule.ts";
import type { RuleText, TextSince } from "../../src/judge/corpus/rule-text.ts";

const TITLES: Readonly<Record<Section, string>> = {
  lifecycle: "Lifecycle and messages",
  transport: "Transports and headers",
  auth: "Authorization",
  tools: "Tools",
  resources: "Resources and templates",
  prompts: "Prompts",
  utilities: "Utilities: completion, logging, pagination, progress, cancellation, ping, subscriptions, caching",
  "client-features": "Client features: sampling, roots, elicitation, input rounds",
  extensions: "Extensions and tasks",
  schema: "Schemas of messages",
  security: "Security",
};

/** One page per section, of all rules; the others are needed for links. */
export const renderSection = (section: Section, all: readonly RuleText[]): string => {
  const rules = all.filter((rule) => rule.section === section && rule.class === "implemented");
  const pages = new Map(all.map((rule) => [rule.id, rule.section === section ? "" : `${rule.section}.md`]));
  return [
    `# ${TITLES[section]}`,
    "",
    `The rules of the section \`${section}\`, made from \`compliance/\` by \`npm run docs\`. \`mcptest explain <id>\` prints one of them.`,
    "",
    ...rules.flatMap((rule) => renderRule(rule, pages)),
  ].join("\n");
};

const renderRule = (rule: RuleText, pages: ReadonlyMap<string, string>): string[] => [
  `## ${rule.id}`,
  "",
  `**${escapeMarkdown(rule.title)}**`,
  "",
  `| revision | level | page |`,
  `| --- | --- | --- |`,
  ...rule.revisions.map(
    ({ revision, level, advisory, spec }) =>
      `| ${revision} | ${level}${advisory ? " (warning only)" : ""} | [spec](${spec}) |`,
  ),
  "",
  ...block("What it means", rule.means),
  `*Why it matters.* ${escapeMarkdown(rule.why)}`,
  "",
  ...asked(rule.asks ?? []),
  ...(rule.probe.length === 0 ? [] : block("How it is probed", rule.probe)),
  "*A failing server sends*",
  "",
  "```text",
  rule.example,
  "```",
  "",
  `*How to fix it.* ${escapeMarkdown(rule.fix)}`,
  "",
  ...(rule.implied_by === undefined
    ? []
    : [
        `*Follows from* [${rule.implied_by}](${pages.get(rule.implied_by) ?? ""}#${rule.implied_by.toLowerCase()}).`,
        "",
      ]),
];

const asked = (asks: readonly string[]): string[] =>
  asks.length === 0 ? [] : ["*What is asked*", "", ...asks.map((phrase) => `- ${escapeMarkdown(phrase)}`), ""];

const block = (title: string, texts: readonly TextSince[]): string[] =>
  texts.length === 1
    ? [`*${title}.* ${escapeMarkdown(texts[0]?.text ?? "")}`, ""]
    : [`*${title}*`, "", ...texts.map(({ since, text }) => `- from ${since}: ${escapeMarkdown(text)}`), ""];

/** Angle brackets and stars of a rule's text are meant as they stand. */
const escapeMarkdown = (text: string): string => text.replace(/[<>*_`|[\]]/g, (character) => `\\${character}`);

/** What is not checked, with the reasons. */
export const renderNotChecked = (rules: readonly RuleText[]): string => {
  const table = (kind: RuleText["class"]): string[] => [
    "| id | requirement | why it is not checked |",
    "| --- | --- | --- |",
    ...rules
      .filter((rule) => rule.class === kind)
      .map((rule) => `| ${rule.id} | ${escapeMarkdown(rule.title)} | ${escapeMarkdown(rule.class_reason)} |`),
  ];
  const count = (kind: RuleText["class"]): number => rules.filter((rule) => rule.class === kind).length;
  return [
    "# What we do not check, and why",
    "",
    `Of ${rules.length} requirements on servers in all revisions ${count("implemented")} are checked. This page lists the others; it is made from \`compliance/ids.txt\` by \`npm run docs\`.`,
    "",
    `## Nothing can fail them (${count("informational")})`,
    "",
    ...table("informational"),
    "",
    `## They cannot be observed from outside (${count("excluded")})`,
    "",
    ...table("excluded"),
    "",
    ...(count("withdrawn") > 0
      ? [`## Withdrawn: the text does not carry them (${count("withdrawn")})`, "", ...table("withdrawn"), ""]
      : []),
    ...(count("planned") > 0 ? [`## Not yet (${count("planned")})`, "", ...table("planned"), ""] : []),
  ].join("\n");
};
