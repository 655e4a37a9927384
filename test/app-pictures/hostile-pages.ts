// What pages try. A page turns green when it has done all it wanted to, and red where it got what it must not get.

const GREEN = "document.documentElement.style.background='#00ff00'";
const RED = "document.documentElement.style.background='#ff0000'";

const page = (script: string, body = ""): string =>
  `<!doctype html><html><head><title>app</title></head><body>${body}<script>${script}</script></body></html>`;

/** A page as the text has it: a handshake, then the recorded call. */
export const handshake = page(`
addEventListener("message", ({ data }) => {
  if (data.id === 1) parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/initialized" }, "*");
  if (data.method === "ui/notifications/tool-result" && data.params.content[0].text === "<\\/script>recorded") ${GREEN};
});
parent.postMessage({ jsonrpc: "2.0", id: 1, method: "ui/initialize", params: { protocolVersion: "2026-01-26" } }, "*");
`);

/** Every way to the network that a page has. */
export const reachingOut = (tcp: number, udp: number): string => {
  const to = `http://127.0.0.1:${tcp}`;
  return page(
    `
const attempts = [
  () => fetch("${to}/fetch", { mode: "no-cors" }),
  () => { const request = new XMLHttpRequest(); request.open("GET", "${to}/xhr"); request.send(); },
  () => new WebSocket("ws://127.0.0.1:${tcp}/"),
  () => new EventSource("${to}/events"),
  () => navigator.sendBeacon("${to}/beacon", "x"),
  () => new WebTransport("https://127.0.0.1:${udp}/"),
  () => { new Image().src = "${to}/image"; },
  () => import("${to}/module.js"),
  () => new Worker(URL.createObjectURL(new Blob(["fetch('${to}/worker')"]))),
  () => document.forms[0].submit(),
  () => window.open("${to}/window"),
  () => { top.location = "${to}/top"; },
  async () => {
    const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${udp}" }, { urls: "turn:127.0.0.1:${tcp}?transport=tcp", username: "u", credential: "c" }] });
    peer.createDataChannel("out");
    await peer.setLocalDescription(await peer.createOffer());
  },
];
for (const attempt of attempts) try { Promise.resolve(attempt()).catch(() => {}); } catch {}
${GREEN};
setTimeout(() => { location = "${to}/navigation"; }, 300);
`,
    `<link rel="stylesheet" href="${to}/style"><link rel="preconnect" href="${to}"><link rel="dns-prefetch" href="${to}">
<style>@import "${to}/import"; body { background: url(${to}/background) }</style>
<img src="${to}/picture"><iframe src="${to}/frame"></iframe><object data="${to}/object"></object><video src="${to}/video"></video>
<a ping="${to}/ping" href="#">x</a><form action="${to}/form"></form>`,
  );
};

/** Windows, dialogs, files, storage, the page around it. */
export const breakingOut = page(`
let got = false;
const attempt = (run) => { try { if (run()) got = true; } catch {} };
attempt(() => window.open("about:blank"));
attempt(() => { alert("stop"); confirm("stop"); prompt("stop"); });
attempt(() => top.document.body);
attempt(() => localStorage);
attempt(() => document.cookie = "a=b" && document.cookie);
attempt(() => { const link = document.createElement("a"); link.download = "stolen.txt"; link.href = "data:text/plain,x"; link.click(); });
attempt(() => { showSaveFilePicker().then(() => { ${RED} }); });
attempt(() => { navigator.storage.getDirectory().then(() => { ${RED} }); });
attempt(() => { document.documentElement.requestFullscreen(); window.print(); });
fetch("file:///etc/hostname").then(() => { ${RED} }, () => {});
if (got) ${RED}; else ${GREEN};
`);

export const endless = page(`${GREEN}; for (;;);`);

/** It grows before it has loaded, so that nobody takes its picture meanwhile. */
export const greedy = page(
  "const kept = []; for (let i = 0; i < 64; i += 1) kept.push(new Uint8Array(64 << 20).fill(1));",
);
