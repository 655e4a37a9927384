import type { CertificateBody, Verification } from "../../model/certificate.ts";
import type { CriterionId, Figures } from "../../model/discoverability.ts";
import { show } from "../capture-head.ts";
import { createStyle, type Style } from "../style.ts";
import { wrapText } from "../wrap-text.ts";
import { failureLine } from "./words.ts";

export interface ShownCertificate {
  /** What it says, whether or not that is signed. */
  readonly body: CertificateBody;
  /** A bare check of it. */
  readonly verification: Verification;
  readonly titles: Readonly<Record<CriterionId, string>>;
}

/** A certificate for a person to read. Nothing here says that it may be believed. */
export const renderCertificate = (
  { body, verification, titles }: ShownCertificate,
  { color, width }: { readonly color: boolean; readonly width: number },
): string => {
  const style = createStyle(color);
  const row = (label: string, text: string): string => `  ${style.dim(label.padEnd(11))} ${text}`;
  const long = (label: string, text: string): string[] =>
    wrapText(text, Math.max(20, width - 14)).map((line, index) => row(index === 0 ? label : "", line));
  const optional = (label: string, text: string | undefined): string[] =>
    text === undefined ? [] : [row(label, show(text, 80))];
  return `${[
    style.bold(show(body.subject.server_url, 200)),
    row("grade", `${style.bold(body.grade)} · ${show(body.passes, 10)} · ${show(body.standard, 80)}`),
    ...(body.honesty_cap === null ? [] : [row("cap", show(body.honesty_cap, 200))]),
    ...long("delivery", show(body.delivery, 400)),
    row("level", body.level),
    row("revision", show(body.spec_pins.mcp_spec, 40)),
    row("observed", show(body.observed_at, 40)),
    row("expires", show(body.expires_at, 40)),
    row("issuer", show(body.issuer, 120)),
    row("key", show(body.issuer_pubkey_spki_hex, 100)),
    ...optional("made with", body.tool && `${body.tool.name} ${body.tool.version}`),
    "",
    ...body.criteria.flatMap(({ id, pass, evidence_sha256: hash }) => [
      `  ${pass ? style.green("✓") : style.red("✗")} ${id.padEnd(3)} ${titles[id].padEnd(32)} ${style.dim(`evidence ${hash.slice(0, 16)}…`)}`,
      ...figureLines(body, id, style),
    ]),
    "",
    row("certificate", verification.certificate_sha256 ?? ""),
    ...optional("capture", body.capture_sha256),
    ...optional("tools", body.surface_sha256),
    ...optional("ruleset", body.ruleset_sha256),
    ...long("statement", show(body.statement, 1_000)),
    ...long("note", show(body.note, 1_000)),
    "",
    ...verdict(verification, style).flatMap((line) => wrapText(line, width)),
  ].join("\n")}\n`;
};

const figureLines = (body: CertificateBody, id: CriterionId, style: Style): string[] => {
  const text = [
    ...figureWords(body.measured?.[id]),
    ...figureWords(body.volatile?.[id]).map((words) => `${words} (varies)`),
  ];
  return text.length === 0 ? [] : [style.dim(`        ${text.join(" · ")}`)];
};

const figureWords = (figures: Figures | undefined): string[] =>
  Object.entries(figures ?? {}).map(
    ([name, value]) => `${show(name.replaceAll("_", " "), 40)} ${show(String(value), 60)}`,
  );

const verdict = ({ signature_holds: holds, failures }: Verification, style: Style): string[] => {
  const troubles = failures.map((failure) => `${style.red("✗")} ${failureLine(failure)}`);
  if (!holds) return [...troubles, style.red("What stands above is not signed: do not rely on any of it.")];
  return [
    ...troubles,
    style.yellow("The signature fits the key inside. Whether to believe that key is what mcptest cert verify is for."),
  ];
};
