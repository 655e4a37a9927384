import type { AppPicture } from "../../app-picture.ts";
import { readPng } from "./png.ts";
import { code, text } from "./text.ts";

const WORDS =
  "Taken in a Chromium without network, each page by itself, with the first call that was recorded of a tool that names it. They are pictures: nothing of the pages is in this report.";

/** The pictures of apps; `shown` where there is at least one, for which the page's policy has to make room. */
export const renderPictures = (pictures: readonly AppPicture[]): { readonly html: string; readonly shown: boolean } => {
  if (pictures.length === 0) return { html: "", shown: false };
  const figures = pictures.map(renderPicture);
  return {
    html: [`<p class="soft lead">${text(WORDS)}</p>`, ...figures.map(({ html }) => html)].join("\n"),
    shown: figures.some(({ shown }) => shown),
  };
};

const renderPicture = (picture: AppPicture): { readonly html: string; readonly shown: boolean } => {
  const { uri, tool } = picture;
  const png = "png" in picture ? readPng(picture.png) : undefined;
  const why = "missing" in picture ? picture.missing : "what the browser sent is no picture";
  const caption = `<figcaption>${code(uri, 200)}${tool === undefined ? "" : ` after a call of ${code(tool, 100)}`}</figcaption>`;
  const body = png
    ? `<img alt="${text(`what ${uri} looks like`, 200)}" width="${png.width}" height="${png.height}" src="data:image/png;base64,${toBase64(png.bytes)}">`
    : `<p class="none">No picture: ${text(why, 300)}.</p>`;
  return { html: `<figure class="card picture">${caption}${body}</figure>`, shown: png !== undefined };
};

/** In portions: a function takes only so many arguments. */
const PORTION = 8_192;

const toBase64 = (bytes: Uint8Array): string => {
  let binary = "";
  for (let at = 0; at < bytes.length; at += PORTION) binary += String.fromCharCode(...bytes.subarray(at, at + PORTION));
  return btoa(binary);
};
