/**
 * The allowed directions, one sentence per rule. docs/architecture.md shows the same as a picture.
 * The rooms of src/ in order: a room imports only rooms above it.
 */
const ROOMS = [
  ["protocol", "protocol holds the words of the specification and imports nothing."],
  ["base", "base is pure helpers without a subject."],
  ["wire", "wire moves bytes and does not know what is asked or why."],
  ["capture", "capture saves and reads sessions; it neither probes nor judges."],
  ["probe", "probe runs the plan that it is given and yields a capture; it knows no area and no rule."],
  ["areas", "an area is one page of the specification: what is asked, and what a fact reads from the answers."],
  ["judge", "judge compares facts with expectations; no area is named in it."],
  ["scores", "a score is arithmetic over findings."],
  ["report", "a report is a function of the result."],
  ["certificate", "certificate signs and verifies what an audit found."],
  ["suite", "suite reads, runs and judges the tests of a user."],
  ["features", "a feature is loaded only by its own command."],
  ["cli", "cli is the outermost room of the program; only it reads process.* and the terminal."],
  ["library", "library is what programs import."],
];

const roomRules = ROOMS.map(([room, comment], index) => ({
  name: `${room}-imports-only-rooms-above-it`,
  comment,
  severity: "error",
  from: { path: `^src/${room}/` },
  to: {
    path: "^src/",
    pathNot: [
      ...ROOMS.slice(0, index + 1).map(([name]) => `^src/${name}/`),
      // The one exception: facts are written with the core of judge.
      ...(room === "areas" ? ["^src/judge/core/"] : []),
    ],
  },
}));

/** Between the folders of one room; files directly in the room are shared by all of them. */
const withinOnly = (folder, part, targets, comment) => ({
  name: `${folder}-${part}-imports-only-${targets.length ? targets.join("-") : "itself"}`.replaceAll("/", "-"),
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

/** Inside report, every folder may import the report model; other allowed targets are listed here. */
const reportOnly = (folder, targets, comment) => ({
  name: `report-${folder}-imports-only-${targets.join("-").replace("/", "-") || "itself"}`,
  comment,
  severity: "error",
  from: { path: `^src/report/${folder}/` },
  to: { path: "^src/report/[^/]+/", pathNot: [folder, ...targets].map((name) => `^src/report/${name}`) },
});

/** Everything that must give the same bytes for the same input. */
const PURE =
  "^src/(protocol|base|areas/[^/]+/(facts|client-facts)|judge|scores|report|features/playback)(/|\\.ts$)|^packages/fleet/src/site/pages/";
const IMPURE = "^src/(judge/corpus-files/|judge/preparation/|scores/result/capture-digest)";

export default {
  forbidden: [
    ...roomRules,
    {
      name: "an-area-imports-no-other-area",
      comment: "What two areas need belongs to the core of probe or of judge.",
      severity: "error",
      from: { path: "^src/areas/([^/]+)/" },
      to: { path: "^src/areas/[^/]+/", pathNot: "^src/areas/$1/" },
    },
    {
      name: "judge-names-no-area",
      comment: "A new area reaches the judge through the lists of src/areas.",
      severity: "error",
      from: { path: "^src/(judge|scores|report)/" },
      to: { path: "^src/areas/[^/]+/" },
    },
    {
      name: "the-core-of-judge-stands-alone",
      comment: "Facts are written with it, so it knows no way of judging.",
      severity: "error",
      from: { path: "^src/judge/core/" },
      to: { path: "^src/judge/", pathNot: "^src/judge/core/" },
    },
    withinOnly(
      "judge",
      "rules",
      ["core", "corpus"],
      "judge/rules compares facts with rows; it knows no other way of judging.",
    ),
    withinOnly("judge", "invariants", ["core", "corpus"], "judge/invariants reads whole sessions, message by message."),
    withinOnly("judge", "origin", ["core", "corpus"], "judge/origin compares a session with the recordings of SDKs."),
    withinOnly(
      "judge",
      "upgrade",
      ["core", "corpus", "rules"],
      "judge/upgrade compares what the rules of two revisions say.",
    ),
    withinOnly("judge", "corpus", ["core"], "corpus rows are data; resolving them needs no I/O."),
    withinOnly("judge", "preparation", ["core"], "schemas and files are examined before a capture is judged."),
    withinOnly("judge", "surface", ["core"], "judge/surface reads what a server offers to a model."),
    withinOnly("suite", "rules", [], "suite/rules combines rules that were read; it neither reads files nor judges."),
    withinOnly("suite", "parse", ["rules"], "suite/parse is the only part of suite that reads files."),
    withinOnly("suite", "judge", ["rules"], "suite/judge judges what was parsed and recorded."),
    withinOnly("suite", "starter", ["rules", "judge"], "suite/starter keeps the tests that a server meets today."),
    {
      name: "suites-are-judged-without-files",
      comment: "suite/rules, suite/judge and suite/starter get what suite/parse has read.",
      severity: "error",
      from: { path: "^src/suite/(rules|judge|starter)/" },
      to: { path: ["^(node:)?fs(/|$)", "^src/judge/corpus-files/"] },
    },
    {
      name: "verifying-needs-nothing-of-node",
      comment: "certificate/verify, the policy and the page run in a browser: crypto is handed in.",
      severity: "error",
      from: {
        path: "^src/(library/verify\\.ts|certificate/(page/|verify/|policy|read-policy|subject-pattern|recheck|compare|evidence))",
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
    {
      name: "fleet-imports-only-itself-and-the-internal-entry",
      comment:
        "mcptest-fleet is a package of its own: src/library/internal.ts lists everything that it uses of mcptest.",
      severity: "error",
      from: { path: "^packages/fleet/src/" },
      to: { path: "^src/", pathNot: "^src/library/internal\\.ts$" },
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
      comment: "src/library/internal.ts re-exports for another package; inside mcptest the file itself is imported.",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^src/library/internal\\.ts$" },
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
    reportOnly("escape", [], "an escape function knows its output and nothing of reports."),
    reportOnly("findings", [], "what is said of findings is the same in every format and view."),
    reportOnly("terminal", ["escape", "findings"], "the terminal draws lines; it knows no kind of result."),
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
      from: { path: PURE, pathNot: IMPURE },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "nothing-imports-the-command-line",
      comment: "cli is the outermost layer; the library must not pull it in.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(cli/|library/internal\\.ts$)" },
      to: { path: "^src/cli/" },
    },
    allowInCli(
      "commands",
      ["certificate", "files", "flags", "target", "terminal"],
      "commands says what can be typed; only all-commands.ts and fleet-commands.ts join it with what is done.",
    ),
    allowInCli(
      "actions",
      ["certificate", "client", "commands", "files", "flags", "login", "suite", "target", "terminal", "watch"],
      "an action does what its specification says, with the help of the other folders, none of which knows a command.",
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
    allowInCli(
      "certificate",
      ["files", "flags", "terminal"],
      "certificate reads keys, policies and certificates, and signs.",
    ),
    allowInCli("flags", ["files", "terminal"], "flags reads flags; what they lead to is decided elsewhere."),
    allowInCli("files", [], "files reads and writes what the user names, and knows no flag."),
    allowInCli("terminal", [], "terminal prints and handles signals, and knows no command."),
    allowInCli("watch", [], "watch tells which files changed, and knows no command."),
    {
      name: "only-the-agent-server-knows-its-tools",
      comment: "what the tools share knows none of them; the server and its resources put them together.",
      severity: "error",
      from: { path: "^src/features/agent/", pathNot: "^src/features/agent/(tools/|build-server\\.ts|resources\\.ts)" },
      to: { path: "^src/features/agent/tools/" },
    },
    {
      name: "agent-tools-know-no-transport",
      comment: "a tool answers a call; how the call arrived is the business of the server around it.",
      severity: "error",
      from: { path: "^src/features/agent/tools/" },
      to: { path: "^src/features/agent/(build-server|serve-http|legacy-sessions|resources|prompts)\\.ts$" },
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
