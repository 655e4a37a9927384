/** What the site adds to the look of every page. */
export const SITE_STYLE = `
[hidden]{display:none!important}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
header.bar-top{display:flex;flex-wrap:wrap;align-items:baseline;gap:.2rem 2rem;padding-top:1.1rem;padding-bottom:.7rem}
.brand{margin:0;font-weight:700;letter-spacing:-.015em}
.brand a{color:inherit;text-decoration:none}
header.bar-top nav{position:static;margin:0;border:0;background:none}
header.bar-top nav ul{padding:0}
header.bar-top nav a[aria-current=page]{color:var(--ink);font-weight:600}
h1.title{font-size:1.7rem;font-weight:750;color:var(--ink);letter-spacing:-.02em;margin:1.4rem 0 .6rem}
h1.target{color:var(--ink)}
.front{margin:1.6rem 0 1.2rem}
.front h1{font-size:1.5rem;color:var(--ink);letter-spacing:-.02em}
.front h1 a{color:inherit;text-decoration:none}.front h1 a:hover{text-decoration:underline}
.front h1 b{font-size:3.4rem;font-weight:750;letter-spacing:-.04em;line-height:1.1;margin-right:.2rem;font-variant-numeric:tabular-nums}
figure{margin:0}
.whole-bar{height:1.1rem;border-radius:.55rem;overflow:hidden}
.states .legend a{color:inherit}
.states .legend b{color:var(--ink)}
.state-reachable{fill:var(--pass)}.state-walled{fill:var(--open)}.state-rate-limited{fill:var(--warn)}.state-hanging{fill:var(--fail);opacity:.6}
.state-dead{fill:var(--fail)}.state-not-mcp{fill:var(--warn);opacity:.6}.state-package-only{fill:var(--note)}.state-unasked{fill:var(--none)}
.search{display:block;margin:1.6rem 0 0}
.search label{font-weight:650;display:block;margin-bottom:.3rem}
.search input{width:100%;font:inherit;color:inherit;background:var(--card);border:1px solid var(--soft);border-radius:.7rem;padding:.65rem .9rem}
.search p:empty{display:none}
.found{list-style:none;margin:.4rem 0 0;padding:0}
.found:empty{display:none}
.found li,.runs li{display:flex;flex-wrap:wrap;gap:.1rem .7rem;align-items:baseline;padding:.4rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.runs{list-style:none;margin:0;padding:0}
.runs li:first-child,.found li:first-child{border-top:0}
.address{overflow-wrap:anywhere}
td .address,.found .address{display:block;color:var(--soft);font-size:.84rem}
.columns figcaption,.states figcaption{color:var(--soft);font-size:.875rem}
.columns ol{display:grid;grid-template-columns:repeat(6,minmax(0,1fr));gap:.9rem;list-style:none;margin:.9rem 0 0;padding:0;text-align:center}
.columns li,.columns li a{display:flex;flex-direction:column;align-items:center;gap:.15rem;color:inherit;text-decoration:none}
.columns li a{width:100%}
.columns li>svg,.columns a>svg{width:100%;max-width:4.4rem;height:9rem;border-radius:.45rem;background:var(--code)}
.columns a:hover b{text-decoration:underline}
.columns b{font-size:1.25rem;font-weight:750;color:var(--note)}
.columns b.pass{color:var(--pass)}.columns b.warn{color:var(--warn)}.columns b.fail{color:var(--fail)}
.pair{display:grid;grid-template-columns:minmax(0,1fr);gap:0 1.2rem}
@media (min-width:56rem){.pair{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
.site-bars a{text-decoration:none}.site-bars a:hover{text-decoration:underline}
.rules table.bars th[scope=row]{width:60%;white-space:normal;font-weight:450}
.rules .rule-title{color:var(--ink)}
.rules a code{color:inherit;font-weight:600}
.change-tiles{grid-template-columns:repeat(auto-fit,minmax(8.5rem,1fr))}
.tile .count{font-size:1.7rem;font-weight:700;font-variant-numeric:tabular-nums;line-height:1.2}
.count.pass{color:var(--pass)}.count.fail{color:var(--fail)}.count.warn{color:var(--warn)}.count.zero{color:var(--soft);font-weight:500}
.newest{margin-top:.8rem}
.changes{list-style:none;margin:0;padding:0}
.changes>li{display:grid;grid-template-columns:6.2rem 5rem minmax(0,1fr);gap:.1rem .8rem;align-items:baseline;padding:.4rem 0;overflow-wrap:anywhere}
.changes>li+li{border-top:1px solid var(--line)}
.changes time{color:var(--soft);font-size:.88rem}
.changes .chip{justify-self:start}
.changes a{font-weight:550;text-decoration:none}.changes a:hover{text-decoration:underline}
.changes .what{color:var(--soft)}
.details{margin:.3rem 0 0;padding-left:0;list-style:none;font-size:.92rem}
.details li{padding:.15rem 0}
.filters{position:static;border:0;margin:1rem 0 .8rem;background:none}
.filters ul{padding:0;flex-wrap:wrap}
.servers th,.servers td{font-size:.92rem}
.servers td:first-child{white-space:normal;width:auto}
.servers td:first-child a{font-weight:550;text-decoration:none}.servers td:first-child a:hover{text-decoration:underline}
.pager{position:static;display:flex;justify-content:space-between;border:0;background:none;margin:1rem 0 0}
.notice{border-left:.3rem solid var(--warn);background:var(--warnbg);border-radius:.6rem;padding:.7rem 1rem;margin:1.2rem 0 0}
.strip{display:block;max-width:100%;margin:.2rem 0 .7rem}
.letter.none{background:var(--note)}
.letter.long{max-width:9rem;text-align:center;line-height:1.15;font-size:1.25rem}
@media (max-width:45rem){.front h1 b{font-size:2.6rem}.columns ol{gap:.35rem}.columns li>svg,.columns a>svg{height:7rem}
.changes>li{grid-template-columns:6.2rem 1fr}.changes>li>span:last-child{grid-column:1/-1}
.rules table.bars tr{display:grid;grid-template-columns:minmax(0,1fr) auto auto;padding:.5rem 0;border-top:1px solid var(--line)}
.rules table.bars th[scope=row]{grid-column:1/-1;width:auto;font-size:.9rem;border:0}.rules table.bars td{border:0}
.letter.long{font-size:1rem;min-width:4.4rem;max-width:6rem}
.servers td:nth-child(n+2){display:inline-block;margin-right:.7rem;font-size:.86rem}}
`;
