/** SHA-256 of STYLE in base64. A test keeps it true; UPDATE=1 writes it. */
export const STYLE_DIGEST = "dXfH2WLi+52CTSKGzm5tmG2yJwrxu0T/FjrVl/x2T9g=";
