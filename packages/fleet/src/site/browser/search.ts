// The search of a site, in the browser: it reads shards of the index until enough servers fit. No service, no network but the
// site's own files, and from a folder too. Everything it shows is put into the page as text.

import { type SearchElement, searchWindow } from "./dom.ts";

type Entry = readonly [
  id: string,
  name: string,
  address: string,
  state: string,
  grade: string,
  revision: string,
  sdk: string,
];

const MOST_SHOWN = 50;
const GOOD = ["A+", "A"];

const { document } = searchWindow;
const box = document.querySelector(".search");
const input = document.querySelector("#search");
const list = document.querySelector("#found");
const words = document.querySelector("#found-words");

const shards: (readonly Entry[])[] = [];
let isComplete = false;
let isLoading = false;

/** Only shards become scripts, whatever asks. */
const policy = searchWindow.trustedTypes?.createPolicy("mcptest-shards", {
  createScriptURL: (address) => {
    if (!/^(?:\.\/|(?:\.\.\/)+)search\/\d{1,6}\.js$/.test(address))
      throw new TypeError("this is no shard of the index");
    return address;
  },
});

const loadNext = (root: string): void => {
  if (isLoading || isComplete) return;
  isLoading = true;
  const address = `${root}search/${shards.length}.js`;
  const script = document.createElement("script");
  script.src = policy?.createScriptURL(address) ?? address;
  script.onerror = () => {
    isLoading = false;
    isComplete = true;
    show();
  };
  document.head.append(script);
};

/** Called by the shards. */
Object.assign(globalThis, {
  mcptestShard: (number: number, more: boolean, entries: readonly Entry[]) => {
    shards[number] = entries;
    isLoading = false;
    isComplete = !more;
    show();
  },
});

const fits = (entry: Entry, wanted: readonly string[]): boolean => {
  const [, name, address, state, grade, revision, sdk] = entry;
  const all = `${name}\n${address}\n${state}\n${revision}\n${sdk}`.toLowerCase();
  return wanted.every((word) => all.includes(word) || (grade !== "" && grade.toLowerCase() === word));
};

const show = (): void => {
  if (box === null || input === null || list === null || words === null) return;
  const wanted = input.value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (wanted.length === 0) {
    list.replaceChildren();
    words.textContent = "";
    return;
  }
  const root = box.dataset["root"] ?? "./";
  const found: Entry[] = [];
  for (const shard of shards)
    for (const entry of shard) if (found.length <= MOST_SHOWN && fits(entry, wanted)) found.push(entry);
  list.replaceChildren(...found.slice(0, MOST_SHOWN).map((entry) => row(entry, root)));
  if (found.length > MOST_SHOWN) words.textContent = `The first ${MOST_SHOWN}; another word narrows it down.`;
  else if (isComplete) words.textContent = found.length === 0 ? "No server fits." : `${found.length} found.`;
  else {
    words.textContent = "Searching…";
    loadNext(root);
  }
};

const row = ([id, name, address, state, grade, revision, sdk]: Entry, root: string): SearchElement => {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = `${root}server/${id.slice(0, 2)}/${id}.html`;
  link.textContent = name;
  const mark = document.createElement("span");
  mark.className = `chip ${grade === "" ? "none" : GOOD.includes(grade) ? "pass" : grade === "B" || grade === "C" ? "warn" : "fail"}`;
  mark.textContent = grade === "" ? state : grade;
  const about = document.createElement("span");
  about.className = "soft small address";
  about.textContent = [address, revision, sdk].filter((part) => part !== "").join(" · ");
  item.append(mark, link, about);
  return item;
};

if (box !== null && input !== null) {
  box.hidden = false;
  input.addEventListener("input", show);
  // A browser that comes back to the page fills in what was typed.
  if (input.value !== "") show();
}
