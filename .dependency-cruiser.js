/**
 * The allowed directions, one sentence per rule. docs/architecture.md shows the same as a picture.
 * Every folder but launch may import protocol. A folder that is not named in an `allowOnly` row may import anything below src/.
 */
const allowOnly = (folder, targets, comment) => ({
  name: `${folder}-imports-only-${targets.length ? targets.join("-") : "itself"}`,
  comment,
  severity: "error",
  from: { path: `^src/${folder}/` },
  to: {
    path: "^src/",
    pathNot: [folder, ...(folder === "launch" ? [] : ["protocol"]), ...targets].map((name) => `^src/${name}/`),
  },
});

/** The same between the subfolders of one folder; files directly in it are shared by all of them. */
const withinOnly = (folder, part, targets, comment) => ({
  name: `${folder}-${part}-imports-only-${targets.length ? targets.join("-") : "itself"}`,
  comment,
  severity: "error",
  from: { path: `^src/${folder}/${part}/` },
  to: { path: `^src/${folder}/[^/]+/`, pathNot: [part, ...targets].map((name) => `^src/${folder}/${name}/`) },
});

/** The same between the folders of mcptest-fleet; files directly in its src are shared by all of them. */
const withinFleet = (part, targets, comment) => ({
  name: `inside-fleet-${part}-imports-only-${targets.length ? targets.join("-") : "itself"}`,
  comment,
  severity: "error",
  from: { path: `^packages/fleet/src/${part}/` },
  to: {
    path: "^packages/fleet/src/[^/]+/",
    pathNot: [part, ...targets].map((name) => `^packages/fleet/src/${name}/`),
  },
});

/** Inside src/cli, types included. Exit codes and the error of a user's mistake are for every folder. */
const allowInCli = (folder, targets, comment) => ({
  name: `inside-cli-${folder}-knows-${targets.length ? targets.join("-") : "only-itself"}`,
  comment,
  severity: "error",
  from: { path: `^src/cli/${folder}/` },
  to: {
    path: "^src/cli/",
    pathNot: [
      ...[folder, ...targets].map((name) => `^src/cli/${name}/`),
      "^src/cli/(exit-codes|usage-error|stop-error)\\.ts$",
    ],
  },
});

/** Inside report, everybody may import the report model; what else is named here. */
const reportOnly = (folder, targets, comment) => ({
  ...allowOnly(`report/${folder}`, [], comment),
  name: `report-${folder}-import-only-${targets.join("-").replace("/", "-")}`,
  to: {
    path: "^src/",
    pathNot: [
      "^src/(protocol|model|json|snapshot)/",
      "^src/report/report\\.ts$",
      ...[folder, ...targets].map((name) => `^src/report/${name}`),
    ],
  },
});

const PURE =
  "^src/(protocol|model|json|snapshot|playback|facts|corpus|judge|surface|score|report|registry/entry)/|^packages/fleet/src/site/pages/";

export default {
  forbidden: [
    allowOnly("launch", [], "launch starts the built program; it is no part of it."),
    allowOnly("protocol", [], "protocol is MCP itself and imports nothing."),
    allowOnly("model", ["protocol"], "model holds the words of the product and imports nothing but the protocol."),
    allowOnly("json", ["model"], "json turns text into values and back; it knows no message and no wire."),
    allowOnly("wire", ["model", "json"], "wire moves bytes and knows nothing of what is asked or why."),
    allowOnly("snapshot", ["model", "json"], "snapshot masks and compares answers; it knows no suite and no wire."),
    allowOnly("playback", ["model", "json"], "playback answers from a capture; who listens is the business of wire."),
    allowOnly(
      "replay",
      ["probe", "wire", "capture", "snapshot", "model", "json"],
      "replay sends recorded requests again, as the probe sends its own, and compares the answers.",
    ),
    allowOnly("capture", ["model", "json"], "capture saves and reads sessions; it neither probes nor judges."),
    allowOnly("probe", ["wire", "capture", "model", "json"], "probe asks over the wire and yields a capture."),
    allowOnly(
      "auth",
      ["probe", "wire", "capture", "model", "json"],
      "auth signs in and looks at the authorization side, over the probe's exchanges and wire's address policy.",
    ),
    withinOnly("auth", "http", [], "auth/http sends and records; it knows no flow."),
    withinOnly(
      "auth",
      "discovery",
      ["http"],
      "auth/discovery finds metadata; what is done with it is decided elsewhere.",
    ),
    allowOnly(
      "client",
      ["probe", "wire", "capture", "facts", "model", "json"],
      "client is the server that tests clients: it records as the proxy does, and neither judges nor prints.",
    ),
    allowOnly(
      "token-issuer",
      ["probe", "wire", "model", "json"],
      "token-issuer is an authorization server for one run; the probe knows only that somebody makes tokens.",
    ),
    allowOnly("facts", ["capture", "model", "json"], "a fact reads a capture and nothing else."),
    allowOnly("corpus", ["model", "json"], "corpus rows are data; resolving them needs no I/O."),
    allowOnly("corpus-io", ["corpus", "wire", "model", "json"], "corpus-io brings corpora in from disk or network."),
    allowOnly(
      "check",
      [
        "capture",
        "corpus",
        "corpus-io",
        "facts",
        "judge",
        "json",
        "model",
        "probe",
        "content-check",
        "schema-check",
        "score",
        "surface",
      ],
      "check joins the halves: probe, judge, score. It neither prints nor reads arguments.",
    ),
    allowOnly(
      "suite",
      ["capture", "check", "corpus", "corpus-io", "facts", "judge", "json", "model", "schema-check", "score"],
      "a suite is loaded and judged here; what is talked to and printed is the command line's business.",
    ),
    allowOnly(
      "session",
      ["probe", "wire", "capture", "schema-check", "model", "json"],
      "a session asks what a script says, in the words of the probe's talks, and yields answers and a capture.",
    ),
    allowOnly(
      "functional",
      ["suite", "session", "snapshot", "check", "judge", "schema-check", "probe", "model", "json"],
      "functional runs the tests of a suite in sessions and says what came of them; it neither reads files nor prints.",
    ),
    withinOnly("suite", "rules", [], "suite/rules combines rules that were read; it neither reads files nor judges."),
    withinOnly("suite", "parse", ["rules"], "suite/parse is the only part of suite that reads files."),
    withinOnly("suite", "judge", ["rules"], "suite/judge judges what was parsed and recorded."),
    withinOnly("suite", "starter", ["rules", "judge"], "suite/starter keeps the tests that a server meets today."),
    {
      name: "suites-are-judged-without-files",
      comment: "suite/rules, suite/judge and suite/starter get what suite/parse has read.",
      severity: "error",
      from: { path: "^src/suite/(rules|judge|starter)/" },
      to: { path: ["^(node:)?fs(/|$)", "^src/corpus-io/"] },
    },
    allowOnly(
      "app-pictures",
      ["wire", "model", "json"],
      "app-pictures shows recorded pages in a browser of wire's; it neither judges nor writes a report.",
    ),
    allowOnly(
      "content-check",
      ["model", "json"],
      "files that a server serves are parsed from a capture, before it is judged.",
    ),
    allowOnly("schema-check", ["capture", "model", "json"], "schemas are checked from a capture, before it is judged."),
    allowOnly(
      "judge",
      ["facts", "corpus", "score", "model", "json"],
      "judge compares facts with expectations; the grade of an audit is arithmetic from score.",
    ),
    withinOnly("judge", "rules", [], "judge/rules compares facts with rows; it knows no other way of judging."),
    withinOnly("judge", "invariants", [], "judge/invariants reads whole sessions, message by message."),
    withinOnly("judge", "criteria", [], "judge/criteria judges discoverability by the standard alone."),
    withinOnly("judge", "conformance", [], "judge/conformance sums up verdicts by SEP check."),
    withinOnly(
      "judge",
      "extensions",
      ["rules"],
      "judge/extensions says which extensions a session has to do with, and how it keeps to them.",
    ),
    withinOnly("judge", "origin", [], "judge/origin compares a session with the recordings of SDKs."),
    withinOnly("judge", "upgrade", ["rules"], "judge/upgrade compares what the rules of two revisions say."),
    withinOnly("corpus-io", "archive", [], "corpus-io/archive unpacks bytes and knows no corpus."),
    withinOnly("corpus-io", "refresh", ["archive"], "corpus-io/refresh downloads a corpus and puts it in place."),
    allowOnly(
      "certificate",
      ["model", "json", "score"],
      "certificate signs and verifies what an audit found; capture and judgement are handed in.",
    ),
    allowOnly(
      "page",
      ["certificate", "judge/criteria", "capture", "score", "report", "model", "json"],
      "the certificate page runs in a browser: it verifies and judges again, and reaches nothing.",
    ),
    {
      name: "verifying-needs-nothing-of-node",
      comment: "certificate/verify, the policy and the page run in a browser: crypto is handed in.",
      severity: "error",
      from: {
        path: "^src/(verify\\.ts|page/|certificate/(verify/|policy|read-policy|subject-pattern|recheck|compare|evidence))",
      },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "watching-and-asking-share-only-filing",
      comment:
        "the proxy watches and conversations ask; how messages are filed is in probe/filing, which knows neither.",
      severity: "error",
      from: { path: "^src/probe/(proxy|filing|conversation)/" },
      to: { path: "^src/probe/(proxy|conversation|plan|talk|detect)/", pathNot: "^src/probe/$1/" },
    },
    {
      name: "wire-parts-stand-alone",
      comment: "http, stdio and git know nothing of each other; proxy and download are built on them.",
      severity: "error",
      from: { path: "^src/wire/(http|stdio|git)/" },
      to: { path: "^src/wire/(http|stdio|git|proxy|download)/", pathNot: "^src/wire/$1/" },
    },
    {
      name: "verifying-does-not-issue",
      comment: "certificate/verify is an entry of its own: it needs the policy and nothing that signs or rechecks.",
      severity: "error",
      from: { path: "^src/certificate/verify/" },
      to: { path: "^src/certificate/", pathNot: "^src/certificate/(verify/|policy\\.ts)" },
    },
    allowOnly(
      "surface",
      ["capture", "facts", "registry/entry", "model", "json"],
      "surface reads what a server offers to a model, and what its server.json says of it.",
    ),
    allowOnly("registry/entry", ["model", "json"], "what is right in a server.json is decided from its text alone."),
    allowOnly("registry", ["wire", "model", "json"], "registry reads entries; what they describe is probed elsewhere."),
    {
      name: "fleet-imports-only-itself-and-the-internal-entry",
      comment: "mcptest-fleet is a package of its own: src/internal.ts lists everything that it uses of mcptest.",
      severity: "error",
      from: { path: "^packages/fleet/src/" },
      to: { path: "^src/", pathNot: "^src/internal\\.ts$" },
    },
    {
      name: "mcptest-imports-nothing-of-the-fleet",
      comment: "mcptest is installed without mcptest-fleet and finds it at work, so its sources know nothing of it.",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^packages/" },
    },
    {
      name: "only-the-fleet-uses-the-internal-entry",
      comment: "src/internal.ts re-exports for another package; inside mcptest the file itself is imported.",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^src/internal\\.ts$" },
    },
    withinFleet("model", [], "model holds the words of a fleet as types."),
    withinFleet("database", [], "database speaks SQL to a server or to the embedded one, and knows no table."),
    withinFleet("store", ["model", "database"], "store reads and writes tables; it probes and judges nothing."),
    withinFleet("site", ["model", "store"], "site writes pages from what the store hands out."),
    {
      name: "pages-of-a-site-are-functions-of-data",
      comment: "site/pages gets what was read; the files around it read and write.",
      severity: "error",
      from: { path: "^packages/fleet/src/site/pages/" },
      to: { path: "^packages/fleet/src/(?!model/|site/(pages/|site-data\\.ts))" },
    },
    withinFleet("judge", ["model"], "judge derives what is stored from a capture, and knows no database."),
    withinFleet("queue", ["model", "database", "store"], "queue decides who is asked when; it asks nobody."),
    withinFleet("work", ["model", "database", "store", "queue", "judge"], "work asks, judges and stores."),
    withinFleet("sources", ["model", "store", "work"], "sources reads lists of targets."),
    withinFleet(
      "cli",
      ["model", "database", "store", "sources", "work"],
      "cli is what the commands of a fleet share; it knows no command.",
    ),
    {
      name: "nothing-of-a-fleet-imports-its-commands",
      comment: "A command joins the other folders; only the entry of the package loads it.",
      severity: "error",
      from: { path: "^packages/fleet/src/", pathNot: "^packages/fleet/src/(commands/|index\\.ts$)" },
      to: { path: "^packages/fleet/src/commands/" },
    },
    {
      name: "only-fleet-knows-databases",
      comment: "pg, pg-boss and PGlite are dependencies of mcptest-fleet alone.",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "node_modules/(pg|pg-boss|@electric-sql)/" },
    },
    allowOnly("score", ["model", "json"], "scores are arithmetic over verdicts."),
    allowOnly("report", ["model", "json", "snapshot"], "a report is a function of the result."),
    allowOnly("report/escape", ["model"], "an escape function knows its output and nothing of reports."),
    allowOnly("report/findings", ["model", "json"], "what is said of findings is the same in every format and view."),
    allowOnly(
      "report/terminal",
      ["model", "report/escape", "report/findings"],
      "the terminal draws lines; it knows no kind of result.",
    ),
    reportOnly(
      "formats",
      ["escape", "findings", "terminal"],
      "a format writes down the report model and knows no kind of result.",
    ),
    reportOnly(
      "views",
      ["escape/markdown", "findings", "terminal"],
      "a view turns one kind of result into the report model or lines and writes no format.",
    ),
    {
      name: "report-views-do-not-import-each-other",
      comment: "What two views share is about findings or the terminal, and belongs there.",
      severity: "error",
      from: { path: "^src/report/views/([^/]+)/" },
      to: { path: "^src/report/views/", pathNot: "^src/report/views/$1/" },
    },
    {
      name: "report-formats-do-not-import-each-other",
      comment: "A format is one file or one folder, so that a new one touches no other.",
      severity: "error",
      from: { path: "^src/report/formats/([^/]+)" },
      to: { path: "^src/report/formats/", pathNot: "^src/report/formats/$1" },
    },
    {
      name: "only-wire-opens-sockets-and-processes",
      comment: "Everything that reaches the world goes through wire/, so limits and egress policy hold everywhere.",
      severity: "error",
      from: { path: "^(src|packages/fleet/src)/", pathNot: "^src/wire/" },
      to: { path: "^(node:)?(net|tls|http|https|http2|dgram|dns|child_process|undici)(/|$)" },
    },
    {
      name: "pure-folders-import-no-node-builtin",
      comment: "Right of the capture the same input gives the same bytes.",
      severity: "error",
      from: { path: PURE, pathNot: "\\.test\\.ts$" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "nothing-imports-the-command-line",
      comment: "cli is the outermost layer; the library must not pull it in.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(cli/|internal\\.ts$)" },
      to: { path: "^src/cli/" },
    },
    allowInCli(
      "commands",
      ["certificate", "client", "files", "flags", "login", "render", "suite", "target", "terminal", "watch"],
      "a command joins the other folders, and none of them knows a command.",
    ),
    allowInCli(
      "suite",
      ["files", "flags", "target", "terminal"],
      "suite finds and probes the servers of a suite; its commands decide what to report.",
    ),
    allowInCli(
      "target",
      ["files", "flags", "login", "terminal"],
      "target finds out which server is meant and probes it, whatever command asks.",
    ),
    allowInCli(
      "client",
      ["files", "flags", "terminal"],
      "client starts the program under test, and shows a person what to do with a client.",
    ),
    allowInCli("login", ["files", "flags", "terminal"], "login signs in to a target and keeps the tokens of the user."),
    allowInCli("certificate", ["files", "terminal"], "certificate reads keys, policies and certificates, and signs."),
    allowInCli("render", ["flags"], "render chooses the report of a format; it neither probes nor writes."),
    allowInCli("flags", ["files", "terminal"], "flags reads flags; what they lead to is decided elsewhere."),
    allowInCli("files", [], "files reads and writes what the user names, and knows no flag."),
    allowInCli("terminal", [], "terminal prints and handles signals, and knows no command."),
    allowInCli("watch", [], "watch tells which files changed, and knows no command."),
    {
      name: "only-the-agent-server-knows-its-tools",
      comment: "what the tools share knows none of them; the server and its resources put them together.",
      severity: "error",
      from: { path: "^src/agent/", pathNot: "^src/agent/(tools/|build-server\\.ts|resources\\.ts)" },
      to: { path: "^src/agent/tools/" },
    },
    {
      name: "agent-tools-know-no-transport",
      comment: "a tool answers a call; how the call arrived is the business of the server around it.",
      severity: "error",
      from: { path: "^src/agent/tools/" },
      to: { path: "^src/agent/(build-server|serve-http|legacy-sessions|resources|prompts)\\.ts$" },
    },
    {
      name: "no-circular",
      comment: "A cycle hides which idea comes first; a cycle of types does so too.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-unresolvable",
      comment: "An import that cannot be resolved is a typo.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
      extensions: [".ts", ".js", ".json"],
    },
  },
};
