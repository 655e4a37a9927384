import { STYLE } from "../../../report/formats/html/style.ts";

/** The look of all pages, and what only this one has. */
export const WALK_STYLE = `${STYLE}
.now{border-left:.3rem solid var(--link);padding:1rem 1.2rem}
.now h3{margin:0;font-size:1.15rem}
.now h3::first-letter{text-transform:uppercase}
.now ol{margin:.5rem 0 .8rem;padding-left:1.4rem;font-size:1.05rem;overflow-wrap:anywhere}
.now li{padding:.15rem 0}
button{font:inherit;font-weight:600;color:var(--link);background:var(--card);border:1px solid var(--link);border-radius:.5rem;padding:.35rem .9rem;cursor:pointer}
button:hover{background:var(--notebg)}
main details{background:var(--card);border:1px solid var(--line);border-radius:.6rem;margin:.4rem 0;padding:.45rem .9rem}
main details pre{margin:.5rem 0}
.failures li{padding:.5rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}
.first li[aria-current]{font-weight:650}
footer{padding-top:2rem;padding-bottom:2rem}
`;
