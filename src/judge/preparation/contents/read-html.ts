import { type DefaultTreeAdapterMap, defaultTreeAdapter, parse } from "parse5";
import type { HtmlError, HtmlFinding } from "../../core/content-findings.ts";

type Node = DefaultTreeAdapterMap["node"];
type Element = DefaultTreeAdapterMap["element"];

/** Pages with everything inlined reach a few megabytes. */
const MAX_LENGTH = 8 * 1024 * 1024;
/** The parser looks through all open elements at many a tag, so depth costs the square. */
const MAX_DEPTH = 512;
const MAX_ELEMENTS = 200_000;
const MAX_ERRORS = 100;
const MAX_LOADS = 200;

class Stopped extends Error {
  readonly why: NonNullable<HtmlFinding["stopped"]>;

  constructor(why: NonNullable<HtmlFinding["stopped"]>) {
    super(why);
    this.why = why;
  }
}

/** Reads a page as a browser would, without running or fetching anything. */
export const readHtml = (text: string): HtmlFinding => {
  const errors: HtmlError[] = [];
  const nothing = { errors, doctype: "none", loads: [], isEmpty: false } as const;
  if (text.length > MAX_LENGTH) return { ...nothing, stopped: "too-large" };
  let depth = 0;
  let nodes = 0;
  // Where they are made, not where they are opened: <br> and comments are never open, and cost as much.
  const countNode = (): void => {
    nodes += 1;
    if (nodes > MAX_ELEMENTS) throw new Stopped("too-many-elements");
  };
  try {
    const document = parse(text, {
      scriptingEnabled: true,
      sourceCodeLocationInfo: false,
      onParseError: ({ code, startLine, startCol }) => {
        if (errors.length < MAX_ERRORS) errors.push({ code, line: startLine, column: startCol });
      },
      treeAdapter: {
        ...defaultTreeAdapter,
        createElement: (...made) => {
          countNode();
          return defaultTreeAdapter.createElement(...made);
        },
        createCommentNode: (...made) => {
          countNode();
          return defaultTreeAdapter.createCommentNode(...made);
        },
        onItemPush: () => {
          depth += 1;
          if (depth > MAX_DEPTH) throw new Stopped("too-deep");
        },
        onItemPop: () => {
          depth -= 1;
        },
      },
    });
    const doctype = document.childNodes.find((node) => node.nodeName === "#documentType");
    return {
      errors,
      doctype: doctype === undefined ? "none" : isPlain(doctype) ? "html" : "other",
      ...walk(document),
    };
  } catch (error) {
    if (error instanceof Stopped) return { ...nothing, stopped: error.why };
    throw error;
  }
};

const isPlain = (node: Node): boolean =>
  "name" in node && node.name.toLowerCase() === "html" && "publicId" in node && node.publicId === "";

/** Elements that load something by themselves, and the attribute that says what. */
const LOADING: Readonly<Record<string, string>> = {
  script: "src",
  img: "src",
  audio: "src",
  video: "src",
  source: "src",
  track: "src",
  iframe: "src",
  frame: "src",
  embed: "src",
  object: "data",
  link: "href",
  base: "href",
};

/** A link that only says where something else is loads nothing. */
const LOADING_LINKS = ["stylesheet", "preload", "modulepreload", "icon", "prefetch"];

const SHOWING = new Set([
  "script",
  "img",
  "svg",
  "canvas",
  "video",
  "audio",
  "iframe",
  "object",
  "embed",
  "input",
  "button",
]);

/** Without recursion: a page may be as deep as is read. */
const walk = (root: Node): Pick<HtmlFinding, "loads" | "isEmpty"> => {
  const loads: { by: string; address: string }[] = [];
  let isEmpty = true;
  const stack: Node[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.nodeName === "#text" && "value" in node) {
      const parent = node.parentNode?.nodeName;
      if (parent !== "style" && parent !== "title" && node.value.trim() !== "") isEmpty = false;
    } else if ("tagName" in node) {
      if (SHOWING.has(node.tagName)) isEmpty = false;
      const load = loadOf(node);
      if (load !== undefined && loads.length < MAX_LOADS) loads.push(load);
    }
    if ("childNodes" in node) for (const child of [...node.childNodes].reverse()) stack.push(child);
  }
  return { loads, isEmpty };
};

const loadOf = ({ tagName, attrs }: Element): { by: string; address: string } | undefined => {
  const name = LOADING[tagName];
  if (name === undefined) return undefined;
  const attribute = (wanted: string): string | undefined => attrs.find((one) => one.name === wanted)?.value.trim();
  if (
    tagName === "link" &&
    !LOADING_LINKS.some((rel) => (attribute("rel") ?? "").toLowerCase().split(/\s+/).includes(rel))
  )
    return undefined;
  const address = attribute(name);
  return address === undefined || !/^(?:https?:)?\/\//i.test(address) ? undefined : { by: tagName, address };
};
