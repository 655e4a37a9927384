/** SHA-256 of STYLE in base64. A test keeps it true; UPDATE=1 writes it. */
export const STYLE_DIGEST = "R3FxQfcR/KaaiyBLtOVpADDnfhC0Lfo265IxvY0l1hQ=";
