// What a reference of the commands is made of can be listed without running one.

import { expect, test } from "vitest";
import { ALL_COMMANDS, COMMAND_SPECS } from "../../../src/cli/all-commands.ts";
import { listFlags } from "../../../src/cli/flags/flag.ts";

test("every command has a name, a sentence and, unless it is hidden, two examples of its own", () => {
  expect(new Set(COMMAND_SPECS.map(({ name }) => name)).size).toBe(COMMAND_SPECS.length);
  expect(COMMAND_SPECS.length).toBeGreaterThan(50);
  for (const { name, about, examples, hidden } of COMMAND_SPECS) {
    expect(about, name).not.toBe("");
    expect(examples.length, name).toBe(hidden ? 0 : 2);
    for (const example of examples) expect(example, name).toContain(`mcptest ${name}`);
  }
});

test("the examples of a command use its own flags", () => {
  for (const spec of COMMAND_SPECS)
    for (const example of spec.examples) {
      const own = example.split(" -- ", 1)[0] ?? "";
      const known = listFlags(spec.flags)
        .flatMap(({ flag }) => flag.split(" "))
        .map((word) => word.replace(/,$/, ""));
      for (const [flag] of own.matchAll(/(?<= )--?[a-z][\w-]*/g)) expect(known, example).toContain(flag);
    }
});

test("every flag has a help text, and a name of its own in its command", () => {
  for (const spec of COMMAND_SPECS) {
    const flags = listFlags(spec.flags);
    const names = flags.map(({ flag }) => /--[\w-]+/.exec(flag)?.[0]);
    expect(new Set(names).size, spec.name).toBe(names.length);
    for (const { flag, help, hidden } of flags) expect(help !== "" || hidden, `${spec.name} ${flag}`).toBe(true);
  }
});

test("commands of a family begin with its name", () => {
  for (const entry of ALL_COMMANDS)
    if ("commands" in entry) for (const { spec } of entry.commands) expect(spec.name.split(" ")[0]).toBe(entry.name);
});
