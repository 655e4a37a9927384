// The verify-only entry: one small file that a page can load.

import { fileURLToPath } from "node:url";
import vm from "node:vm";
import { rolldown } from "rolldown";
import { beforeAll, expect, test } from "vitest";
import { ISSUER } from "./make/keys.ts";
import { AT, sampleBody, seal } from "./make/sample.ts";

const ENTRY = fileURLToPath(new URL("../../src/library/verify.ts", import.meta.url));
let code = "";
let modules: readonly string[] = [];

beforeAll(async () => {
  const bundle = await rolldown({ input: ENTRY, platform: "browser", logLevel: "silent" });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  expect(output).toHaveLength(1);
  code = output[0].code;
  modules = output[0].moduleIds;
});

test("is under 30 kB", () => {
  expect(Buffer.byteLength(code)).toBeLessThan(30_000);
});

test("imports nothing and names nothing of Node, network or clock", () => {
  expect(code).not.toMatch(
    /\bimport\b|\brequire\(|node:|\bBuffer\b|\bprocess\b|\bfetch\(|XMLHttpRequest|Date\.now|new Date\(\)/,
  );
  expect(modules.every((id) => !id.includes("node_modules"))).toBe(true);
});

test("runs where there is nothing but what a page has", async () => {
  const exposed = code.replace(/export\s*\{([^}]*)\};?\s*$/, (_all, names: string) =>
    names
      .split(",")
      .map((name) => name.trim().split(/\s+as\s+/))
      .map(([local, name = local]) => `globalThis.${name} = ${local};`)
      .join(""),
  );
  expect(exposed).not.toBe(code);
  const page = vm.createContext({
    crypto: globalThis.crypto,
    TextEncoder,
    TextDecoder,
    URL,
    certificate: seal(sampleBody()),
  });
  vm.runInContext(exposed, page);
  const verdict = await vm.runInContext(
    `verifyCertificate(certificate, { at: ${JSON.stringify(AT)}, trusted: [{ spki_hex: ${JSON.stringify(ISSUER.spki_hex)} }] })`,
    page,
  );
  expect(verdict).toMatchObject({ valid: true });
});
