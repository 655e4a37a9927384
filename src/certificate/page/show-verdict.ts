import type { CertificateBody, Verification } from "../verify/certificate.ts";
import { issuerLine, observationLine } from "../view/words.ts";
import { make, type PageElement } from "./dom.ts";
import { chip, facts, hash, plain, said } from "./said.ts";
import type { CheckRow } from "./verdict.ts";

const CHIPS = { holds: "pass", fails: "fail", "not checked": "none" } as const;

export const showChecks = (rows: readonly CheckRow[]): PageElement =>
  make(
    "ul",
    { class: "checks card" },
    ...rows.map(({ name, state, lines }) =>
      make(
        "li",
        { "data-state": state },
        make("strong", {}, name),
        chip(CHIPS[state], state),
        make("div", {}, ...lines.map((line) => make("p", {}, line))),
      ),
    ),
  );

/** What the certificate says; the verdict says whether to trust it. */
export const showAsserted = (body: CertificateBody, verification: Verification | null): PageElement => {
  const { issuer = null, at, certificate_sha256: name } = verification ?? {};
  const caution = cautionFor(verification);
  return make(
    "div",
    { class: verification?.signature_holds ? "card" : "card doubtful" },
    caution === null ? null : make("p", { class: "warning" }, caution),
    make(
      "div",
      { class: "hero" },
      make("div", { class: verification?.valid ? `letter grade-${body.grade}` : "letter" }, body.grade),
      make(
        "div",
        {},
        make("p", { class: "target" }, said(body.subject.server_url)),
        make(
          "p",
          { class: "headline" },
          `Grade ${body.grade}, `,
          said(body.passes, 10),
          " criteria, by ",
          said(body.standard, 80),
        ),
      ),
    ),
    facts([
      ["Observed", said(body.observed_at, 40)],
      ["Source", observationLine(body)],
      ["Expires", said(body.expires_at, 40)],
      ["Compared with", at],
      ["Signed by", issuer ? issuerLine(issuer, body) : `"${plain(body.issuer, 80)}" (a claim)`],
      ["Issuer's key", hash(body.issuer_pubkey_spki_hex)],
      ["Delivery", said(body.delivery)],
      ["Grade capped", body.honesty_cap === null ? undefined : said(body.honesty_cap)],
      ["MCP revision", said(body.spec_pins.mcp_spec, 40)],
      ["Level", body.level],
      ["Made with", body.tool && said(`${plain(body.tool.name, 60)} ${plain(body.tool.version, 40)}`)],
      ["Statement", said(body.statement, 1_000)],
      ["Note", said(body.note, 1_000)],
      ["Certificate", hash(name)],
      ["Capture", hash(body.capture_sha256)],
      ["Tools", hash(body.surface_sha256)],
    ]),
  );
};

/** What a reader must know first, if anything. */
const cautionFor = (verification: Verification | null): string | null => {
  if (verification === null) return "The signature was not checked: do not rely on any of this.";
  if (!verification.signature_holds)
    return "The signature does not hold, so nobody vouches for this. Do not rely on any of it.";
  if (!verification.issuer?.trusted) return "This is not signed by anyone you trust.";
  return verification.body?.observed === "supplied-capture"
    ? "The issuer was handed this session and did not ask the server: only what stands in the capture is vouched for."
    : null;
};
