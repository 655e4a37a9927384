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

/** The same rule, and one file more that may be imported. */
const withFile = (rule, file) => ({ ...rule, to: { ...rule.to, pathNot: [...rule.to.pathNot, file] } });

/** The same between the subfolders of one folder; files directly in it are shared by all of them. */
const withinOnly = (folder, part, targets, comment) => ({
  name: `${folder}-${part}-imports-only-${targets.length ? targets.join("-") : "itself"}`,
  comment,
  severity: "error",
  from: { path: `^src/${folder}/${part}/` },
  to: { path: `^src/${folder}/[^/]+/`, pathNot: [part, ...targets].map((name) => `^src/${folder}/${name}/`) },
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
  "^src/(protocol|model|json|snapshot|playback|facts|areas|corpus|judge|surface|score|report|registry/entry|fleet/site/pages)/";

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
      ["probe", "wire", "capture", "judge/core", "model", "json"],
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
        "areas",
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
      ["capture", "facts", "corpus", "score", "model", "json"],
      "judge compares facts with expectations; the grade of an audit is arithmetic from score.",
    ),
    {
      name: "judge-reads-captures-only-in-its-core",
      comment: "what compares facts with rows gets facts; judge/core is what facts are written with.",
      severity: "error",
      from: { path: "^src/judge/", pathNot: "^src/judge/core/" },
      to: { path: "^src/capture/" },
    },
    allowOnly(
      "areas",
      ["judge/core", "capture", "facts", "model", "json"],
      "an area knows captures and the core that its facts are written with.",
    ),
    {
      name: "areas-do-not-import-each-other",
      comment: "What two areas need belongs to the core; the list of all facts is beside them.",
      severity: "error",
      from: { path: "^src/areas/([^/]+)/" },
      to: { path: "^src/areas/", pathNot: "^src/areas/$1/" },
    },
    {
      name: "areas-write-facts-with-the-core-alone",
      comment: "The list of all facts needs the type of a fact; an area gets everything from the core.",
      severity: "error",
      from: { path: "^src/areas/[^/]+/" },
      to: { path: "^src/facts/" },
    },
    withinOnly("judge", "core", [], "judge/core is what facts are written with; it knows no area."),
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
    // Who asks and who judged is stored, so the version is for it too.
    withFile(
      allowOnly(
        "fleet",
        [
          "probe",
          "wire",
          "capture",
          "check",
          "certificate",
          "registry",
          "score",
          "surface",
          "report",
          "page",
          "model",
          "json",
        ],
        "fleet keeps many targets in a database, probes them politely and judges them as check does; it neither prints nor reads arguments.",
      ),
      "^src/version\\.ts$",
    ),
    withinOnly("fleet", "model", [], "fleet/model holds the words of a fleet as types."),
    withinOnly(
      "fleet",
      "database",
      [],
      "fleet/database speaks SQL to a server or to the embedded one, and knows no table.",
    ),
    withinOnly(
      "fleet",
      "store",
      ["model", "database"],
      "fleet/store reads and writes tables; it probes and judges nothing.",
    ),
    withinOnly("fleet", "site", ["model", "store"], "fleet/site writes pages from what the store hands out."),
    {
      name: "only-the-site-of-a-fleet-writes-pages",
      comment: "what probes and stores knows no report.",
      severity: "error",
      from: { path: "^src/fleet/", pathNot: "^src/fleet/site/" },
      to: { path: "^src/(report|page)/" },
    },
    {
      name: "pages-of-a-site-are-functions-of-data",
      comment: "fleet/site/pages gets what was read; who reads and writes stands around it.",
      severity: "error",
      from: { path: "^src/fleet/site/pages/" },
      to: { path: "^src/fleet/(?!model/|site/(pages/|site-data\\.ts))" },
    },
    withinOnly(
      "fleet",
      "judge",
      ["model"],
      "fleet/judge derives what is stored from a capture, and knows no database.",
    ),
    withinOnly(
      "fleet",
      "queue",
      ["model", "database", "store"],
      "fleet/queue decides who is asked when; it asks nobody.",
    ),
    withinOnly(
      "fleet",
      "work",
      ["model", "database", "store", "queue", "judge"],
      "fleet/work asks, judges and stores.",
    ),
    withinOnly("fleet", "sources", ["model", "store", "work"], "fleet/sources reads lists of targets."),
    {
      name: "only-fleet-knows-databases",
      comment: "pg, pg-boss and PGlite are optional and loaded only by mcptest fleet.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/fleet/" },
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
      from: { path: "^src/", pathNot: "^src/wire/" },
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
      from: { path: "^src/", pathNot: "^src/cli/" },
      to: { path: "^src/cli/" },
    },
    allowInCli(
      "commands",
      ["certificate", "client", "files", "fleet", "flags", "login", "render", "suite", "target", "terminal", "watch"],
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
      "fleet",
      ["files", "flags", "target", "terminal"],
      "fleet opens the fleet that flags name and reads lists of targets.",
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
