/**
 * The look of every page. It holds nothing of a run, so that the page's policy can name it by its digest
 * (style-digest.ts) and refuse every other style.
 */
export const STYLE = `
:root{color-scheme:light dark;--bg:#f4f5f7;--card:#fff;--ink:#1b2129;--soft:#56606d;--line:#dde1e6;--code:#f3f5f8;
--pass:#137035;--fail:#c01c1c;--warn:#9a4a05;--note:#4b5f7d;--open:#6b5aa8;--none:#aab2bc;--link:#0b57a4;--on:#fff;
--passbg:#e6f5ea;--failbg:#fdebea;--warnbg:#fdf1dd;--notebg:#e9eef6}
@media (prefers-color-scheme:dark){:root{--bg:#0e1216;--card:#161c23;--ink:#e7ebf0;--soft:#a3aebb;--line:#2a333d;
--code:#0f141a;--pass:#4cc878;--fail:#ff8078;--warn:#f0b14a;--note:#9db7dd;--open:#b7a6f0;--none:#55606d;--link:#84bdf7;
--on:#0b0f13;--passbg:#12301d;--failbg:#3a1817;--warnbg:#352510;--notebg:#1a2738}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:3.5rem}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-99em}.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem;z-index:1}
header,main,footer{max-width:70rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:2rem}
h1{font-size:1rem;font-weight:600;color:var(--soft);margin:0;letter-spacing:.01em}
h2{font-size:1.2rem;margin:2.6rem 0 .8rem;letter-spacing:-.01em}
h3{font-size:1rem;margin:1.6rem 0 .5rem}
p{margin:.4rem 0}
.hero{display:flex;gap:1.5rem;align-items:center;margin:1.1rem 0 1.4rem}
.letter{flex:none;min-width:6.4rem;height:6.4rem;padding:0 1rem;border-radius:1.3rem;display:grid;place-items:center;
font-size:3.3rem;font-weight:750;letter-spacing:-.03em;color:var(--on);background:var(--soft)}
.letter.long{font-size:1.7rem}
.letter.pass{background:var(--pass)}.letter.warn{background:var(--warn)}.letter.fail{background:var(--fail)}
.target{font-size:1.45rem;font-weight:700;letter-spacing:-.02em;line-height:1.25;overflow-wrap:anywhere;margin:0}
.headline{font-size:1.05rem;margin:.35rem 0 0}
.soft{color:var(--soft)}
.small{font-size:.875rem}
.num{font-variant-numeric:tabular-nums}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.8rem;margin:0}
.tile,.card{background:var(--card);border:1px solid var(--line);border-radius:.8rem;padding:.85rem 1rem}
.tile dt{color:var(--soft);font-size:.82rem}
.tile dd{margin:.1rem 0 0;font-weight:650;font-size:1.02rem;overflow-wrap:anywhere;line-height:1.35}
.lanes{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:.8rem;margin:0 0 .8rem}
.lane{display:flex;gap:.9rem;align-items:center}
.lane b{flex:none;min-width:3.1rem;text-align:center;font-size:1.35rem;font-weight:750;padding:.25rem .5rem;border-radius:.6rem;
background:var(--notebg);color:var(--note)}
.lane b.pass{background:var(--passbg);color:var(--pass)}.lane b.warn{background:var(--warnbg);color:var(--warn)}
.lane b.fail{background:var(--failbg);color:var(--fail)}
.lane span{display:block;color:var(--soft);font-size:.84rem;line-height:1.4}
.lane strong{display:block;font-weight:650}
nav{margin:1.4rem 0 0}
nav ul{display:flex;flex-wrap:wrap;gap:.3rem 1.2rem;padding:0;margin:0;list-style:none}
.charts>div{min-width:0}
.charts .card+.card{margin-top:.8rem}
.whole{white-space:nowrap}
.charts{display:grid;grid-template-columns:minmax(0,1fr);gap:.8rem;align-items:start}
@media (min-width:60rem){.charts{grid-template-columns:minmax(0,1.1fr) minmax(0,1fr)}.charts>div:only-child{grid-column:1/-1}}
.card h3{margin:0 0 .5rem}
table{border-collapse:collapse;width:100%;font-size:.92rem}
th,td{text-align:left;padding:.38rem .7rem .38rem 0;vertical-align:top;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--soft);font-weight:600;font-size:.8rem}
th{font-weight:550}
td.num,th.num{text-align:right;white-space:nowrap}
.scroll{overflow-x:auto}
table.bars td{vertical-align:middle}
table.bars th[scope=row]{width:1%;white-space:nowrap;padding-right:1rem}
table.bars .num{width:1%}
.bar{display:block;width:100%;min-width:4rem;height:.7rem;border-radius:.35rem;background:var(--line)}
.s-pass{fill:var(--pass)}.s-fail{fill:var(--fail)}.s-warn{fill:var(--warn)}.s-open{fill:var(--open)}.s-na{fill:var(--none)}
.s-value{fill:var(--note)}.s-mark{fill:var(--ink)}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;list-style:none;margin:.7rem 0 0;padding:0;font-size:.84rem;color:var(--soft)}
.legend svg{width:.7rem;height:.7rem;margin-right:.4rem;vertical-align:-.05rem}
.chip{display:inline-block;min-width:1.35rem;text-align:center;font-size:.78rem;font-weight:650;padding:.05rem .45rem;border-radius:.4rem;
background:var(--notebg);color:var(--note);white-space:nowrap}
.chip.pass{background:var(--passbg);color:var(--pass)}.chip.error{background:var(--failbg);color:var(--fail)}
.chip.warning{background:var(--warnbg);color:var(--warn)}
.cause{background:var(--card);border:1px solid var(--line);border-left:.3rem solid var(--note);border-radius:.8rem;margin:.8rem 0;
padding:0 1.1rem}
.cause.error{border-left-color:var(--fail)}.cause.warning{border-left-color:var(--warn)}
.cause>summary{padding:.8rem 0;font-weight:600;overflow-wrap:anywhere}
.cause[open]{padding-bottom:1rem}
summary{cursor:pointer}
summary code{background:none;padding:0;font-weight:650}
.facts{display:grid;grid-template-columns:5.6rem 1fr;gap:.35rem 1rem;margin:0}
.facts dt{color:var(--soft);font-size:.88rem}
.facts dd{margin:0;overflow-wrap:anywhere;min-width:0}
.facts ul{margin:0;padding-left:1.1rem}
code,pre{font:.86em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{background:var(--code);padding:.08rem .3rem;border-radius:.3rem;overflow-wrap:anywhere}
pre{background:var(--code);border:1px solid var(--line);border-radius:.6rem;padding:.7rem .9rem;margin:.4rem 0;overflow-x:auto;
white-space:pre-wrap;overflow-wrap:anywhere;max-height:30rem}
.also{margin:.7rem 0 0;font-size:.9rem}
.index td:nth-child(2) code{overflow-wrap:normal;white-space:nowrap}
.index td:nth-child(4){min-width:11rem;overflow-wrap:anywhere}
.matrix th[scope=row]{white-space:nowrap}
.lazy{content-visibility:auto;contain-intrinsic-size:auto 3rem}
.cause.lazy{contain-intrinsic-size:auto 24rem}
.wire{margin:.5rem 0;border-top:1px solid var(--line);padding:.5rem 0}
.wire>summary{overflow-wrap:anywhere}
.top{font-size:.85rem}
footer{padding-top:2.5rem;padding-bottom:3rem;color:var(--soft);font-size:.86rem;overflow-wrap:anywhere}
@media (max-width:40rem){table.bars th[scope=row]{white-space:normal;overflow-wrap:anywhere;width:auto;padding-right:.5rem;font-size:.8rem}.bar{min-width:2.5rem}.hero{align-items:flex-start;gap:1rem}.letter{min-width:4.4rem;height:4.4rem;font-size:2.2rem;border-radius:1rem;
padding:0 .6rem}.letter.long{font-size:1.2rem}.target{font-size:1.15rem}.facts{grid-template-columns:1fr;gap:.1rem}.facts dd{margin-bottom:.5rem}
header,main,footer{padding-left:.9rem;padding-right:.9rem}}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
@media print{:root{color-scheme:light;--bg:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#ccc;--code:#f6f6f6}
body{font-size:10.5pt}nav,.skip,.top{display:none}.cause,.card,.tile,tr{break-inside:avoid}pre{max-height:none}
header,main,footer{max-width:none;padding:0}.letter,.bar,.chip,.lane b{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.lazy{content-visibility:visible}a{color:inherit}}
`;
