// docs/sdks.md: what each SDK fails by itself.

import type { SdkSummary, SdkVersion } from "../../src/judge/corpus/sdk.ts";

export const renderSdks = (sdks: readonly SdkSummary[]): string =>
  [
    "# What each SDK brings along",
    "",
    "Made by `npm run docs` from the recordings in `test/captures/sdks`; `mcptest sdk` prints the same. Two servers were recorded on each",
    "version: one with a single tool, and one with everything the SDK offers by itself (structured results, resources and templates, prompts,",
    "completion, logging, subscriptions, pages, resumable streams, tasks; on the Rust SDK only the first). Both are as faultless as an author",
    "can make them: foreign `Origin` and `Host` headers are refused, arguments are checked, and an error has the right code wherever the SDK",
    "lets its user choose one. What they still fail is not the author's fault. The only remedies are another version or a [baseline](ci.md).",
    "",
    "A failure is called the SDK's only if two things hold. The session gives the SDK away: at least two answers that no other SDK gives, and",
    "agreement in most others. And every failing item was asked and answered as in a recording of that version. Anything else that fails on a",
    "recognised SDK is the author's (`yours`). Where no SDK is recognised, the origin is `unknown`, which counts like `yours`.",
    "",
    "The C# SDK is missing: a published C# server shows what its author did as well as what the SDK does, and building the smallest one needs",
    "the .NET SDK. What fails on a C# server is therefore `unknown`.",
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
