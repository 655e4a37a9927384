// Process entry: an example server over stdio.

import { readArguments } from "./main-arguments.ts";
import { runStdioServer } from "./stdio/stdio-server.ts";

const { stdin, stdout } = process;
runStdioServer(readArguments(process.argv.slice(2)), { stdin, stdout, exit: (code) => process.exit(code) });
