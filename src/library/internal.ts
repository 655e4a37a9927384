// The entry `mcptest/internal`: what the package `mcptest-fleet` uses of mcptest, and nothing else. It carries no stability promise. Any
// release may change it, which is why `mcptest-fleet` accepts only the mcptest of its own version.

export { probeTarget } from "../areas/probe-target.ts";
// JSON.
export { canonicalOrNull } from "../base/canonical.ts";
// Pages and reports: escaping, styles, badges and the form that verifies certificates.
export { counted } from "../base/counted.ts";
export { type Json, type JsonObject, listMember, member, stringMember } from "../base/json.ts";
export { readStrictJson } from "../base/strict-json.ts";
export { untrusted } from "../base/untrusted.ts";
export { TOOL, VERSION } from "../base/version.ts";
// Probing: which targets may be reached, how, and within which limits.
export { secretsInAddresses, secretsInArguments } from "../capture/address-secrets.ts";
export type { Capture, Exchange } from "../capture/capture.ts";
// Captures and judging.
export { readCaptures, readStoredCapture } from "../capture/read.ts";
export { toJson } from "../capture/serialize.ts";
export type { Target } from "../capture/target.ts";
// Certificates.
export { compareCertificate } from "../certificate/compare.ts";
export { issueCertificate } from "../certificate/issue.ts";
export {
  ABOUT as VERIFY_ABOUT,
  FORM as VERIFY_FORM,
  INTRO as VERIFY_INTRO,
  TITLE as VERIFY_TITLE,
} from "../certificate/page/page-markup.ts";
export { PAGE_STYLE as VERIFY_PAGE_STYLE } from "../certificate/page/page-style.ts";
export { REGISTRY_KEY } from "../certificate/registry-record.ts";
export { revokeCertificate } from "../certificate/revoke.ts";
export { signText } from "../certificate/sign-text.ts";
export type { SigningKey } from "../certificate/signing-key.ts";
export type { CertificateBody, CertificateEnvelope } from "../certificate/verify/certificate.ts";
// The contract between the command line and mcptest-fleet.
export type { FleetPackage } from "../cli/actions/fleet.ts";
// Commands: flags, files, the terminal and errors of users.
export { loadSigningKey } from "../cli/certificate/load-signing-key.ts";
export type { CallOf, FlagsFor } from "../cli/commands/define-command.ts";
export type {
  fleetAdd,
  fleetCertify,
  fleetDiff,
  fleetExport,
  fleetOptOut,
  fleetRejudge,
  fleetRemove,
  fleetRun,
  fleetSite,
  fleetStatus,
  fleetWork,
  StoreFlags,
} from "../cli/commands/fleet.ts";
export { EXIT, type ExitCode } from "../cli/exit-codes.ts";
export { openOutputFile, writeFailure } from "../cli/files/output-file.ts";
export { readUserFile } from "../cli/files/read-file.ts";
export { readVerifyScript } from "../cli/files/verify-script.ts";
export { readChoice } from "../cli/flags/choice.ts";
export { type ListFlags, readListFormat, type SigningKeyFlags } from "../cli/flags/common-flags.ts";
export { parseDuration } from "../cli/flags/parse-duration.ts";
export { StopError } from "../cli/stop-error.ts";
// Lists of targets: client configurations and registries.
export { readConfigEntry } from "../cli/target/config-entry.ts";
export { parseJsonc } from "../cli/target/jsonc.ts";
export { readMcpConfig } from "../cli/target/mcp-config.ts";
export { splitCommand } from "../cli/target/split-command.ts";
export type { Console } from "../cli/terminal/console.ts";
export { type Interrupt, watchInterrupts } from "../cli/terminal/interrupt.ts";
export { openProgressLine } from "../cli/terminal/progress.ts";
export { oneLine, quoted, UsageError } from "../cli/usage-error.ts";
export { listEntries, RegistryListError } from "../features/registry/list/list-entries.ts";
export type { RegistryList } from "../features/registry/registry-list.ts";
export type { BlockedKind } from "../judge/blocked.ts";
export type { OriginKind } from "../judge/core/origin.ts";
export { LEVELS, type Level } from "../judge/core/rule.ts";
export { GRADES, type Grade } from "../judge/grade.ts";
export type { JudgedOutcome } from "../judge/judged.ts";
export { planPart } from "../judge/session/rule-choice.ts";
export { isHeaderName, isHeaderValue, isOwnedByProbe } from "../protocol/header-syntax.ts";
export { escapeJson } from "../report/escape/json.ts";
export { escapeTerminal } from "../report/escape/terminal.ts";
export { escapeXml } from "../report/escape/xml.ts";
export type { BadgeColor } from "../report/findings-report.ts";
export { renderBadge } from "../report/formats/badge.ts";
export { renderBadgeJson } from "../report/formats/badge-json.ts";
export { STYLE as HTML_STYLE } from "../report/formats/html/style.ts";
export { code as htmlCode, text as htmlText } from "../report/formats/html/text.ts";
export { show } from "../report/terminal/terminal.ts";
export {
  DISCOVERABILITY_GRADES,
  type DiscoverabilityGrade,
  isStandardVersion,
} from "../scores/discoverability/discoverability.ts";
export { compareSides, countChanges } from "../scores/lock/compare-locks.ts";
export { CHANGE_CLASSES, type ChangeClass, type LockedServer } from "../scores/lock/lock.ts";
export { makeAudit, standardRuleset } from "../scores/result/discoverability.ts";
export { deriveLock } from "../scores/result/lock.ts";
export { makeServerResult } from "../scores/result/make-result.ts";
export { negotiatedIn } from "../scores/result/other-revisions.ts";
export type { ServerResult } from "../scores/result/result.ts";
export type { Lanes } from "../scores/result/result-lanes.ts";
export type { EntryTarget } from "../scores/server-json/entry-target.ts";
export { entryTargets } from "../scores/server-json/entry-targets.ts";
export { isForbiddenHost } from "../wire/address-policy.ts";
export type { Limits } from "../wire/limits.ts";
export { startOwnProcess } from "../wire/own-process.ts";
export { baseEnvironment } from "../wire/stdio/base-environment.ts";
export { memoryOfGroups } from "../wire/stdio/process-group.ts";
