// Process entry: an example server over stdio.

import { readArguments } from "./main-arguments.ts";
import { runStdioServer } from "./stdio/stdio-server.ts";

runStdioServer(readArguments(process.argv.slice(2)));
