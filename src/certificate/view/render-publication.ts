import { renderBadge } from "../../report/formats/badge.ts";
import { renderBadgeJson } from "../../report/formats/badge-json.ts";
import { renderPublishedPage } from "../../report/formats/html/published-page.ts";
import type { CertificateBody, Verification } from "../verify/certificate.ts";
import { certificateBadge, publishedCertificate } from "./published.ts";

export interface Publication {
  readonly body: CertificateBody;
  /** Its failures are what was taken back; anything else is not published. */
  readonly verification: Verification;
  /** Names of the files beside the page, and what each is. */
  readonly files: readonly (readonly [string, string])[];
}

/** What stands beside a published certificate for people to look at. */
export const renderPublication = ({ body, verification, files }: Publication) => {
  const badge = certificateBadge(body, verification);
  return {
    "badge.svg": renderBadge(badge),
    "badge.json": renderBadgeJson(badge),
    "index.html": renderPublishedPage({ ...publishedCertificate(body, verification), files }),
  } as const;
};
