import { htmlText } from "mcptest/internal";
import type { DirectoryEntry } from "../../model/directory.ts";
import type { FleetResult } from "../../model/result.ts";
import type { Site } from "../site-data.ts";
import { renderCertificate } from "./certificate-part.ts";
import { renderFindings } from "./findings-part.ts";
import { renderDrift, renderHistory } from "./history-part.ts";
import { renderSitePage, section } from "./layout.ts";
import { day, figure, GRADE_TONES, type MarkTone, STATE_WORDS, stateChip } from "./marks.ts";
import { addressOf, listFile, nameOf, serverFile } from "./names.ts";

const DEPTH = 2;

/** One server: what it is now, lane by lane, what is wrong, how it was before, and what it may show for it. */
export const renderServerPage = (site: Site, server: DirectoryEntry): string => {
  const { target } = server;
  const name = nameOf(target);
  const seen = target.reached;
  return renderSitePage(site, {
    title: `${name} · ${site.title}`,
    depth: DEPTH,
    skip: "Skip to the server",
    main: [
      head(server),
      seen === null ? "" : `${stale(server)}${section("lanes", "Lanes", renderLanes(seen))}`,
      seen === null ? "" : section("findings", "What to fix", renderFindings(seen)),
      section("history", "History", renderHistory(server.history)),
      section("drift", "What changed", renderDrift(server.changes)),
      section("certificate", "Certificate", renderCertificate(server)),
      section("badge", "Badge", badge(site, server)),
    ].join("\n"),
  });
};

const head = ({ target }: DirectoryEntry): string => {
  const { reached, latest, state, since } = target;
  const now = state ?? "unasked";
  const isNow = state === "reachable";
  const grade = isNow ? (reached?.grade ?? null) : null;
  const tone: MarkTone = grade === null ? STATE_WORDS[now].tone : GRADE_TONES[grade];
  const letter = grade ?? (isNow ? "–" : STATE_WORDS[now].name);
  const summary = reached?.summary;
  const facts: readonly (readonly [string, string])[] = [
    ["Asked", latest === null ? "never" : day(latest.at)],
    ...(reached?.revision
      ? [
          [
            "Revision",
            `<a href="../../${listFile({ kind: "revision", value: reached.revision })}">${htmlText(reached.revision, 40)}</a>`,
          ] as const,
        ]
      : []),
    ...(summary && summary.speaks.length > 1 ? [["Speaks", htmlText(summary.speaks.join(", "), 200)] as const] : []),
    ...(summary?.sdk ? [["SDK", htmlText(`${summary.sdk.name} ${summary.sdk.versions}`, 80)] as const] : []),
    ...(summary?.server.version
      ? [["Version", htmlText(`${summary.server.name ?? ""} ${summary.server.version}`.trim(), 80)] as const]
      : []),
    ...(summary ? [["Offers", offers(summary.offers)] as const] : []),
    ...(summary?.tokens ? [["Costs a model", `${figure(summary.tokens)} tokens`] as const] : []),
  ];
  return `<div class="hero"><div class="letter ${tone}${letter.length > 3 ? " long" : ""}" role="img" aria-label="${grade === null ? "state" : "grade"} ${htmlText(letter, 24)}">${htmlText(letter, 24)}</div>
<div><h1 class="target">${htmlText(nameOf(target), 160)}</h1><p class="headline address">${htmlText(addressOf(target.address), 300)}</p>
<p class="soft">${stateChip(now)} ${htmlText(STATE_WORDS[now].means)}${since === null ? "" : ` since ${day(since)}`}${target.optedOut ? "; its operator asked not to be asked" : ""}</p>
${!isNow && latest?.summary.blocked ? `<p class="soft">${htmlText(latest.summary.blocked, 400)}</p>` : ""}</div></div>
<dl class="facts-line">${facts.map(([term, value]) => `<div><dt>${term}</dt><dd>${value}</dd></div>`).join("")}</dl>`;
};

const offers = ({ tools, prompts, resources }: FleetResult["summary"]["offers"]): string => {
  const part = (count: number, noun: string): readonly string[] =>
    count === 0 ? [] : [`${figure(count)} ${noun}${count === 1 ? "" : "s"}`];
  return [...part(tools, "tool"), ...part(prompts, "prompt"), ...part(resources, "resource")].join(", ") || "nothing";
};

const stale = ({ target: { state, reached } }: DirectoryEntry): string =>
  state === "reachable" || reached === null
    ? ""
    : `<p class="notice">It was last reached on ${day(reached.at)}${reached.grade === null ? "" : `, with grade ${htmlText(reached.grade, 4)}`}. What follows is from then.</p>`;

const MARKS = { pass: "✓", fail: "✗", warn: "!", none: "–" } as const;

const renderLanes = ({ grade, tier, summary }: FleetResult): string => {
  const tiles = Object.entries(summary.lanes).flatMap(([name, lane]) => {
    if (lane === undefined) return [];
    const mark =
      name === "compliance"
        ? (grade ?? MARKS[lane.state])
        : name === "conformance"
          ? tierMark(tier, MARKS[lane.state])
          : name === "discoverability"
            ? (summary.discoverability?.grade ?? MARKS[lane.state])
            : MARKS[lane.state];
    return [
      `<div class="tile lane"><b class="${lane.state}">${htmlText(mark, 4)}</b><span><strong>${htmlText(name, 40)}</strong><span>${htmlText(lane.summary, 200)}</span></span></div>`,
    ];
  });
  const yours =
    summary.gradeYours !== null && summary.gradeYours !== grade
      ? `<p class="yours"><span class="chip none">${htmlText(summary.gradeYours, 4)}</span> without what the SDK brings</p>`
      : "";
  return tiles.length === 0 ? "" : `<div class="lanes">${tiles.join("\n")}</div>${yours}`;
};

const tierMark = (tier: number | null, other: string): string =>
  tier === null ? other : tier === 0 ? "F" : `T${tier}`;

const badge = (site: Site, { target }: DirectoryEntry): string => {
  const file = serverFile(target.id, "svg");
  const where = (name: string): string => `${site.baseUrl ?? ""}${name}`;
  const markdown = `[![MCP](${where(file)})](${where(serverFile(target.id))})`;
  return `<div class="card"><p><img src="${target.id}.svg" alt="the badge of this server" height="20"></p>
<p class="soft small">In a README${site.baseUrl === undefined ? ", with the address of this site before each file" : ""}:</p><pre class="copy">${htmlText(markdown, 1_000)}</pre>
<p class="soft small">For shields.io: <a href="${target.id}.json">${target.id}.json</a></p></div>`;
};
