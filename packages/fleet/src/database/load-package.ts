import { DatabaseError } from "./database-error.ts";

/** The packages that only fleets need. They are optional dependencies, so that who leaves them out gets a smaller package. */
export type FleetPackage = "pg" | "pg-boss" | "@electric-sql/pglite";

/** A clear line where the package is not installed; what else goes wrong while loading it is not hidden. */
export const loadPackage = async <T>(name: FleetPackage, load: () => Promise<T>): Promise<T> => {
  try {
    return await load();
  } catch (error) {
    const { code, message = "" } = error as NodeJS.ErrnoException;
    const isMissing = (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") && message.includes(name);
    if (!isMissing) throw error;
    throw new DatabaseError(
      "missing",
      `the package ${name}, which mcptest fleet needs, is not installed; run npm install ${name}, or install mcptest without --omit=optional`,
    );
  }
};
