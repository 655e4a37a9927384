// What the servers of a farm offer: tools that read and change the records of some trade, by seed.
import { pick, randomOf } from "./random.js";

const TRADES = [
  ["weather", "station", ["city", "country", "altitude"], "Observations of weather stations"],
  ["library", "book", ["title", "author", "year"], "The catalogue of a public library"],
  ["billing", "invoice", ["customer", "amount", "currency"], "Invoices and what is still to be paid"],
  ["support", "ticket", ["subject", "priority", "status"], "The tickets of a support desk"],
  ["fleet", "vehicle", ["plate", "driver", "mileage"], "Vehicles, their drivers and their service"],
  ["recipes", "recipe", ["dish", "cuisine", "minutes"], "Recipes with their ingredients"],
  ["hiring", "applicant", ["name", "position", "stage"], "Applicants and where they stand"],
  ["museum", "exhibit", ["name", "period", "room"], "What a museum shows and where"],
  ["energy", "meter", ["street", "reading", "unit"], "Meters and their readings"],
  ["travel", "booking", ["traveller", "from", "to"], "Bookings of flights and trains"],
  ["research", "paper", ["title", "journal", "year"], "Papers of an institute"],
  ["warehouse", "item", ["label", "shelf", "stock"], "Items and how many are in stock"],
];
const PLACES = [
  "north",
  "south",
  "east",
  "west",
  "harbour",
  "hill",
  "lake",
  "river",
  "forest",
  "coast",
  "valley",
  "city",
];
const TITLES = [
  "Alder",
  "Birch",
  "Cedar",
  "Elm",
  "Hazel",
  "Larch",
  "Maple",
  "Oak",
  "Pine",
  "Rowan",
  "Spruce",
  "Willow",
];

const text = (words) => [{ type: "text", text: words }];
const string = (description, maxLength) => ({ type: "string", description, minLength: 1, maxLength });
const schema = (properties, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
});
const capital = (word) => word[0].toUpperCase() + word.slice(1);
const complaint = (words) => ({ content: text(words), isError: true });

/** The tools of one server, with what each does. */
const makeTools = (random, { record, fields, records, version }) => {
  const id = { ...string(`The id of the ${record}, as listed by list_${record}s`, 60), examples: [records[0].id] };
  const reading = (title) => ({ title, readOnlyHint: true, openWorldHint: false });
  const shownFields = Object.fromEntries(fields.map((name) => [name, { type: "string", description: capital(name) }]));
  const whole = schema({ id: { type: "string", description: `The id of the ${record}` }, ...shownFields });
  const find = (wanted) => records.find((one) => one.id === wanted);
  const tools = [
    {
      name: `list_${record}s`,
      title: `List ${record}s`,
      description: `Lists the id and the ${fields[0]} of every ${record}.`,
      inputSchema: schema({}),
      annotations: reading(`List ${record}s`),
      run: () => ({ content: text(records.map((one) => `${one.id}: ${one[fields[0]]}`).join("\n")) }),
    },
    {
      name: `get_${record}`,
      title: `Read a ${record}`,
      description: `Returns one ${record} with ${fields.join(", ")}.`,
      inputSchema: schema({ id }),
      outputSchema: whole,
      annotations: reading(`Read a ${record}`),
      run: (args) => {
        const found = find(args.id);
        if (found === undefined)
          return complaint(`There is no ${record} ${args.id}. Call list_${record}s for the ids.`);
        return { content: text(JSON.stringify(found)), structuredContent: found };
      },
    },
    {
      name: `search_${record}s`,
      title: `Search ${record}s`,
      description: `Finds the ${record}s whose ${fields[0]} contains a text, and returns their ids.`,
      inputSchema: schema({ text: { ...string(`A part of the ${fields[0]}`, 80), examples: [records[0][fields[0]]] } }),
      annotations: reading(`Search ${record}s`),
      run: (args) => {
        const found = records.filter((one) => one[fields[0]].toLowerCase().includes(args.text.toLowerCase()));
        return { content: text(found.map((one) => one.id).join("\n") || `No ${record} contains this text.`) };
      },
    },
    {
      name: `add_${record}`,
      title: `Add a ${record}`,
      description: `Keeps a new ${record} and returns its id.`,
      inputSchema: schema(
        Object.fromEntries(fields.map((name) => [name, string(`The ${name} of the ${record}`, 120)])),
      ),
      annotations: { title: `Add a ${record}`, readOnlyHint: false, destructiveHint: false, openWorldHint: false },
      run: () => ({ content: text(`Kept as ${record}-${records.length + 1}.`) }),
    },
    {
      name: `delete_${record}`,
      title: `Delete a ${record}`,
      description: `Deletes a ${record} for good.`,
      inputSchema: schema({ id }),
      annotations: { title: `Delete a ${record}`, readOnlyHint: false, destructiveHint: true, openWorldHint: false },
      run: () => ({ content: text("Deleted.") }),
    },
  ];
  // Another edition of a server has lost a tool and says something else about another one.
  const kept = tools.filter((_tool, index) => index < 2 || random() < 0.75);
  if (version === 1) return kept;
  return kept
    .slice(0, -1)
    .map((tool, index) => (index === 0 ? { ...tool, description: `${tool.description} In order of ids.` } : tool));
};

/** Everything that the server with this seed says about itself; `version` 2 is what it offers after a release. */
export const catalogueOf = (seed, { version = 1, rich }) => {
  const random = randomOf(seed);
  const [trade, record, fields, about] = pick(random, TRADES);
  const place = pick(random, PLACES);
  const records = Array.from({ length: 2 + Math.floor(random() * 5) }, (_, index) => ({
    id: `${record}-${index + 1}`,
    ...Object.fromEntries(fields.map((name) => [name, `${pick(random, TITLES)} ${1 + Math.floor(random() * 99)}`])),
  }));
  const prompt = {
    name: `describe_${record}`,
    title: `Describe a ${record}`,
    description: `Asks for a description of one ${record}.`,
    arguments: [{ name: "id", title: "Id", description: `The id of the ${record}`, required: true }],
  };
  return {
    name: `${place}-${trade}-${seed % 10_000}`,
    title: `${capital(place)} ${trade}`,
    version: `${version}.0.${seed % 7}`,
    instructions: `${about}. Call list_${record}s first, then get_${record} for one of them.`,
    record,
    fields,
    records,
    tools: makeTools(random, { record, fields, records, version }),
    ...(rich
      ? {
          prompt,
          template: {
            uriTemplate: `${record}://{id}`,
            name: record,
            title: capital(record),
            description: `One ${record}`,
            mimeType: "application/json",
          },
        }
      : {}),
  };
};
