import type { LookupAddress } from "node:dns";
import { describe, expect, test } from "vitest";
import { probeTarget } from "../../src/areas/probe-target.ts";
import { guardedLookup, isForbiddenHost, isReservedAddress, type Lookup } from "../../src/wire/address-policy.ts";
import { CANARY_HEADERS } from "./canaries.ts";
import { CLIENT, PATIENT, troubles } from "./case.ts";
import { checkCapture } from "./oracle.ts";
import { headerOf, startViceServer } from "./servers/http.ts";
import { challenging, offering } from "./servers/offering.ts";

const PRIVATE: readonly (readonly string[])[] = [
  ["loopback", "127.0.0.1", "127.255.255.254", "::1"],
  ["RFC 1918", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1"],
  ["carrier-grade NAT", "100.64.0.1", "100.127.255.255"],
  ["link-local", "169.254.169.254", "fe80::1", "febf::1"],
  ["unique local", "fc00::1", "fd12:3456::1"],
  ["multicast", "224.0.0.1", "239.255.255.255", "ff02::1"],
  ["this network and broadcast", "0.0.0.0", "0.1.2.3", "255.255.255.255", "::"],
  ["documentation and benchmarks", "192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "2001:db8::1"],
];

describe("B02: addresses no list may name", () => {
  test.each(PRIVATE)("%s", (_kind, ...addresses) => {
    for (const address of addresses) expect(isReservedAddress(address), address).toBe(true);
  });

  test.each(["1.1.1.1", "9.255.255.255", "11.0.0.1", "100.63.255.255", "172.32.0.1", "2606:4700:4700::1111"])(
    "%s is public",
    (address) => expect(isReservedAddress(address)).toBe(false),
  );
});

describe("B03: the same in other spellings", () => {
  test.each([
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://１２７.０.０.１/",
    "http://127。0。0。1/",
    "http://①②⑦.⓪.⓪.①/",
    "http://127.1/",
    "http://0/",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::ffff:127.0.0.1]/",
  ])("%s", (url) => expect(isForbiddenHost("public-only", new URL(url).hostname)).toBe(true));
});

describe("B04: private addresses inside IPv6", () => {
  test.each([
    ["mapped", "::ffff:10.0.0.1"],
    ["mapped, in hexadecimal", "::ffff:a00:1"],
    ["mapped, written out", "0:0:0:0:0:ffff:10.0.0.1"],
    ["compatible", "::10.0.0.1"],
    ["NAT64", "64:ff9b::a00:1"],
    ["local NAT64", "64:ff9b:1::a00:1"],
    ["6to4", "2002:a00:1::1"],
    ["Teredo", "2001:0:a00:1::1"],
    ["a zone", "fe80::1%eth0"],
    ["translated (SIIT)", "::ffff:0:10.0.0.1"],
  ])("%s", (_kind, address) => expect(isReservedAddress(address)).toBe(true));
});

/** Answers from a list, one entry per question. */
const fakeResolver =
  (...answers: readonly (readonly string[])[]): Lookup =>
  (_hostname, _options, callback) => {
    const addresses = (answers.length > 1 ? (answers as string[][]).shift() : answers[0]) ?? [];
    callback(
      null,
      addresses.map((address): LookupAddress => ({ address, family: address.includes(":") ? 6 : 4 })),
    );
  };

const ask = (lookup: Lookup, all: boolean): Promise<unknown> =>
  new Promise((resolve) => {
    lookup("name.invalid", { all }, (error, address) => resolve(error ? (error as { code?: string }).code : address));
  });

describe("names", () => {
  test("B05: every answer is judged, also the second one of a name that changed its mind", async () => {
    const lookup = guardedLookup("public-only", fakeResolver(["1.1.1.1"], ["127.0.0.1"]));
    expect(await ask(lookup, false)).toBe("1.1.1.1");
    expect(await ask(lookup, false)).toBe("EFORBIDDENADDRESS");
  });

  test.each([true, false])("B06: one private answer refuses the whole name (all: %s)", async (all) => {
    for (const addresses of [
      ["1.1.1.1", "10.0.0.1"],
      ["10.0.0.1", "1.1.1.1"],
      ["2606:4700:4700::1111", "::1"],
    ]) {
      expect(await ask(guardedLookup("public-only", fakeResolver(addresses)), all)).toBe("EFORBIDDENADDRESS");
    }
  });

  test("B14: a name without addresses", async () => {
    expect(await ask(guardedLookup("public-only", fakeResolver([])), true)).toBe("EFORBIDDENADDRESS");
  });

  test("a name the user typed may be private", async () => {
    expect(await ask(guardedLookup("any", fakeResolver(["127.0.0.1"])), true)).toEqual([
      { address: "127.0.0.1", family: 4 },
    ]);
  });
});

describe("Addresses: a target from a list", () => {
  const attempt = async (host: (port: string) => string, resolve?: Lookup) => {
    const server = await startViceServer(() => {});
    try {
      const url = host(new URL(server.origin).port);
      const capture = await probeTarget(
        { kind: "http", url, headers: CANARY_HEADERS, origin: "list" },
        { client: CLIENT, limits: PATIENT, ...(resolve ? { resolve } : {}) },
      );
      checkCapture(capture);
      expect(capture.outcome).toBe("unreachable");
      expect(new Set(troubles(capture).map(({ kind }) => kind))).toEqual(new Set(["forbidden-address"]));
      expect(server.connections).toBe(0);
    } finally {
      await server.close();
    }
  };

  test.each(["127.0.0.1", "2130706433", "[::ffff:127.0.0.1]"])("B03: %s is never dialled", (host) =>
    attempt((port) => `http://${host}:${port}/mcp`),
  );

  test("B05, B06: a name that leads inside is never dialled", () =>
    attempt((port) => `http://name.invalid:${port}/mcp`, fakeResolver(["1.1.1.1", "127.0.0.1"])));
});

describe("Addresses: what is dialled is what was checked", () => {
  test("B05: a name is resolved once for every connection, and never between the check and the dial", async () => {
    const server = await startViceServer(offering({}));
    try {
      let asked = 0;
      const resolve: Lookup = (hostname, options, callback) => {
        asked += 1;
        fakeResolver(["127.0.0.1"])(hostname, options, callback);
      };
      const url = `http://rebinding.invalid:${new URL(server.origin).port}/mcp`;
      const capture = await probeTarget(
        { kind: "http", url, headers: CANARY_HEADERS, origin: "user" },
        { client: CLIENT, limits: PATIENT, resolve },
      );
      expect(capture.outcome).toBe("complete");
      expect(asked).toBe(server.connections);
      expect(new Set(server.requests.map(({ headers }) => headerOf(headers, "host")))).toEqual(
        new Set([new URL(url).host]),
      );
    } finally {
      await server.close();
    }
  });

  test("B02: metadata that a server names at a name which leads inside is not fetched", async () => {
    const inside = await startViceServer(offering({}));
    const server = await startViceServer(
      challenging(`Bearer resource_metadata="http://metadata.invalid:${new URL(inside.origin).port}/x"`),
    );
    try {
      const url = `http://rebinding.invalid:${new URL(server.origin).port}/mcp`;
      const capture = await probeTarget(
        { kind: "http", url, headers: CANARY_HEADERS, origin: "user" },
        { client: CLIENT, limits: PATIENT, resolve: fakeResolver(["127.0.0.1"]), metadata: { private: false } },
      );
      checkCapture(capture);
      expect(server.connections).toBeGreaterThan(0);
      expect(inside.connections).toBe(0);
    } finally {
      await Promise.all([inside.close(), server.close()]);
    }
  });
});
