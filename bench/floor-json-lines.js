// The floor of reading a recording: its bytes as text, and JSON.parse for every line.
import { readFileSync } from "node:fs";

for (const line of readFileSync(process.argv[2], "utf8").split("\n")) if (line !== "") JSON.parse(line);
