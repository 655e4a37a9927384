/** SHA-256 of STYLE in base64. A test keeps it true; UPDATE=1 writes it. */
export const STYLE_DIGEST = "RkPt9wTRWqr5Q6aWUmdLO1WD1Wrmz7ZabpWkkIwGGhg=";
