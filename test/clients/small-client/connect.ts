// How a small client connects: in the era it speaks, or in the one that the server turns out to have.

import { type JsonObject, listMember, member, stringMember } from "../../../src/base/json.ts";
import { CLIENT_INFO, type ClientCore } from "./client-core.ts";
import { HttpLine } from "./http-line.ts";
import type { OpenLine } from "./run-plan.ts";

/** False where there is no session. */
export const connect = async (core: ClientCore, open: OpenLine): Promise<boolean> => {
  const { vice, dual } = core.choice;
  for (let attempt = 1; ; attempt += 1) {
    const line = core.line ?? open();
    const isConnected =
      core.era === "stateful"
        ? await shakeHands(core)
        : dual
          ? await findEra(core, open)
          : (await discover(core)) || vice.goesOnRefused === true;
    if (isConnected && line instanceof HttpLine) await openStreams(core, line);
    if (isConnected || core.ended || attempt >= (vice.attempts ?? 1)) return isConnected;
    await core.line?.close();
    core.line = undefined;
  }
};

const openStreams = async ({ choice: { vice }, era }: ClientCore, line: HttpLine): Promise<void> => {
  const wanted = vice.opensStream === true ? 1 : 0;
  const streams = era === "stateful" ? (vice.insistsOnStream ?? wanted) : wanted;
  for (let count = 0; count < streams; count += 1) await line.openStream();
};

const KNOWN = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

const shakeHands = async (core: ClientCore): Promise<boolean> => {
  const { version, choice } = core;
  const answer = await core.request("initialize", {
    protocolVersion: version,
    capabilities: core.capabilities,
    clientInfo: CLIENT_INFO,
  });
  const negotiated = stringMember(member(answer, "result"), "protocolVersion");
  core.serverCapabilities = member(member(answer, "result"), "capabilities");
  if (negotiated === undefined) return false;
  if (!choice.vice.takesAnyVersion && !KNOWN.some((known) => known === negotiated && known <= version)) return false;
  core.negotiated = negotiated;
  await core.notify("notifications/initialized");
  return true;
};

/** Tries again in a version of the list, once. */
const discover = async (core: ClientCore): Promise<boolean> => {
  const { vice } = core.choice;
  let answer = await core.request("server/discover", undefined);
  for (let attempt = 1; attempt <= (vice.neverGivesUp ? 10 : 1); attempt += 1) {
    const error = member(answer, "error");
    if (member(error, "code") !== -32022) break;
    const isListed = listMember(member(error, "data"), "supported").includes(core.version);
    if (vice.givesUp || (!isListed && !vice.neverGivesUp)) return false;
    answer = await core.request("server/discover", undefined);
  }
  return member(answer, "result") !== undefined || isMissingDiscovery(answer, core);
};

/** Over HTTP a server of the stateless era that does not know a method says so with 404; others never heard of the era. */
const isMissingDiscovery = (answer: JsonObject | undefined, core: ClientCore): boolean =>
  core.line?.status === 404 && member(member(answer, "error"), "code") === -32601;

const MODERN_ERRORS: readonly unknown[] = [-32020, -32021, -32022];

/** A client of both eras: the handshake where the first request shows that the server has no other era. */
const findEra = async (core: ClientCore, open: OpenLine): Promise<boolean> => {
  const { vice } = core.choice;
  core.patienceMs = PROBE_MS;
  const answer = await core.request("server/discover", undefined);
  core.patienceMs = undefined;
  if (core.ended) return false;
  const error = member(answer, "error");
  const code = member(error, "code");
  const isModern =
    member(answer, "result") !== undefined || MODERN_ERRORS.includes(code) || isMissingDiscovery(answer, core);
  const fallsBack = vice.fallsBack ? vice.fallsBack(answer, core.line?.status) : !isModern;
  if (fallsBack) {
    if (core.line?.isOver) {
      if (vice.neverRestarts) return false;
      open();
    }
    core.era = "stateful";
    core.version = "2025-11-25";
    return shakeHands(core);
  }
  if (code === -32022 && listMember(member(error, "data"), "supported").includes(core.version))
    return member(await core.request("server/discover", undefined), "result") !== undefined;
  return error === undefined ? answer !== undefined : isMissingDiscovery(answer, core);
};

/** How long a first request that is not answered is waited for. */
const PROBE_MS = 2500;
