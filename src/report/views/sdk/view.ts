import type { Level } from "../../../judge/core/rule.ts";
import type { SdkSummary } from "../../../judge/corpus/sdk.ts";
import type { ReportView } from "../../report.ts";
import { show, type Terminal } from "../../terminal/terminal.ts";

/** What each SDK fails by itself: the list, or one of them in detail. */
export const sdkView = {
  pretty: ({ sdks, detailed }, terminal) => [
    ...sdks.flatMap((sdk) => (detailed ? details(sdk, terminal) : overview(sdk, terminal))),
    ...(detailed
      ? []
      : [
          terminal.dim("Each line is the smallest faultless server on that version; what it fails comes with the SDK."),
          terminal.dim("mcptest sdk <name> shows what fails, and by which answers the SDK is recognised."),
        ]),
  ],
  json: ({ sdks }) => sdks,
} as const satisfies ReportView<{ readonly sdks: readonly SdkSummary[]; readonly detailed: boolean }>;

const overview = ({ id, name, versions }: SdkSummary, { bold, dim }: Terminal): string[] => [
  `${bold(show(name, 60))} ${dim(show(id, 40))}`,
  ...versions.map(({ version, grade, revision, failures }) => {
    const count = (wanted: Level): number =>
      failures.filter(({ level, advisory, older }) => level === wanted && !advisory && !older).length;
    return `  ${version.padEnd(8)} ${(grade ?? "?").padEnd(2)}  ${revision}  ${count("MUST")} MUST, ${count("SHOULD")} SHOULD failed`;
  }),
  "",
];

const details = (sdk: SdkSummary, terminal: Terminal): string[] => {
  const { bold, dim, paragraph } = terminal;
  return [
    bold(show(sdk.name, 60)),
    ...paragraph(`${sdk.packages.join(", ")} · reports go to ${sdk.issues}`, 2, 2).map(dim),
    ...sdk.versions.flatMap(({ version, grade, revision, transports, failures }) => [
      "",
      bold(`${version}  ${grade ?? "?"}  ${revision}, ${transports.join(" and ")}`),
      ...failures.flatMap(({ id, level, advisory, older, title, transports: over, note, upstream }) => {
        const where = over.length < transports.length ? ` (${over.join(", ")} only)` : "";
        const more = [...(note === undefined ? [] : [note]), ...(upstream ?? [])].join("; ");
        return paragraph(
          `${id} ${advisory ? "warning" : level} ${title}${older ? " (in older revisions)" : ""}${where}${more === "" ? "" : `. ${more}`}`,
          4,
          2,
        );
      }),
    ]),
    "",
    bold("Recognised by"),
    ...sdk.recognised_by.flatMap(({ telltale, answer, versions }) =>
      paragraph(`${telltale}: ${show(answer, 120)} (${versions})`, 4, 2),
    ),
    "",
  ];
};
