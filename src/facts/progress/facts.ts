import type { Fact } from "../fact.ts";
import { progressBursts, progressCourses, progressNotifications, progressSources } from "./notifications.ts";
import { taskProgress } from "./tasks.ts";
import { serverTokens, withProgressToken } from "./tokens.ts";

export const PROGRESS_FACTS: readonly Fact[] = [
  progressNotifications,
  progressSources,
  progressCourses,
  progressBursts,
  withProgressToken,
  serverTokens,
  taskProgress,
];
