import { counted } from "../../base/counted.ts";
import type { Json } from "../../base/json.ts";
import { readPointer } from "../../base/pointer.ts";
import type { Capture } from "../../capture/capture.ts";
import { DEFAULT_STANDARD, type EvidenceValue, type Figures } from "../../scores/discoverability/discoverability.ts";
import { criterionText } from "../../scores/discoverability/standard.ts";
import type { CertificateBody, CertifiedCriterion } from "../verify/certificate.ts";
import { standardVersion } from "../verify/standard-version.ts";
import { make, type PageElement } from "./dom.ts";
import type { Examined, Recomputed } from "./examine.ts";
import { chip, facts, hash, plain, said, saidJson } from "./said.ts";

/** A criterion over a thousand tools reads thousands of places; the hash covers them all, a reader does not need to. */
const MOST_SHOWN = 100;
const LONGEST_REQUEST = 4_000;
const LONGEST_VALUE = 600;

/** Each criterion as certified, and beside it what the capture shows. */
export const showCriteria = (body: CertificateBody, examined: Examined): PageElement => {
  const { capture, recomputed, verification } = examined;
  const signed = verification?.signature_holds ?? false;
  const version = standardVersion(body.standard) ?? DEFAULT_STANDARD;
  return make(
    "div",
    {},
    ...body.criteria.map((certified) => {
      const again = recomputed?.get(certified.id);
      const { title, checks } = criterionText(certified.id, version);
      const trouble = again !== undefined && !agrees(certified, again);
      return make(
        "details",
        { class: `cause ${trouble ? "error" : certified.pass ? "" : "warning"}`, ...(trouble ? { open: "" } : {}) },
        make(
          "summary",
          {},
          `${certified.id} ${title} `,
          saidChip(certified, signed),
          " ",
          again ? comparedChip(certified, again) : chip("none", "not recomputed"),
        ),
        make("p", { class: "soft" }, `Checked: ${checks}.`),
        facts([
          ["Certified hash", hash(certified.evidence_sha256)],
          ["Recomputed hash", again && hashMade(certified, again)],
          ["Capture shows", again && `${again.verdict.pass ? "pass" : "fail"}: ${plain(again.verdict.detail, 600)}`],
          ["Measured", figures(body.measured?.[certified.id], body.volatile?.[certified.id])],
        ]),
        again && capture ? showEvidence(again, capture) : null,
      );
    }),
  );
};

const agrees = ({ pass, evidence_sha256 }: CertifiedCriterion, { verdict, sha256 }: Recomputed): boolean =>
  verdict.pass === pass && sha256 === evidence_sha256;

/** Without a signature that holds, nothing is certified and nothing is green. */
const saidChip = ({ pass }: CertifiedCriterion, signed: boolean): PageElement => {
  const word = pass ? "pass" : "fail";
  return signed ? chip(pass ? "pass" : "warn", `certified: ${word}`) : chip("none", `written: ${word}`);
};

const comparedChip = (certified: CertifiedCriterion, again: Recomputed): PageElement => {
  if (agrees(certified, again)) return chip("pass", "evidence matches");
  return chip("fail", again.sha256 === certified.evidence_sha256 ? "capture says otherwise" : "evidence differs");
};

const hashMade = ({ evidence_sha256 }: CertifiedCriterion, { sha256 }: Recomputed): PageElement =>
  make(
    "span",
    {},
    hash(sha256) ?? "none: the evidence has no canonical form",
    sha256 === evidence_sha256 ? " matches" : " differs",
  );

const figures = (stable: Figures | undefined, volatile: Figures | undefined): PageElement | undefined => {
  const words = (list: Figures | undefined, more: string): string[] =>
    Object.entries(list ?? {}).map(
      ([name, value]) => `${plain(name.replaceAll("_", " "), 40)} ${plain(String(value), 60)}${more}`,
    );
  const all = [...words(stable, ""), ...words(volatile, " (varies)")].slice(0, MOST_SHOWN);
  return all.length === 0 ? undefined : make("bdi", {}, all.join(" · "));
};

const showEvidence = ({ verdict: { evidence } }: Recomputed, capture: Capture): PageElement => {
  const { requests, values } = evidence;
  return make(
    "div",
    { class: "evidence" },
    make("h3", {}, counted(requests.length, "request")),
    ...requests
      .slice(0, MOST_SHOWN)
      .map(({ exchange, message }) =>
        make(
          "div",
          {},
          make("p", { class: "small soft" }, "Exchange ", said(String(exchange), 80)),
          make("pre", {}, saidJson(message, LONGEST_REQUEST)),
        ),
      ),
    more(requests.length),
    make("h3", {}, `${counted(values.length, "place")} read`),
    make("ul", { class: "places" }, ...values.slice(0, MOST_SHOWN).map((value) => showPlace(value, capture))),
    more(values.length),
  );
};

const showPlace = (place: EvidenceValue, capture: Capture): PageElement => {
  const where = place.exchange === null ? "session" : String(place.exchange);
  return make(
    "li",
    {},
    make("p", {}, said(where, 80), " ", make("code", {}, plain(place.pointer || "(all of it)", 200))),
    "value" in place
      ? make("pre", {}, saidJson(place.value, LONGEST_VALUE))
      : make(
          "div",
          {},
          make("pre", {}, saidJson(valueAt(place, capture), LONGEST_VALUE)),
          make("p", { class: "small soft" }, "sha256 ", hash(place.sha256) ?? "none"),
        ),
  );
};

const valueAt = ({ exchange, pointer }: EvidenceValue, capture: Capture): Json => {
  const root = exchange === null ? capture : capture.exchanges.find((one, index) => (one.id ?? index) === exchange);
  return readPointer(root, pointer) ?? null;
};

const more = (count: number): PageElement | null =>
  count > MOST_SHOWN
    ? make("p", { class: "small soft" }, `… and ${count - MOST_SHOWN} more; the hash covers them too`)
    : null;
