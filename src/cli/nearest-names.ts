export { nearestNames } from "../model/nearest-names.ts";
