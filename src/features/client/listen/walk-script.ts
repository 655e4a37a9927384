/**
 * Keeps the page current: when the run says that something changed, the page is asked for again, and its parts take the place
 * of the old ones. All text was escaped where the page was made; nothing here makes markup of it.
 */
export const WALK_SCRIPT = `"use strict";
const parts = ["who", "now", "so-far", "steps", "said"];
let asking = false;
let again = false;
const refresh = async () => {
  if (asking) { again = true; return; }
  asking = true;
  try {
    const answer = await fetch("/", { cache: "no-store" });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.title = fresh.title;
    for (const id of parts) {
      const from = fresh.getElementById(id);
      const to = document.getElementById(id);
      if (from && to && from.innerHTML !== to.innerHTML) to.replaceChildren(...from.childNodes);
    }
  } catch { /* The run is over: the page stays as it is. */ }
  asking = false;
  if (again) { again = false; refresh(); }
};
new EventSource("/events").addEventListener("message", refresh);
`;
