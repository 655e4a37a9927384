import {
  CORE_SCHEMA,
  constructFromEvents,
  EVENT_ID,
  type Event,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
} from "js-yaml";
import { isJsonObject, type Json } from "../../base/json.ts";
import type { YamlPath } from "./yaml-path.ts";

/** A document that needed nothing but plain YAML. */
export interface QuickYaml {
  readonly value: Json;
  /** Where in the text a path leads, or the deepest part of it that exists. */
  offsetOf(path: YamlPath, atKey: boolean): number;
}

/**
 * Reads the YAML that people write: mappings, sequences, plain and quoted scalars. `yaml` takes five times as long, which is
 * most of the time that a suite of many tests costs before its first call; but only it can name every mistake and resolve
 * everything that YAML knows. So undefined, for whoever then asks it, where there is any mistake, an anchor, an alias, a tag,
 * a block of text, several documents, or a key that is no text.
 */
export const readQuickly = (text: string): QuickYaml | undefined => {
  if (UNUSUAL.test(text)) return undefined;
  let events: Event[];
  let documents: unknown[];
  try {
    events = parseEvents(text, { maxDepth: DEEPEST });
    if (!isPlain(events, text)) return undefined;
    documents = constructFromEvents(events, { source: text, schema: CORE_SCHEMA });
  } catch {
    return undefined;
  }
  const value = documents[0] as Json;
  if (documents.length !== 1 || !isJsonObject(value)) return undefined;
  let tree: Place | undefined;
  return {
    value,
    offsetOf: (path, atKey) => {
      tree ??= new PlaceReader(events, text).read();
      return follow(tree, path, atKey);
    },
  };
};

const DEEPEST = 100;

/** Tabs and lone carriage returns are read in more than one way; `__proto__` is no name for a member; `<<` may mean a merge. */
const UNUSUAL = /\t|\r(?!\n)|__proto__|<<|^[%\ufeff]/m;

/** A plain scalar that may be something else than text as a key: a number, null, true. */
const NO_TEXT = /^(?:~|null|true|false|[-+.]?\d.*|[-+]?\.(?:inf|nan))?$/i;

interface Open {
  readonly isMapping: boolean;
  isKey: boolean;
}

const isPlain = (events: readonly Event[], text: string): boolean => {
  const open: Open[] = [];
  for (const event of events) {
    if (event.type === EVENT_ID.ALIAS) return false;
    if (event.type === EVENT_ID.DOCUMENT || event.type === EVENT_ID.POP) {
      if (event.type === EVENT_ID.POP) open.pop();
      continue;
    }
    const parent = open.at(-1);
    const isKey = parent?.isMapping === true && parent.isKey;
    if (event.anchorStart >= 0 || event.tagStart >= 0) return false;
    if (event.type === EVENT_ID.SCALAR ? !isPlainScalar(event, text, isKey, parent) : isKey) return false;
    if (parent?.isMapping) parent.isKey = !parent.isKey;
    if (event.type !== EVENT_ID.SCALAR) open.push({ isMapping: event.type === EVENT_ID.MAPPING, isKey: true });
  }
  return true;
};

const isPlainScalar = (event: ScalarEvent, text: string, isKey: boolean, parent: Open | undefined): boolean => {
  const { style, valueStart, valueEnd, fast } = event;
  if (style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK) return false;
  // Nothing is written there: only after a key is it clear where.
  if (valueStart < 0) return parent?.isMapping === true && !isKey;
  if (!isKey) return true;
  return fast && (style !== SCALAR_STYLE.PLAIN || !NO_TEXT.test(text.slice(valueStart, valueEnd)));
};

/** A value and where it begins; of a mapping also where each key does. */
interface Place {
  readonly offset: number;
  readonly isScalar: boolean;
  readonly isEmpty: boolean;
  readonly members: ReadonlyMap<string, { readonly key: number; readonly value: Place }>;
  readonly items: readonly Place[];
}

class PlaceReader {
  readonly #events: readonly Event[];
  readonly #text: string;
  #next = 0;

  constructor(events: readonly Event[], text: string) {
    this.#events = events.filter(({ type }) => type !== EVENT_ID.DOCUMENT);
    this.#text = text;
  }

  read(): Place {
    const event = this.#events[this.#next];
    this.#next += 1;
    const members = new Map<string, { readonly key: number; readonly value: Place }>();
    const items: Place[] = [];
    if (event?.type === EVENT_ID.MAPPING) {
      while (this.#isOpen()) {
        const name = this.#events[this.#next] as ScalarEvent;
        const key = this.read();
        members.set(this.#text.slice(name.valueStart, name.valueEnd), { key: key.offset, value: this.read() });
      }
      this.#next += 1;
      return { offset: event.start, isScalar: false, isEmpty: false, members, items };
    }
    if (event?.type === EVENT_ID.SEQUENCE) {
      while (this.#isOpen()) items.push(this.read());
      this.#next += 1;
      return { offset: event.start, isScalar: false, isEmpty: false, members, items };
    }
    if (event?.type !== EVENT_ID.SCALAR) return { offset: 0, isScalar: true, isEmpty: true, members, items };
    const { valueStart, valueEnd, style } = event;
    const isQuoted = style !== SCALAR_STYLE.PLAIN;
    const offset = isQuoted ? valueStart - 1 : valueStart;
    return { offset, isScalar: true, isEmpty: valueStart === valueEnd, members, items };
  }

  #isOpen(): boolean {
    const event = this.#events[this.#next];
    return event !== undefined && event.type !== EVENT_ID.POP;
  }
}

const follow = (root: Place, path: YamlPath, atKey: boolean): number => {
  let place = root;
  let { offset } = root;
  for (const [index, step] of path.entries()) {
    const isLast = index === path.length - 1;
    const found = place.members.get(String(step));
    const item = place.items[Number(step)];
    if (found) {
      // A scalar is shown where it is; a value on lines of its own is shown at its key.
      const isShown = isLast && !atKey && found.value.isScalar && !found.value.isEmpty;
      offset = isShown ? found.value.offset : found.key;
      place = found.value;
    } else if (item) {
      offset = item.offset;
      place = item;
    } else return offset;
  }
  return offset;
};
