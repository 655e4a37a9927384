import type { StdioProcess } from "../conversation/stdio-process.ts";
import type { RunContext } from "../run-context.ts";
import { StatefulTalk } from "../talk/stateful-talk.ts";
import { openProbe } from "../talk/talk.ts";

const NAME = "second-handshake";

/**
 * Whether a process shakes hands a second time as it did the first. No sentence asks for it, so what it answers is no
 * evidence; but then one process can hold several conversations, and far fewer have to be started.
 */
export const shakesHandsAgain = async (
  context: RunContext,
  idle: StdioProcess | undefined,
  { revision }: StatefulTalk["dialect"],
): Promise<boolean> => {
  if (!idle) return false;
  context.recorder.markIrregular(NAME);
  const purpose = "does one process shake hands twice?";
  const opened = openProbe(context, "stdio", NAME, purpose, revision, idle);
  const talk = new StatefulTalk(context, opened, { revision });
  const first = await talk.initialize();
  const agreed = talk.session.negotiated;
  const second = agreed === undefined ? first : await talk.initialize();
  context.recorder.setAside(NAME);
  await talk.close();
  return agreed !== undefined && second !== first && talk.adopt(second) && talk.session.negotiated === agreed;
};
