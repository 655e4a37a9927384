import type { ReportView } from "../../report/report.ts";
import { show, type Terminal } from "../../report/terminal/terminal.ts";
import { wrapText } from "../../report/terminal/wrap-text.ts";
import type { CriterionId, Figures } from "../../scores/discoverability/discoverability.ts";
import type { CertificateBody, Verification } from "../verify/certificate.ts";
import { failureLine, observationLine } from "./words.ts";

export interface ShownCertificate {
  /** What it says, whether or not that is signed. */
  readonly body: CertificateBody;
  /** A bare check of it. */
  readonly verification: Verification;
  readonly titles: Readonly<Record<CriterionId, string>>;
}

/** A certificate for a person to read. It says nothing about whether to trust it. */
export const certificateView = {
  pretty: ({ body, verification, titles }, terminal) => {
    const { bold, dim, green, red, width } = terminal;
    const row = (label: string, text: string): string => `  ${dim(label.padEnd(11))} ${text}`;
    const long = (label: string, text: string): string[] => terminal.row(label, text, { label: 11 });
    const optional = (label: string, text: string | null | undefined, length = 80): string[] =>
      typeof text === "string" ? [row(label, show(text, length))] : [];
    return [
      bold(show(body.subject.server_url)),
      row("grade", `${bold(body.grade)} · ${show(body.passes, 10)} · ${show(body.standard, 80)}`),
      ...optional("cap", body.honesty_cap, 200),
      ...long("delivery", show(body.delivery, 400)),
      row("level", body.level),
      row("revision", show(body.spec_pins.mcp_spec, 40)),
      row("observed", show(body.observed_at, 40)),
      ...optional("source", observationLine(body), 120),
      row("expires", show(body.expires_at, 40)),
      row("issuer", show(body.issuer, 120)),
      row("key", show(body.issuer_pubkey_spki_hex, 100)),
      ...optional("made with", body.tool && `${body.tool.name} ${body.tool.version}`),
      "",
      ...body.criteria.flatMap(({ id, pass, evidence_sha256: hash }) => {
        const figures = figureWords(body, id);
        return [
          `  ${pass ? green("✓") : red("✗")} ${id.padEnd(3)} ${titles[id].padEnd(32)} ${dim(`evidence ${hash.slice(0, 16)}…`)}`,
          ...(figures === "" ? [] : [dim(`        ${figures}`)]),
        ];
      }),
      "",
      row("certificate", verification.certificate_sha256 ?? ""),
      ...optional("capture", body.capture_sha256),
      ...optional("tools", body.surface_sha256),
      ...optional("ruleset", body.ruleset_sha256),
      ...long("statement", show(body.statement, 1_000)),
      ...long("note", show(body.note, 1_000)),
      "",
      ...verdict(verification, terminal).flatMap((line) => wrapText(line, width)),
    ];
  },
  json: ({ body }) => body,
} as const satisfies ReportView<ShownCertificate>;

const figureWords = ({ measured, volatile }: CertificateBody, id: CriterionId): string => {
  const words = (figures: Figures | undefined, more = ""): string[] =>
    Object.entries(figures ?? {}).map(
      ([name, value]) => `${show(name.replaceAll("_", " "), 40)} ${show(String(value), 60)}${more}`,
    );
  return [...words(measured?.[id]), ...words(volatile?.[id], " (varies)")].join(" · ");
};

const verdict = ({ signature_holds: holds, failures }: Verification, { red, yellow }: Terminal): string[] => [
  ...failures.map((failure) => `${red("✗")} ${failureLine(failure)}`),
  holds
    ? yellow(
        "The signature fits the key inside the certificate. Run mcptest cert verify to check that you trust that key.",
      )
    : red("Nothing above is signed: do not rely on any of it."),
];
