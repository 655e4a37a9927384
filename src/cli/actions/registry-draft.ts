import { counted } from "../../base/counted.ts";
import { revisionOf } from "../../judge/core/spoken-revision.ts";
import { serverSchema } from "../../judge/corpus-files/server-schema.ts";
import { draftEntry } from "../../scores/server-json/draft-entry.ts";
import { placeholderFindings } from "../../scores/server-json/placeholders.ts";
import { schemaUrl } from "../../scores/server-json/schema-url.ts";
import type { CallOf } from "../commands/define-command.ts";
import type { registryDraft } from "../commands/registry.ts";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import { refuseExisting, writeNewFile } from "../files/new-file.ts";
import { blockedLines } from "../target/reached.ts";
import { readOrProbe } from "../target/read-or-probe.ts";
import { refuseServer } from "../target/target-flags.ts";

/** `mcptest registry draft`: a server.json of what a session shows, with marks where a person has to fill in the rest. */
export const runDraft = async ({ flags, server, console }: CallOf<typeof registryDraft>): Promise<ExitCode> => {
  if (flags.capture !== undefined) refuseServer(server, flags);
  if (flags.out !== undefined) refuseExisting(flags.out);
  const probed = await readOrProbe(flags, server, console, { lists: true });
  if (!probed) return EXIT.ok;
  const { capture } = probed;
  if (revisionOf(capture) === undefined) {
    // The probe has said why nothing answered. Nothing has said it of a capture, or of a server without a handshake.
    if (probed.reached || flags.capture !== undefined) console.err(blockedLines(capture, console, flags.quiet));
    return probed.interrupted ?? (probed.reached ? EXIT.inconclusive : EXIT.unreachable);
  }
  const { server_info: info, target, transport } = capture;
  const draft = draftEntry({ info, target, transport, schema: schemaUrl(serverSchema(process.env, process.platform)) });
  const text = `${JSON.stringify(draft, null, 2)}\n`;
  if (flags.out === undefined) console.out(text);
  else writeNewFile(flags.out, text);
  const left = placeholderFindings(draft).length;
  if (!flags.quiet)
    console.err(
      `${flags.out === undefined ? "" : `wrote ${flags.out}; `}${counted(left, "value")} to fill in, each marked FILL-IN: mcptest registry validate names them\n`,
    );
  return probed.interrupted ?? EXIT.ok;
};
