import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { recogniseLauncher } from "../../../src/wire/stdio/launcher/launcher.ts";
import { LAUNCHER_TABLE } from "../../../src/wire/stdio/launcher/launcher-table.ts";

const read = (line: string) => {
  const [command = "", ...args] = line.split(" ");
  return recogniseLauncher(command, args);
};

describe("a launcher", () => {
  test.each([
    ["npx @scope/server", "npx", "@scope/server", ""],
    ["/usr/bin/npx -y @scope/server@1.2.3 --port 3", "npx", "@scope/server@1.2.3", "--port 3"],
    ["C:\\nodejs\\npx.cmd --yes server", "npx", "server", ""],
    ["npx -p a b c", "npx", "a", "c"],
    ["npx -y --package=a -- b c", "npx", "a", "c"],
    ["npx --registry https://npm.example server -y", "npx", "server", "-y"],
    ["npx --no-install -dd server", "npx", "server", ""],
    ["npm exec server -- --flag", "npm exec", "server", "--flag"],
    ["npm exec -y server one --loglevel error -- --flag", "npm exec", "server", "one --flag"],
    ["npm --silent exec --package=a -- b c", "npm exec", "a", "c"],
    ["npm x server", "npm x", "server", ""],
    ["bunx --bun @scope/server stdio", "bunx", "@scope/server", "stdio"],
    ["bun x server", "bun x", "server", ""],
    ["pnpm dlx server a", "pnpm dlx", "server", "a"],
    ["pnpm --package=a dlx b", "pnpm dlx", "b", ""],
    ["pnpx server", "pnpx", "server", ""],
    ["yarn dlx -q -p a b", "yarn dlx", "a", ""],
    ["uvx mcp-server-time --local-timezone UTC", "uvx", "mcp-server-time", "--local-timezone UTC"],
    ["uvx --python 3.12 --from git+https://git.example/x server", "uvx", "git+https://git.example/x", ""],
    ["uv tool run --with a server", "uv tool run", "server", ""],
    ["uv --directory /srv run server.py -v", "uv run", "server.py", "-v"],
    ["uv run --with mcp mcp run server.py", "uv run", "mcp", "run server.py"],
    ["pipx run --spec a==1 b c", "pipx run", "a==1", "c"],
    ["docker run -i --rm -e TOKEN mcp/server --flag", "docker run", "mcp/server", "--flag"],
    ["docker --context far run -it --memory-swap -1 -p8080:80 image", "docker run", "image", ""],
    ["docker container run image", "docker container run", "image", ""],
    ["podman run --rm -i image", "podman run", "image", ""],
  ])("is %s", (line, name, starts, args) => {
    const programArgs = args === "" ? [] : args.split(" ");
    expect(read(line)).toEqual({ name, starts, programArgs });
  });

  test.each([
    "node server.js",
    "npm run serve",
    "npm start",
    "npm",
    "npx",
    "npx -y",
    "npx --version",
    "yarn start",
    "pnpm run dlx",
    "bun run server.ts",
    "bun server.ts x",
    "uv",
    "uv sync",
    "uv tool install server",
    "pipx install server",
    "docker ps",
    "docker compose run server",
    "docker exec -i name server",
    "./npx-like server",
    "python -m server npx a",
  ])("is not %s", (line) => {
    expect(read(line)).toBeUndefined();
  });

  test("is known without what its program is given where a shell runs a line", () => {
    expect(recogniseLauncher("npx", ["-p", "a", "-c", "a | tee log"])).toEqual({
      name: "npx",
      starts: "a",
      programArgs: undefined,
    });
    expect(recogniseLauncher("npx", ["--call", "a && b"])).toMatchObject({ starts: "a && b", programArgs: undefined });
  });

  test("shows no password of an address", () => {
    expect(read("uvx --from git+https://me:secret@git.example/x server")?.starts).toBe("git+https://git.example/x");
  });
});

const word = fc.stringMatching(/^[a-z0-9@/._=-]{1,12}$/);
const name = fc.stringMatching(/^(?:@[a-z]{1,8}\/)?[a-z]{1,8}(?:@[0-9]\.[0-9])?$/);

test("whatever follows the program is the program's, word for word", () => {
  const plain = LAUNCHER_TABLE.filter(({ interleaved }) => !interleaved);
  fc.assert(
    fc.property(fc.constantFrom(...plain), name, fc.array(word), ({ program, words, name: called }, starts, rest) => {
      expect(recogniseLauncher(program, [...words, starts, ...rest])).toEqual({
        name: called,
        starts,
        programArgs: rest,
      });
    }),
  );
});

test("behind -- npm leaves everything to the program", () => {
  fc.assert(
    fc.property(name, fc.array(word), (starts, rest) => {
      expect(recogniseLauncher("npm", ["exec", "--", starts, ...rest])).toEqual({
        name: "npm exec",
        starts,
        programArgs: rest,
      });
    }),
  );
});

test("any words at all are read, and no others are taken for launchers", () => {
  const programs = new Set(LAUNCHER_TABLE.map(({ program }) => program));
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom(...programs), fc.string()),
      fc.array(fc.oneof(word, fc.string())),
      (command, args) => {
        const launcher = recogniseLauncher(command, args);
        if (!launcher) return;
        expect(launcher.starts).not.toBe("");
        if (launcher.programArgs && command !== "npm")
          expect(args.slice(args.length - launcher.programArgs.length)).toEqual(launcher.programArgs);
        expect(programs.has(launcher.name.split(" ")[0] ?? "")).toBe(true);
      },
    ),
  );
});
