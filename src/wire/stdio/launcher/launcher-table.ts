/** Programs that fetch another one, if need be, and start it. */
export interface LauncherRow {
  /** As users call it. */
  readonly name: string;
  readonly program: string;
  /** Words behind the program, such as `run`; options may stand between them. */
  readonly words: readonly string[];
  /** Which options take the next word as their value. */
  readonly options: OptionRule;
  /** Options whose value names what is installed, when that is not the program itself. */
  readonly packageOptions: readonly string[];
  /** Options after which a shell runs a line of the user's, or the program is not started the usual way. */
  readonly shellOptions: readonly string[];
  /** Its own options may also stand behind what it starts, up to `--`. */
  readonly interleaved?: true;
}

/** Either the options that take a value are listed, or those that take none; a table lists the shorter ones. */
export type OptionRule =
  | { readonly valued: ReadonlySet<string> }
  | {
      /** Without the dashes; whatever begins with `--no-` is one of them. */
      readonly bare: ReadonlySet<string>;
      readonly bareLetters: string;
      /** A word that begins with a dash is never a value. */
      readonly dashEndsValue?: true;
    };

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ""));

/** npm takes the word behind an option that it does not know as its value. */
const NPM: OptionRule = {
  bare: set(
    `yes no install no-install quiet silent verbose version help offline prefer-offline prefer-online ignore-scripts
     ignore-existing always-spawn json long parseable force foreground-scripts workspaces include-workspace-root global
     legacy-peer-deps strict-peer-deps audit fund progress update-notifier color bin-links package-lock save dry-run
     unicode usage timing strict-ssl dangerously-allow-all-scripts strict-allow-scripts`,
  ),
  bareLetters: "yqsdvhfglS",
  dashEndsValue: true,
};

const UV: OptionRule = {
  valued: set(
    `--from -w --with --with-editable --with-requirements -c --constraints --constraint -b --build-constraints
     --build-constraint --overrides --override --env-file --python-platform --torch-backend --index --default-index -i
     --index-url --extra-index-url -f --find-links --index-strategy --keyring-provider -P --upgrade-package
     --upgrade-group --resolution --prerelease --prerelease-package --fork-strategy --exclude-newer
     --exclude-newer-package --no-sources-package --reinstall-package --link-mode -C --config-setting
     --config-settings-package --no-build-isolation-package --no-build-package --no-binary-package --cache-dir
     --refresh-package -p --python --color --allow-insecure-host --directory --project --config-file --extra --no-extra
     --group --no-group --only-group --no-editable-package --package`,
  ),
};

const PNPM: OptionRule = {
  valued: set(
    "--package --allow-build --cpu --os --libc --env-file -C --dir --reporter --loglevel --registry --store-dir --config --filter",
  ),
};

const BUN: OptionRule = {
  valued: set("-p --package --cwd --env-file --minimum-release-age --registry --ca --cafile -c --config -r --preload"),
};

const YARN: OptionRule = { valued: set("-p --package --cwd") };

const PIPX: OptionRule = {
  valued: set(
    "--spec --python --python-args --with --index-url -i --pip-args --fetch-python --cooldown --backend --suffix",
  ),
};

const DOCKER: OptionRule = {
  bare: set(
    `interactive tty detach rm init privileged read-only publish-all quiet sig-proxy no-healthcheck no-hosts
     oom-kill-disable disable-content-trust replace tls tlsverify debug help remote env-host http-proxy no-hostname rmi
     rootfs passwd unsetenv-all use-api-socket`,
  ),
  bareLetters: "itdPqD",
};

const row = (
  name: string,
  options: OptionRule,
  more: Partial<Pick<LauncherRow, "packageOptions" | "shellOptions" | "interleaved">> = {},
): LauncherRow => {
  const [program = "", ...words] = name.split(" ");
  return { name, program, words, options, packageOptions: [], shellOptions: [], ...more };
};

const NODE_PACKAGE = { packageOptions: ["-p", "--package"], shellOptions: ["-c", "--call", "--shell-mode"] };
const FROM = { packageOptions: ["--from"] };

/** Longer names stand first: `uv tool run` is not `uv run`. */
export const LAUNCHER_TABLE: readonly LauncherRow[] = [
  row("npx", NPM, NODE_PACKAGE),
  row("npm exec", NPM, { ...NODE_PACKAGE, interleaved: true }),
  row("npm x", NPM, { ...NODE_PACKAGE, interleaved: true }),
  row("bunx", BUN, { packageOptions: ["-p", "--package"] }),
  row("bun x", BUN, { packageOptions: ["-p", "--package"] }),
  row("pnpx", PNPM, NODE_PACKAGE),
  row("pnpm dlx", PNPM, NODE_PACKAGE),
  row("yarn dlx", YARN, NODE_PACKAGE),
  row("uvx", UV, FROM),
  row("uv tool run", UV, FROM),
  row("uv run", UV),
  row("pipx run", PIPX, { packageOptions: ["--spec"] }),
  row("docker run", DOCKER),
  row("docker container run", DOCKER),
  row("podman run", DOCKER),
];
