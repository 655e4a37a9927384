import { relayToGate } from "../../wire/client/relay-gate.ts";
import type { clientStdio } from "../commands/client.ts";
import type { CallOf } from "../commands/define-command.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { quoted, UsageError } from "../usage-error.ts";

/** `mcptest client-stdio`: what a client starts in place of a server while it is tested. */
export const runClientStdio = async ({ args, console }: CallOf<typeof clientStdio>): Promise<ExitCode> => {
  const { id } = args;
  if (!/^\d{1,5}-[0-9a-f]{8,64}$/.test(id))
    throw new UsageError(`${quoted(id)} is not the id of a running test; mcptest client gives it to your client`);
  const end = await relayToGate(id, process.stdin, process.stdout);
  if (end === "done") return EXIT.ok;
  console.err("mcptest: the test that this process belongs to is over; start it again with mcptest client\n");
  return EXIT.unreachable;
};
