import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { listeningAddresses } from "../../src/wire/listening-addresses.ts";

describe("where a server at loopback listens", () => {
  it.runIf(process.platform === "linux")("leaves out what listens at another address of loopback", async () => {
    const listen = async (host: string, port = 0): Promise<number> => {
      const server = createServer().listen(port, host);
      onTestFinished(() => void server.close());
      await once(server, "listening");
      return (server.address() as AddressInfo).port;
    };
    const port = await listen("127.9.0.1");
    await listen("127.9.0.2", port);
    expect(await listeningAddresses(port, "127.9.0.1")).toEqual(["127.9.0.1"]);
    expect(await listeningAddresses(port, "127.9.0.2")).toEqual(["127.9.0.2"]);
  });
});
