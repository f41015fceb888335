import type { CallSource } from '../../protocol/usage.ts'

/** What nobody asked for, by the name a request gives as its source. Everything else serves a call or a person. */
const BACKGROUND: readonly string[] = [
  'notes',
  'memory',
  'recall',
  'consolidate',
  'collapse',
  'suggestion',
  'batch-label',
]

/** Under what a request beside the conversation is added up. */
export const sideSource = (source: string | undefined): CallSource => {
  if (source === 'compact') return 'compaction'
  return BACKGROUND.includes(source ?? '') ? 'background' : 'side'
}
