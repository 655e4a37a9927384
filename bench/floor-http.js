// The floor of a record over HTTP: the same round trips, bare. Every conversation has its own connections and four
// requests under way at most; what comes back is parsed and thrown away.
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";

const [url, file] = process.argv.slice(2);

const send = ({ method, headers, body }, agent, session) =>
  new Promise((resolve, reject) => {
    const own = headers.map(([name, value]) => [
      name,
      name.toLowerCase() === "mcp-session-id" ? (session ?? value) : value,
    ]);
    const call = request(url, { method, agent, headers: Object.fromEntries(own) }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => {
        if (text.startsWith("{")) JSON.parse(text);
        resolve(response);
      });
    });
    call.on("error", reject);
    call.end(body);
  });

const converse = async ([first, ...rest]) => {
  const agent = new Agent({ keepAlive: true });
  const session = (await send(first, agent)).headers["mcp-session-id"];
  const worker = async () => {
    for (let next = rest.shift(); next; next = rest.shift()) await send(next, agent, session);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  agent.destroy();
};

// The longest one on its own, the others four at a time: as it was recorded.
const [main, ...others] = JSON.parse(readFileSync(file, "utf8"));
const side = async () => {
  for (let next = others.shift(); next; next = others.shift()) await converse(next);
};
await Promise.all([converse(main), side(), side(), side(), side()]);
