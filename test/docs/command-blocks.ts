// The fenced blocks of a page: which of them are commands, what they should print, which files they need.
//
//   ```sh              commands; the exit code is 0 unless a command ends with `# exit 1`
//   ```text            directly after it: what they print, on both streams; a line `…` stands for any lines
//   ```console         `$ command` and what it prints in one block
//   ```yaml suite.yml  a file of that name, there for the commands below it
//   ```text usage      a synopsis with placeholders, no command

export interface Command {
  readonly line: string;
  readonly exit: number;
}

export interface CommandBlock {
  /** Line of the fence, from 1. */
  readonly at: number;
  readonly commands: readonly Command[];
  /** Absent: only the exit codes are looked at. */
  readonly output?: { readonly text: string; readonly from: number; readonly to: number };
}

export interface PageFile {
  readonly at: number;
  readonly name: string;
  readonly text: string;
}

export interface Page {
  readonly steps: readonly (CommandBlock | PageFile)[];
  /** Fences that could hide a command from the test. */
  readonly unclear: readonly string[];
}

interface Fence {
  /** Index of the opening line. */
  readonly open: number;
  /** Index of the closing line. */
  readonly close: number;
  readonly info: readonly string[];
  readonly lines: readonly string[];
}

const LOOKS_LIKE_A_COMMAND = /^\s*(\$ |mcptest |npx |npm |node )/;

export const readPage = (markdown: string): Page => {
  const lines = markdown.split("\n");
  const fences = readFences(lines);
  const steps: (CommandBlock | PageFile)[] = [];
  const unclear: string[] = [];
  fences.forEach((fence, index) => {
    const [language, name] = fence.info;
    const at = fence.open + 1;
    if (language === undefined) unclear.push(`${at}: a block without a language`);
    else if (language === "console") steps.push(...readConsole(fence));
    else if (language === "sh") {
      const next = fences[index + 1];
      const output = next && isOutputOf(fence, next, lines) ? next : undefined;
      steps.push({
        at,
        commands: readCommands(fence.lines),
        ...(output && { output: { text: output.lines.join("\n"), from: output.open + 1, to: output.close } }),
      });
    } else if (["bash", "shell"].includes(language)) unclear.push(`${at}: say sh, not ${language}`);
    else if (language === "text") {
      const previous = fences[index - 1];
      const isOutput = previous !== undefined && previous.info[0] === "sh" && isOutputOf(previous, fence, lines);
      if (name !== "usage" && !isOutput && fence.lines.some((line) => LOOKS_LIKE_A_COMMAND.test(line)))
        unclear.push(`${at}: a command in a text block`);
    } else if (name !== undefined) steps.push({ at, name, text: `${fence.lines.join("\n")}\n` });
  });
  return { steps, unclear };
};

const readFences = (lines: readonly string[]): readonly Fence[] => {
  const fences: Fence[] = [];
  let open: number | undefined;
  lines.forEach((line, index) => {
    if (!/^```/.test(line)) return;
    if (open === undefined) {
      open = index;
      return;
    }
    const info = (lines[open] ?? "").slice(3).trim();
    fences.push({
      open,
      close: index,
      info: info === "" ? [] : info.split(/\s+/),
      lines: lines.slice(open + 1, index),
    });
    open = undefined;
  });
  return fences;
};

/** Only blank lines between the two. */
const isOutputOf = (commands: Fence, output: Fence, lines: readonly string[]): boolean =>
  output.info.length === 1 &&
  output.info[0] === "text" &&
  lines.slice(commands.close + 1, output.open).every((line) => line.trim() === "");

const readCommands = (lines: readonly string[]): readonly Command[] =>
  joinContinued(lines)
    .filter((line) => line.trim() !== "" && !line.trim().startsWith("#"))
    .map(toCommand);

const toCommand = (line: string): Command => ({ line, exit: Number(/# exit (\d+)\s*$/.exec(line)?.[1] ?? 0) });

const joinContinued = (lines: readonly string[]): readonly string[] =>
  lines.reduce<string[]>((joined, line) => {
    const last = joined.at(-1);
    if (last?.endsWith("\\")) joined[joined.length - 1] = `${last.slice(0, -1)}${line.trimStart()}`;
    else joined.push(line);
    return joined;
  }, []);

/** Every `$ ` begins a command; what follows up to the next is its output. */
const readConsole = ({ open, lines }: Fence): readonly CommandBlock[] => {
  const starts = lines.flatMap((line, index) => (line.startsWith("$ ") ? [index] : []));
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? lines.length;
    let last = start;
    while (lines[last]?.endsWith("\\")) last += 1;
    const [line = ""] = joinContinued(lines.slice(start, last + 1));
    const text = lines.slice(last + 1, end).join("\n");
    return {
      at: open + 2 + start,
      commands: [toCommand(line.slice(2))],
      ...(text.trim() !== "" && { output: { text, from: open + 2 + last, to: open + 1 + end } }),
    };
  });
};
