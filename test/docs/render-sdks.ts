// docs/sdks.md: what each SDK fails by itself.

import type { SdkSummary, SdkVersion } from "../../src/model/sdk.ts";

export const renderSdks = (sdks: readonly SdkSummary[]): string =>
  [
    "# What each SDK brings along",
    "",
    "Made from the recordings in `test/captures/sdks` by `npm run docs`. Each row is the smallest faultless server on one version of",
    "an SDK: one tool, one resource and one prompt, and everything done right that the SDK leaves to its users (foreign `Origin` and",
    "`Host` headers refused, arguments checked). What such a server fails, every server on that version fails, so it is not its",
    "author's fault: the only remedies are another version, or a [baseline](ci.md). `mcptest sdk` prints the same.",
    "",
    "A failure is called the SDK's only where a session betrays the SDK, by at least two answers that no other SDK gives and by",
    "agreement in most others, and where every failing item was asked and answered as in the recording. Anything else that fails on a",
    "recognised SDK is the author's (`yours`); where no SDK is recognised, the origin is `unknown` and counts like `yours`.",
    "",
    "| SDK | version | newest revision | over | grade | failed MUST | failed SHOULD |",
    "|---|---|---|---|---|---|---|",
    ...sdks.flatMap(({ name, versions }) => versions.map((version) => row(name, version))),
    ...sdks.flatMap(section),
    "",
  ].join("\n");

const row = (name: string, { version, revision, transports, grade, failures }: SdkVersion): string => {
  const ids = (level: string): string =>
    failures
      .filter((failure) => failure.level === level && !failure.advisory && !failure.older)
      .map(({ id }) => id)
      .join(" ");
  return `| ${name} | ${version} | ${revision} | ${transports.join(", ")} | ${grade ?? "none"} | ${ids("MUST")} | ${ids("SHOULD")} |`;
};

const section = ({ name, packages, issues, versions, recognised_by }: SdkSummary): readonly string[] => {
  const ids = [...new Set(versions.flatMap(({ failures }) => failures.map(({ id }) => id)))].sort();
  return [
    "",
    `## ${name}`,
    "",
    `${packages.map((one) => `\`${one}\``).join(", ")} · [issues](${issues})`,
    "",
    "| rule | | fails in | over | known as |",
    "|---|---|---|---|---|",
    ...ids.flatMap((id) => {
      const failing = versions.flatMap((version) =>
        version.failures.filter((one) => one.id === id).map((one) => ({ version, one })),
      );
      const last = failing.at(-1)?.one;
      if (!last) return [];
      const level = `${last.level}${last.advisory ? ", warning" : ""}${failing.every(({ one }) => one.older) ? ", older revisions only" : ""}`;
      const over = [...new Set(failing.flatMap(({ one }) => one.transports))].join(", ");
      const known = [last.note ?? "", ...(last.upstream ?? [])].filter((text) => text !== "").join("; ");
      return [
        `| ${id} | ${level}: ${last.title} | ${failing.map(({ version }) => version.version).join(", ")} | ${over} | ${known} |`,
      ];
    }),
    "",
    "Recognised by:",
    "",
    "| asked | answered | versions |",
    "|---|---|---|",
    ...recognised_by.map(
      ({ telltale, answer, versions: range }) =>
        `| ${telltale} | \`${answer.replaceAll("|", "\\|").replaceAll("`", "'")}\` | ${range} |`,
    ),
  ];
};
