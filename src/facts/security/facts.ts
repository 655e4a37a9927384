import type { Fact } from "../fact.ts";
import { anonymousMethods, spoofedClient } from "./doors.ts";
import { promptMarkup } from "./prompt-markup.ts";

export const SECURITY_FACTS: readonly Fact[] = [anonymousMethods, spoofedClient, promptMarkup];
