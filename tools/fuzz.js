// Hostile files and answers for as long as one likes: nothing beyond results and clear errors may come of them.
//   node tools/fuzz.js [--minutes 15] [--seed n] [--area name] [--case n]
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const say = (text) => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "15" },
    seed: { type: "string" },
    area: { type: "string" },
    case: { type: "string" },
  },
});
const minutes = Number(values.minutes);
const seed = Number(values.seed ?? Date.now() % 4_294_967_296);
if (!(minutes > 0) || !Number.isInteger(seed) || seed < 0 || (values.case !== undefined && values.area === undefined)) {
  say("--minutes is a number above 0, --seed a whole number, --case needs the --area it is of");
  process.exit(1);
}

const root = fileURLToPath(new URL("../", import.meta.url));
const folder = join(root, ".cache/fuzz");
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
say(`seed ${seed}; the same cases again: npm run fuzz -- --seed ${seed} --minutes ${minutes}`);

const child = spawn("npx", ["vitest", "run", "test/fuzz/fuzz.test.ts"], {
  cwd: root,
  stdio: ["ignore", "pipe", "pipe"],
  detached: true,
  env: {
    ...process.env,
    FUZZ_SEED: String(seed),
    ...(values.area === undefined ? {} : { FUZZ_AREA: values.area }),
    ...(values.case === undefined ? { FUZZ_MINUTES: String(minutes) } : { FUZZ_CASE: values.case }),
  },
});
let printed = "";
for (const stream of [child.stdout, child.stderr])
  stream.on("data", (chunk) => {
    printed = `${printed}${chunk}`.slice(-20_000);
  });

const read = (name) => {
  try {
    return JSON.parse(readFileSync(join(folder, name), "utf8"));
  } catch {
    return undefined;
  }
};

/** Far longer than any case takes on a busy machine: one that is still the same then hangs, and nothing inside can say so. */
const STUCK_MS = 120_000;
let stuck;
const watch = setInterval(() => {
  const current = read("current.json");
  if (!current || Date.now() - current.at < STUCK_MS) return;
  stuck = current;
  process.kill(-child.pid, "SIGKILL");
}, 2_000);

child.on("close", (code) => {
  clearInterval(watch);
  const { counts = {} } = read("counts.json") ?? {};
  for (const [area, { taken, refused, finds }] of Object.entries(counts))
    say(
      `${area.padEnd(32)} ${String(taken + refused).padStart(7)} cases, ${taken} taken, ${refused} refused, ${finds} finds`,
    );
  const finds = join(folder, "finds.txt");
  if (existsSync(finds)) say(`\n${readFileSync(finds, "utf8")}`);
  const ended = stuck ?? (code === 0 ? undefined : read("current.json"));
  if (stuck) say("a case does not end:");
  if (ended) say(`  npm run fuzz -- --seed ${ended.seed} --area "${ended.area}" --case ${ended.case}`);
  if (code !== 0 && !existsSync(finds)) say(printed);
  process.exitCode = code === 0 && !stuck ? 0 : 1;
});
