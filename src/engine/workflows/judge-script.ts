import { resolve } from 'node:path'
import { escapeLine } from '../../lib/escape-text.ts'
import { workflowText } from '../../protocol/messages/engine/workflows.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import type { Authority } from '../../protocol/permission.ts'
import { callFor } from '../../protocol/tools/rule-names.ts'
import type { ThreadState } from '../live/state.ts'
import type { Gate } from '../permissions/part.ts'

interface ScriptDeps {
  readonly gate: Pick<Gate, 'judge' | 'policy'>
  readonly live: Pick<ThreadState, 'cwd'>
}

/**
 * Why a file that somebody wants to run as a workflow may not be read; undefined: it may. The owner allows by naming it
 * what would be asked; nobody else does.
 */
export const whyUnreadable = async (
  { gate, live }: ScriptDeps,
  path: string,
  authority: Authority | undefined,
): Promise<LocalizedText | undefined> => {
  const absolute = resolve(live.cwd, path)
  const call = callFor({ kind: 'read', path: absolute })
  const { verdict, because } = await gate.judge(call, gate.policy())
  if (verdict === 'allow' || (verdict === 'ask' && authority === 'owner')) return undefined
  return workflowText('unreadable', {
    path: escapeLine(path, 1_000),
    reason: because.localized ?? because.text,
  })
}
