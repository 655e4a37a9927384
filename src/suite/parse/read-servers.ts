import { defined } from "../../base/defined.ts";
import { isJsonObject, type Json, type JsonObject, member, stringMember } from "../../base/json.ts";
import { readPointer, toPointer } from "../../base/pointer.ts";
import { isSecretHeader } from "../../capture/secret-names.ts";
import type { Problem, SuitePath } from "../problem.ts";
import type { SuiteServer, SuiteValue } from "../suite.ts";

/** The name of the only server in a suite that does not name it. */
export const ONLY_SERVER = "server";

/** `server:` or `servers:`, the latter by name or as a list. The shape has been checked. */
export const readServers = (suite: JsonObject, written: Json) => {
  const problems: Problem[] = [];
  const servers = new Map<string, SuiteServer>();
  const one = member(suite, "server");
  const many = member(suite, "servers");
  if (one !== undefined && many !== undefined)
    problems.push({ path: ["servers"], message: "server and servers are both given; keep one of them", atKey: true });
  const add = (name: string, entry: Json, path: SuitePath): void => {
    if (!isJsonObject(entry)) return;
    if (servers.has(name)) {
      const message = `two servers are named ${JSON.stringify(name)}; rename one`;
      problems.push({ path: [...path, "name"], message });
    } else servers.set(name, readServer(name, entry, path, readPointer(written, toPointer(path)), problems));
  };
  if (one !== undefined) add(ONLY_SERVER, one, ["server"]);
  else if (Array.isArray(many))
    many.forEach((entry, index) => {
      add(stringMember(entry, "name") ?? "", entry, ["servers", index]);
    });
  else if (isJsonObject(many)) for (const [name, entry] of Object.entries(many)) add(name, entry, ["servers", name]);
  return { servers, problems };
};

const readServer = (
  name: string,
  entry: JsonObject,
  path: SuitePath,
  /** Before variables were filled in. */
  written: Json | undefined,
  problems: Problem[],
): SuiteServer => {
  const report = (key: string, message: string): void => void problems.push({ path: [...path, key], message });
  const reportKey = (keys: readonly string[], message: string): void =>
    void problems.push({ path: [...path, ...keys], message, atKey: true });
  const { command, args, url } = entry;
  if (command === undefined && url === undefined)
    problems.push({ path, message: `server ${JSON.stringify(name)} has neither command nor url; add one of them` });
  if (command !== undefined && url !== undefined)
    report("url", `server ${JSON.stringify(name)} has a command and a url; keep one of them`);
  const foreign = url === undefined ? ["headers", "auth", "ca", "insecure"] : ["args", "env", "cwd"];
  for (const key of command === undefined && url === undefined ? [] : foreign) {
    if (entry[key] !== undefined)
      reportKey([key], `${key} is for a server ${url === undefined ? "at a url" : "started by a command"}; remove it`);
  }
  const headers = readValues(entry["headers"]);
  for (const [header, value] of headers) {
    const text = stringMember(member(written, "headers"), header);
    // A variable may get its value from the environment; a value written out here is in the repository.
    if ("text" in value && isSecretHeader(header) && !(text ?? "").includes("${"))
      reportKey(
        ["headers", header],
        `the value of ${header} is a secret and does not belong in a file; write ${header}: {env: NAME}`,
      );
  }
  const token = stringMember(entry["auth"], "bearer_token_env");
  if (token !== undefined && [...headers.keys()].some((header) => header.toLowerCase() === "authorization"))
    report("auth", "Authorization is given twice, by auth and by headers; keep one");
  return defined({
    name,
    path,
    command: Array.isArray(command) ? command.map(String) : stringMember(entry, "command"),
    args: Array.isArray(args) ? args.map(String) : [],
    url: stringMember(entry, "url"),
    headers,
    bearerTokenEnv: token,
    env: readValues(entry["env"]),
    cwd: stringMember(entry, "cwd"),
    ca: stringMember(entry, "ca"),
    insecure: entry["insecure"] === true,
  });
};

/** A list of names passes those variables on unchanged. */
export const readValues = (value: Json | undefined): ReadonlyMap<string, SuiteValue> => {
  if (Array.isArray(value)) return new Map(value.map((name) => [String(name), { env: String(name) }]));
  if (!isJsonObject(value)) return new Map();
  return new Map(
    Object.entries(value).map(([name, entry]) => {
      const env = stringMember(entry, "env");
      return [name, env === undefined ? { text: String(entry) } : { env }];
    }),
  );
};
