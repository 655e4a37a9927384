/** What the certificate page adds to the look of every page. */
export const PAGE_STYLE = `
h1{font-size:1.7rem;font-weight:750;color:var(--ink);letter-spacing:-.02em}
.evidence h3{font-size:.9rem;margin:1rem 0 .2rem}
.lead{font-size:1.05rem;max-width:46rem}
[hidden]{display:none!important}
.inputs{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));gap:.8rem}
.drop{border:2px dashed var(--none);border-radius:1rem;padding:.8rem;margin-top:1.2rem}
.drop.over{border-color:var(--link);background:var(--notebg)}
.drop>p{margin:0 0 .7rem}
label,.label{display:block;font-weight:650}
.card>label:not(:first-child){margin-top:1rem}
.hint{color:var(--soft);font-size:.875rem;margin:.1rem 0 .4rem}input+.hint{margin-top:.4rem}
#clear{margin-top:.5rem}
input,textarea,button{font:inherit;color:inherit}
input[type=text],textarea{width:100%;background:var(--code);border:1px solid var(--soft);border-radius:.5rem;padding:.45rem .6rem}
textarea{font:.86em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;resize:vertical}
input[type=file]{width:100%;max-width:100%;padding:.3rem 0}
input::file-selector-button,button{font:inherit;font-weight:600;color:var(--link);background:var(--card);
border:1px solid var(--link);border-radius:.5rem;padding:.35rem .8rem;cursor:pointer}
input::file-selector-button{margin-right:.7rem}
[aria-invalid=true]{border-color:var(--fail)!important}
.problem{color:var(--fail);font-weight:600;font-size:.875rem;margin:.3rem 0 0;overflow-wrap:anywhere}
.problem:empty{display:none}
.card details summary{font-size:.9rem;color:var(--link)}
.card textarea{margin-top:.4rem}
.notice{border-left:.3rem solid var(--warn);background:var(--warnbg);border-radius:.6rem;padding:.8rem 1rem;margin-top:1rem}
.verdict{display:flex;gap:1.1rem;align-items:center;border-radius:1rem;padding:1.1rem 1.3rem;background:var(--notebg);
border:1px solid var(--line)}
.verdict>div{min-width:0;overflow-wrap:anywhere}
.verdict.good{background:var(--passbg)}.verdict.warn{background:var(--warnbg)}.verdict.bad{background:var(--failbg)}
#verdict-mark{flex:none;width:3.2rem;height:3.2rem;border-radius:50%;display:grid;place-items:center;font-size:1.7rem;
font-weight:800;color:var(--on);background:var(--note)}
.good #verdict-mark{background:var(--pass)}.warn #verdict-mark{background:var(--warn)}.bad #verdict-mark{background:var(--fail)}
#verdict-title{font-size:1.4rem;font-weight:750;letter-spacing:-.02em;line-height:1.25;margin:0}
#verdict-line{margin:.2rem 0 0}
.checks{list-style:none;margin:1rem 0 0;padding:.2rem 1rem}
.checks li{display:grid;grid-template-columns:9.5rem 6.5rem 1fr;gap:.2rem .8rem;padding:.55rem 0;align-items:baseline}
.checks li+li{border-top:1px solid var(--line)}
.checks .chip{justify-self:start}
.checks p{margin:0;overflow-wrap:anywhere}
p.warning{color:var(--warn);font-weight:650}
.doubtful .target,.doubtful .headline,.doubtful dd{color:var(--soft)}
.card .hero{margin:.3rem 0 1.1rem}
.card .letter{min-width:4.6rem;height:4.6rem;font-size:2.4rem;border-radius:1rem}
.grade-A{background:var(--pass)}.grade-B{background:var(--note)}.grade-C{background:var(--warn)}.grade-D{background:var(--fail)}
.card .facts,.cause .facts{grid-template-columns:8rem 1fr}
.cause{margin:.5rem 0}
.cause summary .chip{margin-left:.3rem}
bdi{unicode-bidi:isolate;overflow-wrap:anywhere}
pre{max-height:none;margin:.2rem 0}
.places{list-style:none;margin:0;padding:0}
.places li{margin:.5rem 0}.places p{margin:0;overflow-wrap:anywhere}
@media (max-width:40rem){.checks li{grid-template-columns:1fr auto}.checks li div{grid-column:1/-1}
.card .facts,.cause .facts{grid-template-columns:1fr}.verdict{align-items:flex-start;padding:1rem;gap:.8rem}
#verdict-mark{width:2.4rem;height:2.4rem;font-size:1.3rem}#verdict-title{font-size:1.2rem}
.card .letter{min-width:3.6rem;height:3.6rem;font-size:1.9rem}h1{font-size:1.4rem}}
@media print{.drop,.lead,#clear,#inputs-h{display:none}.verdict,#verdict-mark{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.cause{break-inside:auto}}
`;
