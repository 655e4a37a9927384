import { readdirSync, readFileSync } from "node:fs";

interface Manifest {
  readonly license: string;
  readonly author: string;
}

/** The licences of packages whose code lies in our own files: they ask to be passed on with it. */
export const thirdPartyLicences = (packages: readonly string[]): string =>
  [
    ...packages.map((name) => `${name}\n\n${licenceOf(name).trim()}\n`),
    // The schema of server.json ships as it was published.
    `server.schema.json of modelcontextprotocol/static\n\n${readFileSync("server-json/LICENSE", "utf8").trim()}\n`,
  ].join("\n\n");

const licenceOf = (name: string): string => {
  const folder = `node_modules/${name}`;
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  if (file) return readFileSync(`${folder}/${file}`, "utf8");
  const { license, author } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as Manifest;
  if (license !== "MIT" || typeof author !== "string") throw new Error(`${name} does not say how its licence reads`);
  return `MIT License\n\nCopyright (c) ${author}\n\n${MIT}`;
};

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;
