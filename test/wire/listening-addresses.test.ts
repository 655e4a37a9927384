import { describe, expect, it } from "vitest";
import { listenersIn } from "../../src/wire/listening-addresses.ts";

const HEAD = "  sl  local_address rem_address   st tx_queue rx_queue\n";

describe("the addresses that listen on a port", () => {
  it.each([
    ["00000000:0BB8", "0A", ["0.0.0.0"]],
    ["0100007F:0BB8", "0A", ["127.0.0.1"]],
    ["00000000000000000000000000000000:0BB8", "0A", ["::"]],
    ["00000000000000000000000001000000:0BB8", "0A", ["::1"]],
    ["0000000000000000FFFF00000100007F:0BB8", "0A", ["127.0.0.1"]],
    ["B80D0120000000000000000001000000:0BB8", "0A", ["2001:db8:0:0:0:0:0:1"]],
    ["00000000:0BB9", "0A", []],
    ["0100007F:0BB8", "01", []],
    ["nonsense", "0A", []],
  ])("%s in state %s: %j", (local, state, addresses) => {
    const table = `${HEAD}   0: ${local} 00000000:0000 ${state} 00000000:00000000\n`;
    const found = listenersIn(table).filter(({ port }) => port === 3000);
    expect(found.map(({ address }) => address)).toEqual(addresses);
  });
});
