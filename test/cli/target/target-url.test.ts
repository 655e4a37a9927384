import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTargetUrl, withoutSecrets } from "../../../src/cli/target/target-url.ts";
import { SECRET, usageMessage } from "./fixtures.ts";

test.each([
  ["http://localhost:3000/mcp", "http://localhost:3000/mcp"],
  ["HTTPS://Example.COM", "https://example.com/"],
  ["http://[::1]:8080/mcp?x=1", "http://[::1]:8080/mcp?x=1"],
  ["https://example.com/mcp#part", "https://example.com/mcp"],
])("%s is accepted", (text, url) => {
  expect(parseTargetUrl(text, "<url>")).toEqual({ url });
});

test("user info leaves the URL and becomes an Authorization value", () => {
  expect(parseTargetUrl("https://me:p%40ss@example.com/mcp", "<url>")).toEqual({
    url: "https://example.com/mcp",
    basicAuthorization: `Basic ${Buffer.from("me:p@ss").toString("base64")}`,
  });
});

test.each([
  ["", "<url> is empty; write a URL such as http://localhost:3000/mcp"],
  ["localhost:3000/mcp", '<url> "localhost:3000/mcp" is not a URL; did you mean http://localhost:3000/mcp'],
  ["localhost:3000/@a/mcp", '<url> "localhost:3000/@a/mcp" is not a URL; did you mean http://localhost:3000/@a/mcp'],
  ["127.0.0.1/mcp", '<url> "127.0.0.1/mcp" is not a URL; did you mean http://127.0.0.1/mcp'],
  ["myhost:80", '<url> "myhost:80" is not a URL; did you mean http://myhost:80'],
  ["[::1]:80/mcp", '<url> "[::1]:80/mcp" is not a URL; did you mean http://[::1]:80/mcp'],
  ["example.com/mcp", '<url> "example.com/mcp" is not a URL; did you mean https://example.com/mcp'],
  ["http:/example.com", '<url> "http:/example.com" is not a URL; did you mean http://example.com'],
  ["./server.js", '<url> "./server.js" is not a URL; to start a file as a server write -- node ./server.js'],
  ["dist/index.mjs", '<url> "dist/index.mjs" is not a URL; to start a file as a server write -- node dist/index.mjs'],
  ["server.py", '<url> "server.py" is not a URL; to start a file as a server write -- python3 server.py'],
  ["/opt/bin/server", '<url> "/opt/bin/server" is not a URL; to start a file as a server write -- /opt/bin/server'],
  ["C:\\srv\\a.exe", '<url> "C:\\srv\\a.exe" is not a URL; to start a file as a server write -- C:\\srv\\a.exe'],
  [
    ".mcp.json",
    '<url> ".mcp.json" is not a URL; use --mcp-config for a client configuration, or mcptest judge for a saved capture',
  ],
  ["npx", '<url> "npx" is not a URL; write http://host:port/path, or start a command with -- <command>'],
  ["ws://example.com", '<url> "ws://example.com" has the scheme "ws"; only http and https are spoken'],
  ["file:///etc/x", '<url> "file:///etc/x" has the scheme "file"; only http and https are spoken'],
  [
    "http://[fe80::1%25eth0]/mcp",
    '<url> "http://[fe80::1%25eth0]/mcp" has an IPv6 zone id, which URLs do not allow; use an address without one',
  ],
  [
    "http://exa\nmple.com/",
    '<url> "http://exa mple.com/" contains a space or a control character; remove it or write %20',
  ],
  ["http://", '<url> "http://" is not a valid URL; write one such as http://localhost:3000/mcp'],
  ["http://h:99999/", '<url> "http://h:99999/" is not a valid URL; write one such as http://localhost:3000/mcp'],
  ["http://a%zz@h/", '<url> "http://h/" has user info with a broken % escape; write %25 for the character itself'],
])("%j is refused with the next step", (text, message) => {
  expect(usageMessage(() => parseTargetUrl(text, "<url>"))).toBe(message);
});

test.each([
  `ws://me:${SECRET}@h/x`,
  `http://me:${SECRET}@h:99999/`,
  `http://me:a/${SECRET}@h:99999/`,
  `http://me:a?${SECRET}@h:99999/`,
  `http://me:a@${SECRET}@h:99999/`,
  `me:${SECRET}@h/x`,
  `h:99999/mcp?token=${SECRET}`,
  `http://h /?token=${SECRET}`,
  `http://h:99999/#${SECRET}`,
])("the secret of %s stays out of the message", (text) => {
  expect(usageMessage(() => parseTargetUrl(text, "--server"))).toMatch(/^--server "/);
});

test("no password survives in what is shown", () => {
  fc.assert(
    fc.property(fc.webUrl(), fc.stringMatching(/^[a-zA-Z0-9?#/:%]{0,10}$/), (url, noise) => {
      const shown = withoutSecrets(url.replace("://", `://me:x${noise}${SECRET}@`));
      expect(shown).not.toContain(SECRET);
    }),
  );
});
