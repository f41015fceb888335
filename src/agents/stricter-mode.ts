import type { PermissionMode } from '../protocol/permission.ts'

/** How much happens without a question; of two with the same rank neither is stricter. */
const RANK: Readonly<Record<PermissionMode, number>> = {
  plan: 0,
  dontAsk: 0,
  default: 1,
  acceptEdits: 2,
  auto: 3,
  bypassPermissions: 4,
}

export interface ModeChoice {
  readonly mode: PermissionMode
  /** It wanted more than whoever starts it has. */
  readonly refused?: PermissionMode
}

/** An agent works in the mode of whoever starts it, or in a stricter one of its own. */
export const stricterMode = (parent: PermissionMode, wished: PermissionMode | undefined): ModeChoice => {
  if (wished === undefined || wished === parent) return { mode: parent }
  if (RANK[wished] < RANK[parent]) return { mode: wished }
  return RANK[wished] > RANK[parent] ? { mode: parent, refused: wished } : { mode: parent }
}
