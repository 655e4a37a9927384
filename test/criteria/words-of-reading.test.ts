// What may be called without the user's word: only what speaks of reading, in name and description.

import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import { contradictingWord, oppositeWord } from "../../src/capture/tool-safety.ts";
import { speaksOfReading } from "../../src/capture/words-of-reading.ts";

const tool = (name: string, description?: string, annotations?: JsonObject): JsonObject => ({
  name,
  ...(description === undefined ? {} : { description }),
  ...(annotations ? { annotations } : {}),
  inputSchema: { type: "object" },
});

describe("speaks of reading only", () => {
  test.each([
    ["get_weather", "Get the current weather for a city."],
    ["list_notes", "Lists all notes of the user."],
    ["searchIssues", "Search for issues by keyword. Returns at most 10 results."],
    ["read-file", "Read a file from the workspace."],
    ["describe_table", "Describes the columns of a table."],
    ["whoami", "Shows the name of the current user."],
    ["find.flights", "Finds flights between two airports (read-only)."],
    ["get_user", "Returns the user with the given id, or nothing if there is none."],
  ])("%s: %s", (name, description) => {
    expect(speaksOfReading(tool(name, description))).toBe(true);
  });
});

describe("needs the user's word", () => {
  test.each([
    ["nuke_cluster", "Nukes the cluster."],
    ["nuke_cluster", "Returns the cluster."],
    ["rotate_keys", "Rotates all keys."],
    ["borrar_todo", "Borra todos los datos."],
    ["alles_loeschen", "Löscht alle Daten."],
    ["get_data", "Löscht alle Daten."],
    ["get_data", "Borra todo."],
    ["get_data", "Получить данные"],
    ["get_data", undefined],
    ["get_data", ""],
    ["get_data", "   "],
    ["data", "Returns the data."],
    ["process", "Processes everything."],
    ["get_key", "Gets a key and rotates it."],
    ["get_key", "Get the key, rotating the old one."],
    ["get_key", "Get the key. Afterwards the old one stops working."],
    ["get_key", "Get a new API key."],
    ["get_next_job", "Get the next job from the queue."],
    ["get_and_burn", "Gets the message."],
    ["read_message", "Reads a message; burns it."],
    ["read_message", "Reads a message - burns it."],
    ["read_message", "Reads a message\nBurns it"],
    ["read_message", "Reads a message (burns it)"],
    ["list_item", "Lists an item for sale."],
    ["get_report", "Get a report that emails everyone."],
    ["get_report", "Get a report to email everyone."],
    ["get_report", "This tool emails everyone a report."],
    ["get_report", "Gets a report. You will email everyone with it."],
    ["get_report", "Gets the report, then archives it."],
    ["get_report", "Gets the report after deleting the old one."],
    ["get_report", `Gets the report. ${"Returns it. ".repeat(200)}`],
    ["find_replace", "Find text."],
    ["get rid of it", "Get the rest."],
    ["get_rid_of_it", "Get the rest."],
    ["gеt_weather", "Get the weather."],
    ["getWeatherAndPost", "Get the weather."],
    ["check_in", "Shows the guest."],
    ["ping_user", "Shows the user."],
    ["load_truck", "Lists the truck."],
  ])("%s: %s", (name, description) => {
    expect(speaksOfReading(tool(name, description))).toBe(false);
  });
});

describe("Tools: one that declares itself read-only and says the opposite", () => {
  const readOnly = { readOnlyHint: true };

  test.each([
    ["delete_all_records", "", "delete"],
    ["deleteAllRecords", "Returns nothing.", "delete"],
    ["wipe", undefined, "wipe"],
    ["cleanup", "Deletes every record.", "delete"],
    ["send_email", "Sends an email.", "send"],
    ["update_record", undefined, "update"],
  ])("%s: %s", (name, description, word) => {
    expect(oppositeWord(tool(name, description, readOnly))).toBe(word);
  });

  test.each([
    ["get_deleted_records", "Lists deleted records."],
    ["list_updates", "Lists updates."],
    ["update_history", "Returns the history of updates."],
    ["drop_rates", "Shows how often an item drops."],
    ["kill_chain", "Describes the phases of an attack."],
    ["create_diagram", "Creates a diagram from text."],
    ["remove_background", "Removes the background of an image."],
    ["edit_distance", "Computes the edit distance of two words."],
    ["execute_query", "Executes a read-only query."],
    ["run_report", "Runs a report."],
    ["get_commit", "Get a commit. Use delete_branch to delete one."],
    ["search", "Searches. Never deletes anything."],
  ])("%s says no such thing", (name, description) => {
    expect(oppositeWord(tool(name, description, readOnly))).toBeUndefined();
  });

  test("only who declares it can contradict it", () => {
    expect(oppositeWord(tool("delete_all", "Deletes all."))).toBeUndefined();
    expect(oppositeWord(tool("delete_all", "", { readOnlyHint: false }))).toBeUndefined();
    expect(oppositeWord(tool("delete_all", "", { readOnlyHint: true, destructiveHint: true }))).toBeUndefined();
  });
});

describe("a contradiction that is held against the author", () => {
  const readOnly = { readOnlyHint: true };

  test.each([
    ["delete_all_records", "", "delete"],
    ["delete_all_records", "Löscht alle Datensätze.", "delete"],
    ["wipe_disk", "Permanently wipes the disk.", "wipe"],
    ["send_email", "Sends an email.", "send"],
    ["cleanup", "Deletes every record.", "delete"],
  ])("%s: %s", (name, description, word) => {
    expect(contradictingWord(tool(name, description, readOnly))).toBe(word);
  });

  test.each([
    ["delete_policy", "Information about what is deleted when."],
    ["purge_status", ""],
    ["delete_preview", "Shows what would go."],
    ["delete_records", "Deletes nothing: shows what it would delete."],
    ["erase_all", "Dry run of an erasure."],
    ["send_status", "Status of the messages you send."],
    ["install_instructions", "Steps to install the program."],
    ["update_record", ""],
    ["publish_calendar", "The calendar of what is published when."],
    ["revoke_list", "Certificates that are no longer valid."],
    ["find_order", "Finds an order."],
  ])("%s: %s is not", (name, description) => {
    expect(contradictingWord(tool(name, description, readOnly))).toBeUndefined();
  });

  test("only who declares it can contradict it", () => {
    expect(contradictingWord(tool("delete_all", "Deletes all."))).toBeUndefined();
    expect(contradictingWord(tool("delete_all", "Deletes all.", { readOnlyHint: false }))).toBeUndefined();
  });
});
