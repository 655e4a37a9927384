import { htmlText } from "mcptest/internal";
import type { DirectoryEntry } from "../../model/directory.ts";
import { chip, day } from "./marks.ts";

/** The certificate is a file beside the page; whether it holds is for the reader to verify, not for this page to say. */
export const renderCertificate = ({ target, certificate }: DirectoryEntry): string => {
  if (certificate === null) return "";
  const { grade, issuedAt, expiresAt, revokedAt, revocation } = certificate;
  const file = `${target.id}.certificate.json`;
  return `<div class="card"><p>${revokedAt === null ? chip(grade, "pass") : chip("revoked", "fail")} Discoverability ${htmlText(grade, 4)}, issued on ${day(issuedAt)}, ${revokedAt === null ? `valid until ${day(expiresAt)}` : `revoked on ${day(revokedAt)}: a later run no longer supports it`}.</p>
<p><a href="${file}">${file}</a>${revocation === null ? "" : ` · <a href="${target.id}.revocation.json">its revocation</a>`} · <a href="../../verify.html">Verify it in your browser</a></p>
<p class="soft small">Save the file, open the page and choose it there, with the issuer's key from the issuer. Or: <code>mcptest cert verify ${file} --issuer-key &lt;key&gt;</code></p></div>`;
};
