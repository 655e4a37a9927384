/** Only addresses of web pages become links; anything else (`javascript:`, a file) stays text. */
export const webLink = (link: string | undefined): string | undefined => {
  if (link === undefined || !/^https?:\/\/[A-Za-z0-9.-]+(?::\d+)?(?:[/?#][!#-;=?-Z_a-z~%[\]]*)?$/.test(link))
    return undefined;
  return link.replace(/[()<>"'`\\[\]]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
};
