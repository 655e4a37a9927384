import { expect, test } from "vitest";
import { redactCapture } from "../../src/capture/redact.ts";
import { captureOffering, toolSaying } from "../safety/surfaces.ts";

const TOKEN = `ghp_${"aZ9kQ2mB7xL4pR6tY8wC1vN3sD5fG0hJqWzX"}`;
const KEY = new Uint8Array(32);
const NONE = { values: [], headers: [] };

test("a capture says in which answers the server returned secrets, and no longer holds them", () => {
  const offered = { tools: [toolSaying("Looks up.")], results: { lookup: `token: ${TOKEN}` } };
  const capture = redactCapture(captureOffering(offered), NONE, KEY);
  expect(JSON.stringify(capture)).not.toContain(TOKEN);
  const [call] = capture.exchanges.filter(({ step }) => step === "call:lookup");
  expect(capture.redaction?.returned).toEqual([{ exchange: call?.id, what: ["token"] }]);
});

test("where there were none it says nothing", () => {
  const offered = { tools: [toolSaying("Looks up.")], results: { lookup: "nothing of the kind" } };
  expect(redactCapture(captureOffering(offered), NONE, KEY).redaction).toEqual({
    scheme: "hmac-sha256/12",
    replaced: 0,
  });
});
