/** SHA-256 of STYLE in base64. A test keeps it true; UPDATE=1 writes it. */
export const STYLE_DIGEST = "m0c0Cs8m73ncYo4TaO4Qwb+ctL4U9rJRGNP8AoNTyYg=";
