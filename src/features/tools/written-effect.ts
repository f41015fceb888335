import type { CallEffect } from '../../protocol/context.ts'
import type { PatchHunk } from './patch.ts'

/** The line of the ledger for a file that was written; without a patch nothing is known yet. */
export const writtenEffect = (path: string, patch?: readonly PatchHunk[]): CallEffect => {
  const lines = (patch ?? []).flatMap(hunk => hunk.lines)
  const count = (sign: string): number => lines.filter(line => line.startsWith(sign)).length
  const effect = { kind: 'write', text: path, outcome: 'done' } as const
  return lines.length === 0 ? effect : { ...effect, detail: `+${count('+')} −${count('-')} lines` }
}
