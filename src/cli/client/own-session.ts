import type { Capture } from "../../capture/capture.ts";
import { UsageError } from "../usage-error.ts";

/** A session that mcptest held with a server has no client to judge but mcptest itself. */
export const refuseOwnSession = ({ exchanges }: Capture, path: string): void => {
  if (exchanges.some(({ step }) => step !== undefined))
    throw new UsageError(
      `${path} is a session in which mcptest itself was the client; record yours with mcptest record --proxy`,
    );
};
