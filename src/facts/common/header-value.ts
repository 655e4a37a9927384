export { headerValue } from "../../capture/header-value.ts";
