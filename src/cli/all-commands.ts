import type { AskCommand } from "./actions/ask.ts";
import * as ask from "./commands/ask.ts";
import { accept, audit, doctor, lock } from "./commands/audit.ts";
import { auth, login } from "./commands/auth.ts";
import * as cert from "./commands/cert.ts";
import { check, explain, judge, report, sdk } from "./commands/check.ts";
import { client, clientStdio } from "./commands/client.ts";
import * as compliance from "./commands/compliance.ts";
import * as conformance from "./commands/conformance.ts";
import {
  type CallOf,
  type CommandFamily,
  type CommandSpec,
  type RunnableCommand,
  runs,
} from "./commands/define-command.ts";
import { completion, mcp } from "./commands/mcp.ts";
import { record, replay, serve } from "./commands/record.ts";
import * as registry from "./commands/registry.ts";
import { init, run, validate } from "./commands/suite.ts";
import { FLEET } from "./fleet-commands.ts";

const asking = async (kind: AskCommand) => {
  const { runAsk } = await import("./actions/ask.ts");
  return (typed: CallOf<typeof ask.call>) => runAsk(kind, typed);
};

const COMPLIANCE: CommandFamily = {
  name: "compliance",
  about: "the rules of the specification",
  commands: [
    runs(compliance.complianceRun, async () => (await import("./actions/compliance-run.ts")).runComplianceRun),
    runs(
      compliance.complianceInvariants,
      async () => (await import("./actions/compliance-invariants.ts")).runComplianceInvariants,
    ),
    runs(compliance.complianceDiff, async () => (await import("./actions/compliance-diff.ts")).runComplianceDiff),
    runs(compliance.complianceUpcoming, async () => (await import("./actions/compliance-upcoming.ts")).runUpcoming),
    runs(compliance.complianceRefresh, async () => (await import("./actions/refresh.ts")).runUpcomingRefresh),
    runs(compliance.complianceRules, async () => (await import("./actions/compliance-rules.ts")).runComplianceRules),
  ],
};

const CONFORMANCE: CommandFamily = {
  name: "conformance",
  about: "score a server or a client by the checks of the specification and its SEPs",
  commands: [
    runs(conformance.conformanceRun, async () => (await import("./actions/conformance-run.ts")).runConformance),
    runs(conformance.conformanceRefresh, async () => (await import("./actions/refresh.ts")).runConformanceRefresh),
    runs(conformance.conformanceCheckIds, async () => (await import("./actions/conformance-check-ids.ts")).runCheckIds),
  ],
};

const CERT: CommandFamily = {
  name: "cert",
  about: "make a key; verify, show, publish and revoke certificates",
  commands: [
    runs(cert.certKeygen, async () => (await import("./actions/cert-keys.ts")).runCertKeygen),
    runs(cert.certVerify, async () => (await import("./actions/cert-verify.ts")).runCertVerify),
    runs(cert.certShow, async () => (await import("./actions/cert-verify.ts")).runCertShow),
    runs(cert.certRevoke, async () => (await import("./actions/cert-keys.ts")).runCertRevoke),
    runs(cert.certRetire, async () => (await import("./actions/cert-keys.ts")).runCertRetire),
    runs(cert.certPublish, async () => (await import("./actions/cert-publish.ts")).runCertPublish),
    runs(cert.certPage, async () => (await import("./actions/cert-publish.ts")).runCertPage),
  ],
};

const REGISTRY: CommandFamily = {
  name: "registry",
  about: "the entry of a server in the MCP registry: server.json, and the list of all of them",
  commands: [
    runs(registry.registryValidate, async () => (await import("./actions/registry-validate.ts")).runValidateEntry),
    runs(registry.registryDraft, async () => (await import("./actions/registry-draft.ts")).runDraft),
    runs(registry.registryList, async () => (await import("./actions/registry-list.ts")).runRegistryList),
    runs(registry.registryRefresh, async () => (await import("./actions/refresh.ts")).runSchemaRefresh),
  ],
};

/** Every command in the order of `mcptest --help`, with the function that runs it, which is loaded only then. */
export const ALL_COMMANDS: readonly (RunnableCommand | CommandFamily)[] = [
  runs(check, async () => (await import("./actions/check-any.ts")).runAnyCheck),
  runs(judge, async () => (await import("./actions/judge.ts")).runJudgeCommand),
  runs(report, async () => (await import("./actions/report.ts")).runReport),
  runs(sdk, async () => (await import("./actions/explain.ts")).runSdk),
  runs(explain, async () => (await import("./actions/explain.ts")).runExplain),
  runs(audit, async () => (await import("./actions/audit.ts")).runAudit),
  runs(doctor, async () => (await import("./actions/doctor.ts")).runDoctor),
  runs(accept, async () => (await import("./actions/accept.ts")).runAccept),
  runs(
    record,
    async () => async (typed) =>
      typed.flags.proxy
        ? (await import("./actions/record-proxy.ts")).runRecordProxy(typed)
        : (await import("./actions/record.ts")).runRecord(typed),
  ),
  runs(auth, async () => (await import("./actions/auth.ts")).runAuth),
  runs(ask.call, () => asking("call")),
  runs(ask.read, () => asking("read")),
  runs(ask.prompt, () => asking("prompt")),
  runs(ask.list, () => asking("list")),
  runs(lock, async () => (await import("./actions/lock.ts")).runLock),
  COMPLIANCE,
  runs(run, async () => (await import("./actions/run.ts")).runSuite),
  runs(init, async () => (await import("./actions/init.ts")).runInit),
  runs(validate, async () => (await import("./actions/validate.ts")).runValidate),
  runs(serve, async () => (await import("./actions/serve.ts")).runServe),
  runs(replay, async () => (await import("./actions/replay.ts")).runReplayCommand),
  runs(client, async () => (await import("./actions/client.ts")).runClient),
  runs(clientStdio, async () => (await import("./actions/client-stdio.ts")).runClientStdio),
  CONFORMANCE,
  CERT,
  REGISTRY,
  FLEET,
  runs(mcp, async () => (await import("./actions/mcp.ts")).runMcp),
  runs(login, async () => (await import("./actions/login.ts")).runLogin),
  runs(completion, async () => (await import("./actions/completion.ts")).runCompletion),
];

/** What the reference, and tests of it, say of every command: all that is specified, and nothing that is loaded. */
export const COMMAND_SPECS: readonly CommandSpec[] = ALL_COMMANDS.flatMap((entry) =>
  "spec" in entry ? [entry.spec] : entry.commands.map(({ spec }) => spec),
);
