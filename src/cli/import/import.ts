import type { Process } from '../process.ts'
export const importFrom = async (_argv: readonly string[], _from: Process): Promise<number> => 1
