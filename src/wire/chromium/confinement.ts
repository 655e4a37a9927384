import { execFile } from "node:child_process";

/** Who Chromium runs as, and what stands before its command. */
export interface Confinement {
  readonly prefix: readonly string[];
  readonly user?: { readonly uid: number; readonly gid: number };
}

/** The user and group `nobody` of every Unix that has one. */
const NOBODY = { uid: 65_534, gid: 65_534 };
/** A network of its own in which not even loopback is up. */
const WITHOUT_NETWORK = ["unshare", "--user", "--net", "--map-current-user"];
const TRIAL_MS = 5_000;

/**
 * Chromium refuses to run as root with its sandbox, so root hands it to nobody. Where Linux lets us, it also gets a network of its own;
 * elsewhere its flags alone keep it from the network.
 */
export const confine = async (path: string): Promise<Confinement> => {
  const isRoot = process.platform !== "win32" && process.getuid?.() === 0;
  const user = isRoot ? { user: NOBODY } : {};
  const namespaces = process.platform === "linux" && (await works(WITHOUT_NETWORK, path, isRoot ? NOBODY : {}));
  return { prefix: namespaces ? WITHOUT_NETWORK : [], ...user };
};

const works = ([command = "", ...args]: readonly string[], path: string, user: object): Promise<boolean> =>
  new Promise((resolve) => {
    const options = { ...user, env: { PATH: path }, timeout: TRIAL_MS, windowsHide: true };
    execFile(command, [...args, "true"], options, (error) => resolve(error === null));
  });
