// The certificate page: everything happens in the browser, nothing leaves it.

import type { Capture } from "../../capture/capture.ts";
import type { RevocationFile } from "../verify/revocation.ts";
import { byId, type PageEvent, type PageField, type PageFile, pageWindow } from "./dom.ts";
import { type Examined, examine, knowsEd25519 } from "./examine.ts";
import { type Content, complainAt, openInputPart, readFile } from "./input-part.ts";
import { kindOfFile, type Read, readCapture, readKeys, readTimeField } from "./read-inputs.ts";
import { showCriteria } from "./show-criteria.ts";
import { showAsserted, showChecks } from "./show-verdict.ts";
import { checkRows, type VerdictTone, verdictWords } from "./verdict.ts";

const IDLE = "Nothing to verify yet";
const MARKS = { good: "✓", warn: "!", bad: "✗", idle: "·" } as const satisfies Record<VerdictTone, string>;

const start = (): void => {
  const key = byId<PageField>("key");
  const time = byId<PageField>("time");
  const subject = byId<PageField>("subject");
  const certificate = openInputPart("certificate", () => void update());
  const capture = openInputPart("capture", () => void update());
  const revocations = openInputPart("revocations", () => void update());
  const parts = { certificate, capture, revocations };
  let turn = 0;

  /** When several updates overlap, only the last is shown. */
  const update = async (): Promise<void> => {
    turn += 1;
    const mine = turn;
    const keys = readKeys(key.value);
    complainAt(key, byId("key-problem"), keys.problem);
    const at = readTimeField(time.value, Date.now());
    complainAt(time, byId("time-problem"), at.ok ? null : at.message);
    const session = readCaptureOnce(capture.content());
    capture.complain(session === null || session.ok ? null : session.message);
    const given = certificate.content();
    if (!given) return announce("idle", IDLE, "Choose, drop or paste a certificate.");
    if (!at.ok) return announce("warn", "Not checked", "The time to compare with cannot be read.");
    const about = subject.value.trim() || undefined;
    try {
      const examined = await examine({
        certificate: given.bytes,
        capture: session?.ok ? session.value : null,
        trusted: keys.keys,
        at: at.value,
        subject: about,
        revocations: fileOf(revocations.content()),
      });
      if (mine === turn) show(examined, about, session?.ok ?? false);
    } catch (error) {
      // A bug of ours; the verdict on the earlier inputs must not stay.
      announce("bad", "Not checked", "This page failed unexpectedly; use mcptest cert verify instead.");
      throw error;
    }
  };

  for (const field of [key, time, subject]) field.addEventListener("input", () => void update());
  byId("clear").addEventListener("click", () => {
    for (const field of [key, time, subject]) field.value = "";
    certificate.clear();
    capture.clear();
    revocations.clear();
    void update();
    byId("certificate-file").focus();
  });

  takeDrops(async (files) => {
    let problem: string | null = null;
    for (const file of files) {
      const read = await readFile(file);
      if (typeof read === "string") {
        problem = read;
        continue;
      }
      const part = parts[kindOfFile(read.bytes)];
      // A file chosen earlier is dropped too.
      part.clear();
      part.take(read);
    }
    await update();
    certificate.complain(problem);
  });
  openDetailsInPrint();
  void knowsEd25519().then((known) => {
    byId("unsupported").hidden = known;
  });
  byId("page").hidden = false;
  void update();
};

const fileOf = (content: Content | null): RevocationFile | null =>
  content && { file: content.name, content: content.bytes };

let lastRead: { readonly content: Content; readonly session: Read<Capture> } | null = null;

const readCaptureOnce = (content: Content | null): Read<Capture> | null => {
  if (!content) return null;
  if (lastRead?.content !== content) lastRead = { content, session: readCapture(content.bytes, content.name) };
  return lastRead.session;
};

/** The verdict is the only live region: a screen reader announces it and leaves the rest to the reader. */
const announce = (tone: VerdictTone, title: string, line: string): void => {
  byId("verdict").className = `verdict ${tone}`;
  byId("verdict-mark").textContent = MARKS[tone];
  if (byId("verdict-title").textContent !== title) byId("verdict-title").textContent = title;
  if (byId("verdict-line").textContent !== line) byId("verdict-line").textContent = line;
  byId("result").hidden = true;
};

const show = (examined: Examined, subject: string | undefined, captureGiven: boolean): void => {
  const { verification, says } = examined;
  const { tone, title, line } = verdictWords(verification);
  announce(tone, title, line);
  const notes = verification?.notes ?? [];
  byId("checks").replaceChildren(showChecks(checkRows(verification, subject, captureGiven)));
  byId("notes").textContent = notes.length === 0 ? "" : `Note: ${notes.join("; ")}.`;
  byId("asserted-part").hidden = says === null;
  byId("criteria-part").hidden = says === null;
  byId("asserted").replaceChildren(...(says ? [showAsserted(says, verification)] : []));
  byId("criteria").replaceChildren(...(says ? [showCriteria(says, examined)] : []));
  byId("result").hidden = false;
};

/** The page accepts a file dropped anywhere; otherwise the browser would leave the page to show the file. */
const takeDrops = (take: (files: readonly PageFile[]) => Promise<void>): void => {
  const { document } = pageWindow;
  const zone = byId("drop");
  const mark = (over: boolean): void => {
    zone.className = over ? "drop over" : "drop";
  };
  // Text dragged into a field belongs to the field.
  const holdsFiles = ({ dataTransfer }: PageEvent): boolean => dataTransfer?.types.includes("Files") ?? false;
  document.addEventListener("dragover", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    mark(true);
  });
  document.addEventListener("dragleave", () => mark(false));
  document.addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    mark(false);
    void take([...(event.dataTransfer?.files ?? [])]);
  });
};

/** Nobody can click on paper. */
const openDetailsInPrint = (): void => {
  let opened: { open?: boolean }[] = [];
  pageWindow.addEventListener("beforeprint", () => {
    opened = [...byId("result").querySelectorAll("details:not([open])")];
    for (const one of opened) one.open = true;
  });
  pageWindow.addEventListener("afterprint", () => {
    for (const one of opened) one.open = false;
  });
};

start();
