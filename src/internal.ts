// The entry `mcptest/internal`: what the package `mcptest-fleet` uses of mcptest, and nothing else. It carries no stability promise. Any
// release may change it, which is why `mcptest-fleet` accepts only the mcptest of its own version.

// Probing: which targets may be reached, how, and within which limits.
export { secretsInAddresses, secretsInArguments } from "./capture/address-secrets.ts";
// Captures and judging.
export { readCaptures, readStoredCapture } from "./capture/read.ts";
export { toJson } from "./capture/serialize.ts";
// Certificates.
export { compareCertificate } from "./certificate/compare.ts";
export { issueCertificate } from "./certificate/issue.ts";
export { REGISTRY_KEY } from "./certificate/registry-record.ts";
export { revokeCertificate } from "./certificate/revoke.ts";
export { signText } from "./certificate/sign-text.ts";
export type { SigningKey } from "./certificate/signing-key.ts";
export { deriveLock } from "./check/derive-lock.ts";
export { makeAudit } from "./check/make-audit.ts";
export { makeResult } from "./check/make-result.ts";
export { negotiatedIn } from "./check/older-revisions.ts";
export { planPart } from "./check/rule-choice.ts";
export { standardRuleset } from "./check/standard-document.ts";
// Commands: flags, files, the terminal and errors of users.
export { loadSigningKey, type SigningKeyFlags } from "./cli/certificate/load-signing-key.ts";
// The contract between the command line and mcptest-fleet.
export type { FleetCommandName, FleetFlags, FleetPackage } from "./cli/commands/fleet.ts";
export { EXIT, type ExitCode } from "./cli/exit-codes.ts";
export { openOutputFile, writeFailure } from "./cli/files/output-file.ts";
export { readUserFile } from "./cli/files/read-file.ts";
export { readVerifyScript } from "./cli/files/verify-script.ts";
export { type ListFlags, readChoice, readListFormat } from "./cli/flags/choice.ts";
export { parseDuration } from "./cli/flags/parse-duration.ts";
export { StopError } from "./cli/stop-error.ts";
// Lists of targets: client configurations and registries.
export { readConfigEntry } from "./cli/target/config-entry.ts";
export { parseJsonc } from "./cli/target/jsonc.ts";
export { readMcpConfig } from "./cli/target/mcp-config.ts";
export { splitCommand } from "./cli/target/split-command.ts";
export type { Console } from "./cli/terminal/console.ts";
export { type Interrupt, watchInterrupts } from "./cli/terminal/interrupt.ts";
export { openProgressLine } from "./cli/terminal/progress.ts";
export { oneLine, quoted, UsageError } from "./cli/usage-error.ts";
// JSON.
export { canonicalOrNull } from "./json/canonical.ts";
export { readStrictJson } from "./json/strict-json.ts";
export type { BlockedKind } from "./model/blocked.ts";
export type { Capture, Exchange } from "./model/capture.ts";
export type { CertificateBody, CertificateEnvelope } from "./model/certificate.ts";
// Pages and reports: escaping, styles, badges and the form that verifies certificates.
export { counted } from "./model/counted.ts";
export { DISCOVERABILITY_GRADES, type DiscoverabilityGrade, isStandardVersion } from "./model/discoverability.ts";
export type { EntryTarget } from "./model/entry-target.ts";
export type { BadgeColor } from "./model/findings-report.ts";
export { GRADES, type Grade } from "./model/grade.ts";
export { type Json, type JsonObject, listMember, member, stringMember } from "./model/json.ts";
export type { JudgedOutcome } from "./model/judged.ts";
export type { Lanes } from "./model/lanes.ts";
export type { Limits } from "./model/limits.ts";
export { CHANGE_CLASSES, type ChangeClass, type LockedServer } from "./model/lock.ts";
export type { OriginKind } from "./model/origin.ts";
export type { RegistryList } from "./model/registry-list.ts";
export type { Result } from "./model/result.ts";
export { LEVELS, type Level } from "./model/rule.ts";
export type { Target } from "./model/target.ts";
export { untrusted } from "./model/untrusted.ts";
export {
  ABOUT as VERIFY_ABOUT,
  FORM as VERIFY_FORM,
  INTRO as VERIFY_INTRO,
  TITLE as VERIFY_TITLE,
} from "./page/page-markup.ts";
export { PAGE_STYLE as VERIFY_PAGE_STYLE } from "./page/page-style.ts";
export { record } from "./probe/record.ts";
export { isHeaderName, isHeaderValue, isOwnedByProbe } from "./protocol/header-syntax.ts";
export { entryTargets } from "./registry/entry/entry-targets.ts";
export { listEntries, RegistryListError } from "./registry/list/list-entries.ts";
export { escapeJson } from "./report/escape/json.ts";
export { escapeTerminal } from "./report/escape/terminal.ts";
export { escapeXml } from "./report/escape/xml.ts";
export { renderBadge } from "./report/formats/badge.ts";
export { renderBadgeJson } from "./report/formats/badge-json.ts";
export { STYLE as HTML_STYLE } from "./report/formats/html/style.ts";
export { code as htmlCode, text as htmlText } from "./report/formats/html/text.ts";
export { show } from "./report/terminal/terminal.ts";
export { compareSides, countChanges } from "./surface/lock/compare-locks.ts";
export { TOOL, VERSION } from "./version.ts";
export { isForbiddenHost } from "./wire/address-policy.ts";
export { startOwnProcess } from "./wire/own-process.ts";
export { baseEnvironment } from "./wire/stdio/base-environment.ts";
export { memoryOfGroups } from "./wire/stdio/process-group.ts";
