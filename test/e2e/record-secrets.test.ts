// Secrets handed to `mcptest record` are in nothing it writes, even when a server says them back.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { INITIALIZE_RESULT, result, serveHttp, stdioScript } from "../probe/ad-hoc-servers.ts";
import { ensureBuilt, mcptest, temporaryFolder } from "./cli.ts";

beforeAll(ensureBuilt);

const NOWHERE = "http://127.0.0.1:1/mcp";

describe("Credentials stay: a secret", () => {
  const SECRET = "s3cr3t-Grüße-0123456789";
  const ASCII = "t0ken-0123456789-abcdef";

  /** Says back whatever it is told, in every place a server can. */
  const parrot = async (): Promise<string> =>
    (
      await serveHttp((asked) => {
        const told = JSON.stringify(asked.headers);
        const answer = result(asked, {
          ...INITIALIZE_RESULT,
          serverInfo: { name: told, version: told },
          instructions: told,
        });
        return asked.rpcMethod === "initialize"
          ? { ...answer, headers: { "X-Told": encodeURIComponent(told), "Mcp-Session-Id": "s" } }
          : { status: 400, text: told };
      })
    ).url;

  const expectHidden = async (
    args: readonly string[],
    env: Record<string, string>,
    secrets: string[],
  ): Promise<void> => {
    const file = join(temporaryFolder(), "session.json");
    const { code, stdout, stderr } = await mcptest(["record", "-o", file, ...args], { env });
    expect(code).toBe(0);
    const text = readFileSync(file, "utf8");
    expect(text).toContain("[redacted:");
    for (const secret of secrets) {
      for (const form of [
        secret,
        encodeURIComponent(secret),
        Buffer.from(secret).toString("base64").replace(/=+$/, ""),
      ]) {
        expect(stdout).not.toContain(form);
        expect(stderr).not.toContain(form);
        expect(text).not.toContain(form);
      }
    }
  };

  test("given by --header stays out of stdout, stderr and file", async () => {
    await expectHidden([await parrot(), "--header", `X-Api-Key: ${ASCII}`], {}, [ASCII]);
  });

  test("given by --header-env too", async () => {
    await expectHidden([await parrot(), "--header-env", "X-Custom=MY_VALUE"], { MY_VALUE: ASCII }, [ASCII]);
  });

  test("given by --bearer-env too, and the scheme is kept", async () => {
    const url = await parrot();
    await expectHidden([url, "--bearer-env", "MY_TOKEN"], { MY_TOKEN: ASCII }, [ASCII]);
  });

  test("given in the URL too", async () => {
    const url = new URL(await parrot());
    url.username = "someone-long";
    url.password = ASCII;
    url.searchParams.set("api_key", `q-${ASCII}`);
    await expectHidden([url.href], {}, [ASCII]);
  });

  test("given by --env to a child that repeats it too", async () => {
    const target = stdioScript(
      `process.stderr.write(process.env.MY_SECRET + process.env.COPIED);
       if (message.id !== undefined) respond({ ...${JSON.stringify(INITIALIZE_RESULT)}, instructions: process.env.MY_SECRET, [process.env.COPIED]: 1 });`,
    );
    const args = ["--env", `MY_SECRET=${SECRET}`, "--env", "COPIED", "--", target.command, ...target.args];
    await expectHidden(args, { COPIED: ASCII }, [SECRET, ASCII]);
  });

  test("is not repeated when it is given wrongly", async () => {
    for (const args of [
      ["--header", ASCII],
      ["--header", `Bad Name: ${ASCII}`],
      ["--header", `X: ${ASCII}\n`],
      ["--header-env", ASCII],
      ["--bearer-env", ASCII],
      ["--header", "Authorization: a", "--bearer-env", "TOKEN"],
    ]) {
      const { code, stdout, stderr } = await mcptest(["record", NOWHERE, ...args], { env: { TOKEN: ASCII } });
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).not.toContain(ASCII);
    }
  });

  test("of ours that nobody handed over does not reach a child", async () => {
    const target = stdioScript(`if (message.id !== undefined) respond({ names: Object.keys(process.env).sort() });`);
    const env = { AWS_SECRET_ACCESS_KEY: ASCII, LANG: "C", npm_config_registry: "http://127.0.0.1:1/" };
    const { stdout } = await mcptest(["record", "-o", "-", "--", target.command, ...target.args], { env });
    expect(stdout).toContain("npm_config_registry");
    expect(stdout).not.toContain("AWS_SECRET_ACCESS_KEY");
    expect(stdout).not.toContain(ASCII);
  });
});
