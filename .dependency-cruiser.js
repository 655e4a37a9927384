/**
 * The allowed directions, one sentence per rule. docs/architecture.md shows the same as a picture.
 * A folder that is not named in an `allowOnly` row may import anything below src/.
 */
const allowOnly = (folder, targets, comment) => ({
  name: `${folder}-imports-only-${targets.length ? targets.join("-") : "itself"}`,
  comment,
  severity: "error",
  from: { path: `^src/${folder}/` },
  to: { path: "^src/", pathNot: [folder, ...targets].map((name) => `^src/${name}/`) },
});

const PURE = "^src/(model|json|facts|corpus|judge|score|report)/";

export default {
  forbidden: [
    allowOnly("launch", [], "launch starts the built program; it is no part of it."),
    allowOnly("model", [], "model holds the words of the product and imports nothing."),
    allowOnly("json", ["model"], "json turns text into values and back; it knows no message and no wire."),
    allowOnly("wire", ["model", "json"], "wire moves bytes and knows nothing of what is asked or why."),
    allowOnly("capture", ["model", "json"], "capture saves and reads sessions; it neither probes nor judges."),
    allowOnly("probe", ["wire", "capture", "model", "json"], "probe asks over the wire and yields a capture."),
    allowOnly("facts", ["capture", "model", "json"], "a fact reads a capture and nothing else."),
    allowOnly("corpus", ["model", "json"], "corpus rows are data; resolving them needs no I/O."),
    allowOnly("corpus-io", ["corpus", "wire", "model", "json"], "corpus-io brings corpora in from disk or network."),
    allowOnly(
      "check",
      ["capture", "corpus", "corpus-io", "facts", "judge", "json", "model", "probe", "schema-check", "score"],
      "check joins the halves: probe, judge, score. It neither prints nor reads arguments.",
    ),
    allowOnly(
      "suite",
      ["capture", "check", "corpus", "corpus-io", "facts", "judge", "json", "model", "schema-check", "score"],
      "a suite is loaded and judged here; what is talked to and printed is the command line's business.",
    ),
    allowOnly("schema-check", ["capture", "model", "json"], "schemas are checked from a capture, before it is judged."),
    allowOnly("judge", ["facts", "corpus", "model", "json"], "judge compares facts with expectations."),
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
    allowOnly("score", ["model"], "scores are arithmetic over verdicts."),
    allowOnly("report", ["model", "json"], "a report is a function of the result."),
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
    {
      name: "no-circular",
      comment: "A cycle hides which idea comes first.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
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
