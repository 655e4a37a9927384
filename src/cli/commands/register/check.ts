import { Option } from "commander";
import { DEFAULT_STANDARD, STANDARD_VERSIONS } from "../../../scores/discoverability/discoverability.ts";
import { collect } from "../../flags/collect.ts";
import { gateHelp } from "../../flags/gate-flag.ts";
import { addIdentityFlags } from "../../flags/identity-flags.ts";
import { addChoiceFlags, addQuickFlag } from "../../flags/part-flags.ts";
import { RENDER_APPS } from "../../flags/render-apps-flag.ts";
import { addReporterFlags, REPORTERS } from "../../flags/reporter-flags.ts";
import { addSurfaceFlags } from "../../flags/surface-flags.ts";
import {
  addCommonFlags,
  addListFlags,
  BASELINE,
  type Registration,
  SAVE,
  targetCommand,
  UPDATE_BASELINE,
} from "./registration.ts";

/** `mcptest check`, `judge`, `report` and `explain`. */
export const addCheckCommands = ({ program, console, command, exits }: Registration): void => {
  addReporterFlags(
    addSurfaceFlags(
      addChoiceFlags(addQuickFlag(addIdentityFlags(targetCommand(program, "check"))), "ask for and judge"),
    ),
    REPORTERS,
  )
    .description("probe a server and judge everything it says")
    .option("--capture <file>", "judge a saved capture, as mcptest judge does; contacts no server")
    .addOption(new Option("--config <file>").hideHelp())
    .option(...SAVE)
    .option("--fail-on <what>", gateHelp("must,tools"))
    .option(...BASELINE)
    .option(...UPDATE_BASELINE)
    .option("--no-card", "do not ask an HTTP server for its server card")
    .option(...RENDER_APPS)
    .option("--watch", "check again whenever the command's files change, and print only the differences")
    .action(
      exits(async (url, flags) => (await import("../check-any.ts")).runAnyCheck(flags, { url, command }, console)),
    );

  addReporterFlags(
    addSurfaceFlags(
      addChoiceFlags(
        program
          .command("judge")
          .argument(
            "[captures...]",
            "captures saved by mcptest record (.json or .jsonl); several: also what is between them",
          ),
        "judge",
      ),
    ),
    REPORTERS,
  )
    .description("the same report from a saved capture; contacts no server")
    .option("--capture <file>", "the same as the argument")
    .option("--revision <revision>", "judge by this revision (default: the one that was probed)")
    .option(...RENDER_APPS)
    .option("--client", "judge the client's side of a recorded session (mcptest record --proxy)")
    .option("--fail-on <what>", gateHelp("must,tools"))
    .option(...BASELINE)
    .option(...UPDATE_BASELINE)
    .action(
      exits(async (paths, flags) =>
        (await import("../judge.ts")).runJudge(flags, [paths, flags.capture ?? []].flat(), console),
      ),
    );

  addReporterFlags(program.command("report").argument("<result>", "a result saved with --reporter json"), REPORTERS)
    .description("show a saved result in another format, without judging it again")
    .option("--fail-on <what>", gateHelp("never"))
    .action(exits(async (path, flags) => (await import("../report.ts")).runReport(flags, path, console)));

  addListFlags(program.command("sdk").argument("[name]", "one of them: typescript, python, go, …"))
    .description("what each SDK fails by itself: the smallest faultless server on it, version by version")
    .action(exits(async (name, flags) => (await import("../sdk.ts")).runSdk(name, flags, console)));

  addListFlags(
    program
      .command("explain")
      .argument("<id>", "a rule (PROTO-002), an invariant (INV-001), a criterion (C7) or a check"),
  )
    .description("what a rule means, why it matters and how to fix it")
    .option("--result <file>", "a result saved with --reporter json: also show what was found there")
    .action(exits(async (id, flags) => (await import("../explain.ts")).runExplain(flags, id, console)));
};

/** `mcptest audit` and `doctor`. */
export const addAuditCommands = ({ program, console, command, exits }: Registration): void => {
  addReporterFlags(targetCommand(program, "audit"), REPORTERS)
    .description("grade how well agents can find, choose and use this server's tools (--tools reading by default)")
    .option("--standard <version>", `${STANDARD_VERSIONS.join(", ")} (default ${DEFAULT_STANDARD})`)
    .option("--capture <file>", "audit a saved capture; contacts no server")
    .option("--plan", "show what would be asked and which tools would be called; sends only the handshake and lists")
    .option(...SAVE)
    .option("--fail-on <what>", "when to exit 1: never (default), or below grade-a, grade-b, grade-c")
    .option("--certificate <file>", "sign the audit and write the certificate here; publish the --save capture with it")
    .option("--key <file>", "the private key to sign with (make one with mcptest cert keygen)")
    .option("--key-env <NAME>", "the environment variable that holds the private key as PEM text")
    .option("--issuer <name>", "who signs, in your own words")
    .option("--subject <subject>", "what the certificate is about; a command needs one: stdio:<name>@<version>")
    .option("--valid-days <n>", "days the certificate is valid, counted from the audit (default 28)")
    .option("--compare <certificate>", "check whether this certificate still holds")
    .option("--compare-capture <file>", "the capture of that certificate: also say what changed in the tools")
    .action(exits(async (url, flags) => (await import("../audit.ts")).runAudit(flags, { url, command }, console)));

  addReporterFlags(targetCommand(program, "doctor"), REPORTERS)
    .description("what upgrading to another protocol revision would break")
    .option("--to <revision>", "the revision to upgrade to (default 2026-07-28)")
    .option("--capture <file>", "examine a saved capture; contacts no server")
    .option(...SAVE)
    .option("--fail-on <what>", "when to exit 1: must, should (default: anything that breaks), never")
    .action(exits(async (url, flags) => (await import("../doctor.ts")).runDoctor(flags, { url, command }, console)));
};

/** `mcptest accept`. */
export const addAcceptCommand = ({ program, console, command, exits }: Registration): void => {
  addReporterFlags(targetCommand(program, "accept"), REPORTERS)
    .description("where the tools will be taken: providers, hosts and directories, by dated rows with sources")
    .option(
      "--for <consumers>",
      "only these, separated by commas: openai, anthropic, gemini, vscode, claude, directories, …",
    )
    .option("--show <consumer>", "also show every tool as this consumer is sent it")
    .option("--server-json <path>", "a server.json, or its folder: compare it with what the server says")
    .option("--capture <file>", "look at a saved capture; contacts no server")
    .option(...SAVE)
    .option("--fail-on <what>", "when to exit 1: never (default), rejected, dropped")
    .action(exits(async (url, flags) => (await import("../accept.ts")).runAccept(flags, { url, command }, console)));
};

/** `mcptest record`. */
export const addRecordCommand = ({ program, console, command, exits }: Registration): void => {
  addCommonFlags(
    addChoiceFlags(addQuickFlag(addIdentityFlags(targetCommand(program, "record"))), "ask for")
      .description("probe a server and save everything it says")
      .option("-o, --out <file>", "where to write the capture (.json or .jsonl; - for stdout)")
      .option("--plan", "show what would be sent and which tools would be called; sends only the handshake and lists")
      .option("--help-limits", "list the limits and their defaults")
      .option("--proxy", "probe nothing: sit between a client and the server and record what they say (.jsonl)")
      .option("--listen <address>", "with --proxy and a URL: the local port or host:port for clients to connect to")
      .option("-q, --quiet", "print nothing but errors")
      .option("-v, --verbose", "print every message, even when the capture is saved"),
  ).action(
    exits(async (url, flags) =>
      flags.proxy
        ? (await import("../record-proxy.ts")).runRecordProxy(flags, { url, command }, console)
        : (await import("../record.ts")).runRecord(flags, { url, command }, console),
    ),
  );
};

/** `mcptest mcp`. */
export const addMcpCommand = ({ program, console, exits }: Registration): void => {
  program
    .command("mcp")
    .description("serve mcptest over MCP, so that agents can call it")
    .option("--http <port>", "serve HTTP on this machine at /mcp instead of stdio (0 picks a free port)")
    .option("--allow-private", "let agents check loopback and private addresses")
    .option("--allow-stdio", "let agents start commands on this machine")
    .option("--issuer-key <key>", "trust this certificate issuer: SPKI hex, PEM text or a file (repeatable)", collect)
    .option("--trust-store <folder>", "a folder of public keys you trust, each named after its owner")
    .option("--revocations <path>", "what issuers have taken back: a file or a folder (repeatable)", collect)
    .option("--debug", "show the stack trace of an error")
    .action(exits(async (flags) => (await import("../mcp.ts")).runMcp(flags, console)));
};
