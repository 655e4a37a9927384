// A process whose input and output are those of a socket: what answers is in the test.

import { connect } from "node:net";

const socket = connect(Number(process.argv[2]), "127.0.0.1");
process.stdin.pipe(socket);
socket.pipe(process.stdout);
socket.once("close", () => process.exit(0));
