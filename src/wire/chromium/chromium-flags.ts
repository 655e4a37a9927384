/**
 * How Chromium is started for a page of a stranger's. Its own sandbox stays on: there is no flag here that weakens it, and where it cannot
 * work, no picture is taken.
 *
 * No network: every connection has to go through a proxy whose name, like every other name and address, resolves to nothing, so
 * nothing is dialled, loopback included, and WebRTC may not go around the proxy.
 */
export const chromiumFlags = (profile: string): readonly string[] => [
  "--headless",
  "--remote-debugging-pipe",
  `--user-data-dir=${profile}`,
  "--proxy-server=socks5://no-network.invalid:1",
  "--proxy-bypass-list=<-loopback>",
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--force-webrtc-ip-handling-policy",
  "--disable-quic",
  "--dns-prefetch-disable",
  // What Chromium does of its own accord: updates, reports, services of its maker.
  "--disable-background-networking",
  "--disable-breakpad",
  "--disable-client-side-phishing-detection",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-extensions",
  "--disable-sync",
  "--no-default-browser-check",
  "--no-first-run",
  "--no-pings",
  // What a page has no use for here.
  "--block-new-web-contents",
  "--disable-file-system",
  "--disable-notifications",
  "--disable-speech-api",
  "--mute-audio",
  "--password-store=basic",
  "--use-mock-keychain",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--hide-scrollbars",
  "--force-color-profile=srgb",
  "--js-flags=--max-old-space-size=512",
  "about:blank",
];
