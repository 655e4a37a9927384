/**
 * The look of every page. It holds nothing of a run, so that the page's policy can name it by its digest
 * (style-digest.ts) and refuse every other style.
 */
export const STYLE = `
:root{color-scheme:light dark;--bg:#f5f6f8;--card:#fff;--ink:#1b2129;--soft:#56606d;--line:#dfe3e8;--code:#f3f5f8;
--pass:#137035;--fail:#c01c1c;--warn:#9a4a05;--note:#4b5f7d;--open:#6b5aa8;--none:#aab2bc;--link:#0b57a4;--on:#fff;
--passbg:#e6f5ea;--failbg:#fdebea;--warnbg:#fdf1dd;--notebg:#e9eef6}
@media (prefers-color-scheme:dark){:root{--bg:#0e1216;--card:#161c23;--ink:#e7ebf0;--soft:#a3aebb;--line:#2a333d;
--code:#0f141a;--pass:#4cc878;--fail:#ff8078;--warn:#f0b14a;--note:#9db7dd;--open:#b7a6f0;--none:#55606d;--link:#84bdf7;
--on:#0b0f13;--passbg:#12301d;--failbg:#3a1817;--warnbg:#352510;--notebg:#1a2738}}
*{box-sizing:border-box}
html{scroll-behavior:smooth;scroll-padding-top:4rem}
body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
a{color:var(--link);text-underline-offset:.15em}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:3px}
.skip{position:absolute;left:-99em}.skip:focus{left:1rem;top:1rem;background:var(--card);padding:.5rem 1rem;z-index:2}
header,main,footer{max-width:68rem;margin:0 auto;padding:0 1.25rem}
header{padding-top:1.6rem}
h1{font-size:.95rem;font-weight:600;color:var(--soft);margin:0;letter-spacing:.01em}
h2{font-size:1.25rem;margin:2.8rem 0 .8rem;letter-spacing:-.015em}
h3{font-size:1rem;margin:2rem 0 .2rem}
p{margin:.4rem 0}
.top{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.2rem 1.5rem;color:var(--soft);font-size:.9rem}
.top p{margin:0}
.hero{display:flex;gap:1.5rem;align-items:center;margin:1.3rem 0 1.6rem}
.letter{flex:none;min-width:6.4rem;height:6.4rem;padding:0 1rem;border-radius:1.3rem;display:grid;place-items:center;
font-size:3.3rem;font-weight:750;letter-spacing:-.03em;color:var(--on);background:var(--soft)}
.letter.long{font-size:1.7rem}
.letter.pass{background:var(--pass)}.letter.warn{background:var(--warn)}.letter.fail{background:var(--fail)}
.target{font-size:1.45rem;font-weight:700;letter-spacing:-.02em;line-height:1.25;overflow-wrap:anywhere;margin:0}
.headline{font-size:1.05rem;margin:.4rem 0 0;max-width:50rem;overflow-wrap:anywhere}
.yours{color:var(--soft);margin:.4rem 0 0}
.soft{color:var(--soft)}
.small{font-size:.875rem}
.lead{max-width:50rem;margin:0 0 .8rem}
.num{font-variant-numeric:tabular-nums}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.8rem;margin:0}
.tile,.card{background:var(--card);border:1px solid var(--line);border-radius:.8rem;padding:.85rem 1rem}
.tile dt{color:var(--soft);font-size:.82rem}
.tile dd{margin:.1rem 0 0;font-weight:650;font-size:1.02rem;overflow-wrap:anywhere;line-height:1.35}
.facts-line{display:flex;flex-wrap:wrap;gap:.25rem 1.8rem;margin:0;font-size:.92rem}
.facts-line div{display:flex;flex-wrap:wrap;gap:0 .5rem;min-width:0}
.facts-line dt{color:var(--soft)}
.facts-line dd{margin:0;font-weight:550;overflow-wrap:anywhere;min-width:0}
.lanes{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:.7rem;margin:0 0 1.1rem}
.lane{display:flex;gap:.9rem;align-items:center;color:inherit;text-decoration:none}
a.lane:hover{border-color:var(--link)}
a.lane:hover strong{text-decoration:underline}
.lane b{flex:none;min-width:3.1rem;text-align:center;font-size:1.35rem;font-weight:750;padding:.25rem .5rem;border-radius:.6rem;
background:var(--notebg);color:var(--note)}
.lane b.pass{background:var(--passbg);color:var(--pass)}.lane b.warn{background:var(--warnbg);color:var(--warn)}
.lane b.fail{background:var(--failbg);color:var(--fail)}
.lane span span{display:block;color:var(--soft);font-size:.84rem;line-height:1.4}
.lane strong{display:block;font-weight:650}
nav{position:sticky;top:0;z-index:1;margin:1.6rem 0 0;background:var(--bg);border-bottom:1px solid var(--line)}
nav ul{display:flex;gap:.1rem 1.4rem;max-width:68rem;margin:0 auto;padding:.55rem 1.25rem;list-style:none;overflow-x:auto;font-size:.92rem}
nav li{white-space:nowrap}
nav a{text-decoration:none}nav a:hover{text-decoration:underline}
section>h2:first-child{margin-top:2.2rem}
.charts{display:grid;grid-template-columns:minmax(0,1fr);gap:.8rem;align-items:start}
.whole{white-space:nowrap}
@media (min-width:60rem){.charts{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}.charts>:first-child:nth-last-child(odd){grid-column:1/-1}}
.card h3{margin:0 0 .5rem}
table{border-collapse:collapse;width:100%;font-size:.92rem}
caption{text-align:left;color:var(--soft);font-size:.875rem;padding:.1rem 0 .4rem}
caption::first-letter,.more>summary::first-letter{text-transform:uppercase}
th,td{text-align:left;padding:.42rem .9rem .42rem 0;vertical-align:top;border-top:1px solid var(--line);overflow-wrap:anywhere}
thead th,thead td{border-top:0;color:var(--soft);font-weight:600;font-size:.8rem;white-space:nowrap}
th{font-weight:550}
td.num,th.num{text-align:right;white-space:nowrap}
.scroll{overflow-x:auto}
table.bars td{vertical-align:middle}
table.bars th[scope=row]{width:1%;white-space:nowrap;padding-right:1rem}
table.bars .num{width:1%}
.stack td:first-child{white-space:nowrap;width:1%}
.stack td>code:only-child,.stack td>a>code:only-child{overflow-wrap:normal;word-break:normal}
.block>*+*{margin-top:.7rem}
.block .none{margin:0}
.picture{margin:0 0 .8rem}
.picture img{display:block;max-width:100%;height:auto;border:1px solid var(--line)}
.picture figcaption{margin:0 0 .5rem;overflow-wrap:anywhere}
.bar{display:block;width:100%;min-width:4rem;height:.6rem;border-radius:.3rem;background:var(--line)}
.s-pass{fill:var(--pass)}.s-fail{fill:var(--fail)}.s-warn{fill:var(--warn)}.s-advice{fill:var(--note)}.s-open{fill:var(--open)}.s-na{fill:var(--none)}
.s-value{fill:var(--note)}.s-mark{fill:var(--ink)}
.t-fail{color:var(--fail)}.t-warn{color:var(--warn)}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;list-style:none;margin:.8rem 0 0;padding:0;font-size:.84rem;color:var(--soft)}
.legend svg{width:.7rem;height:.7rem;margin-right:.4rem;vertical-align:-.05rem}
.chip{display:inline-block;min-width:1.35rem;text-align:center;font-size:.76rem;font-weight:650;padding:.06rem .45rem;border-radius:.4rem;
background:var(--notebg);color:var(--note);white-space:nowrap}
.chip.pass{background:var(--passbg);color:var(--pass)}.chip.fail{background:var(--failbg);color:var(--fail)}
.chip.warn{background:var(--warnbg);color:var(--warn)}
.first{margin:0 0 .4rem;padding:.3rem 1.1rem .3rem 2.6rem}
.first li{padding:.6rem 0}
.first li+li{border-top:1px solid var(--line)}
.first li::marker{color:var(--soft);font-weight:650}
.first a{font-weight:600;text-decoration:none}.first a:hover{text-decoration:underline}
.first a code{color:inherit}
.step{display:block;color:var(--soft);font-size:.92rem}
.cause{background:var(--card);border:1px solid var(--line);border-left:.3rem solid var(--note);border-radius:.8rem;margin:.8rem 0;
padding:0 1.1rem}
.cause.error{border-left-color:var(--fail)}.cause.warning{border-left-color:var(--warn)}
.cause>summary{padding:.8rem 0;font-weight:600;overflow-wrap:anywhere}
.cause[open]{padding-bottom:.9rem}
.cause.quiet{border-left-width:1px;border-left-color:var(--line);margin:.4rem 0}
.cause.quiet>summary{padding:.45rem 0;font-weight:450;font-size:.95rem}
summary{cursor:pointer}
summary code{background:none;padding:0;font-weight:650}
.quiet>summary code{font-weight:500}
.facts{display:grid;grid-template-columns:5.2rem 1fr;gap:.4rem 1rem;margin:0}
.facts dt{color:var(--soft);font-size:.88rem;padding-top:.08rem}
.facts dd{margin:0;overflow-wrap:anywhere;min-width:0}
.facts ul{margin:0;padding-left:1.1rem}
code,pre{font:.86em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
code{background:var(--code);padding:.08rem .3rem;border-radius:.3rem;overflow-wrap:anywhere}
pre{background:var(--code);border:1px solid var(--line);border-radius:.6rem;padding:.6rem .8rem;margin:.4rem 0;overflow-x:auto;
white-space:pre-wrap;overflow-wrap:anywhere;max-height:30rem}
.copy{margin:0;max-height:12rem;overflow-y:auto;-webkit-user-select:all;user-select:all;cursor:copy}
.more>summary{color:var(--soft);font-size:.88rem}
.more>summary:hover{color:var(--link)}
.facts+.more{margin:.6rem 0 0;padding-left:6.2rem}
.more ul{margin:.4rem 0 0;padding-left:1.1rem;font-size:.88rem}
.more li{overflow-wrap:anywhere}
.message{margin:.4rem 0}
.also{margin:.8rem 0 .2rem;font-size:.9rem;color:var(--soft)}
.plain{list-style:none;margin:0;padding:0}
.plain li{padding:.1rem 0}
.sections{padding:.4rem 1rem 1rem}
.section+.section{border-top:1px solid var(--line)}
.section>summary{display:grid;grid-template-columns:1rem 9rem minmax(4rem,1fr) 15rem;gap:.2rem 1rem;align-items:center;padding:.55rem 0;list-style:none}
.section>summary::-webkit-details-marker{display:none}
.section>summary::before{content:"";width:.4rem;height:.4rem;border:solid var(--soft);border-width:0 2px 2px 0;transform:rotate(-45deg)}
.section[open]>summary::before{transform:rotate(45deg)}
.section .name{font-weight:600}
.figures{color:var(--soft);font-size:.88rem;text-align:right;font-variant-numeric:tabular-nums}
.rows{list-style:none;margin:0 0 1rem;padding:0 0 0 2rem;font-size:.92rem}
.rows li{display:grid;grid-template-columns:5rem 7.2rem minmax(0,1fr) minmax(0,13rem);gap:.1rem .8rem;padding:.35rem 0;
border-top:1px solid var(--line);align-items:baseline;overflow-wrap:anywhere}
.rows .chip{justify-self:start}
.rows code{overflow-wrap:normal}
.matrix th[scope=row]{white-space:nowrap}
.lazy{content-visibility:auto;contain-intrinsic-size:auto 3rem}
.cause.lazy{contain-intrinsic-size:auto 18rem}.cause.quiet{contain-intrinsic-size:auto 2.6rem}
.talk+.talk{border-top:1px solid var(--line)}
.talk>summary{padding:.5rem 0;font-weight:600}
.talk>.wire{margin-left:1.2rem}
.wire{border-top:1px solid var(--line);padding:.5rem 0}
.wire>summary{overflow-wrap:anywhere}
footer{padding-top:2.5rem;padding-bottom:3rem;color:var(--soft);font-size:.86rem;overflow-wrap:anywhere}
@media (min-width:45.01rem){nav ul{flex-wrap:wrap}}
@media (max-width:45rem){table.bars th[scope=row]{white-space:normal;width:auto;padding-right:.5rem;font-size:.8rem}.bar{min-width:2.5rem}
.hero{align-items:flex-start;gap:1rem}.letter{min-width:4.4rem;height:4.4rem;font-size:2.2rem;border-radius:1rem;padding:0 .6rem}
.letter.long{font-size:1.2rem}.target{font-size:1.15rem}.headline{font-size:1rem}
.facts{grid-template-columns:1fr;gap:.1rem}.facts dd{margin-bottom:.5rem}.facts+.more{padding-left:0}
.first{padding-left:2.1rem}.cause{padding:0 .9rem}
.lanes{gap:.4rem}.lane{padding:.5rem .7rem}.lane b{font-size:1.05rem;min-width:2.4rem}.talk>.wire{margin-left:0}
header,main,footer{padding-left:.9rem;padding-right:.9rem}nav ul{padding-left:.9rem;padding-right:.9rem}
.section>summary{grid-template-columns:.7rem 1fr auto;row-gap:.4rem}.section .bar{grid-column:2/-1;grid-row:2}
.rows{padding-left:0}.rows li{grid-template-columns:auto 1fr}.rows li>div{grid-column:1/-1}
.stack thead{display:none}.stack tr{display:block;border-top:1px solid var(--line);padding:.5rem 0}
.stack td{display:block;border:0;padding:.1rem 0;width:auto}.stack td>code:only-child,.stack td>a>code:only-child{overflow-wrap:anywhere}.stack td:empty{display:none}.stack td.num{text-align:left}
.stack caption{display:block}}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
@media print{:root{color-scheme:light;--bg:#fff;--card:#fff;--ink:#000;--soft:#444;--line:#ccc;--code:#f6f6f6}
body{font-size:10.5pt}nav,.skip{display:none}.cause,.card,.tile,tr{break-inside:avoid}.sections{break-inside:auto}pre,.copy{max-height:none}
header,main,footer{max-width:none;padding:0}.letter,.bar,.chip,.lane b{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.lazy{content-visibility:visible}a{color:inherit}}
`;
