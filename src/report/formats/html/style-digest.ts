/** SHA-256 of STYLE in base64. A test keeps it true; UPDATE=1 writes it. */
export const STYLE_DIGEST = "f6azzaXXFyVB/XX8W8sH96krsZ0hwFEABkSaTO8I6Hw=";
