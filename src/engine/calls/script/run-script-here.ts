import { rmSync } from 'node:fs'
import { Journal } from '../../../features/script/journal.ts'
import { endText, faultText } from '../../../features/script/script-end.ts'
import { scriptLimits } from '../../../features/script/script-limits.ts'
import { errorText } from '../../../lib/error-text.ts'
import { escapeInvisible } from '../../../lib/escape-text.ts'
import { runScript } from '../../../lib/script-engine/run-script.ts'
import { takeHead } from '../../../lib/text-budget.ts'
import { forModel } from '../../../protocol/messages/model-texts.ts'
import type { ScriptOutput, ScriptWish } from '../../../protocol/tools/script.ts'
import { scriptJournal } from '../../session-file/session-directories.ts'
import { CallLog } from './call-log.ts'
import { InnerCalls } from './inner-calls.ts'
import { type ScriptEnvironment, scriptDeps } from './script-deps.ts'
import { seenShapes } from './seen-shapes.ts'

/** A script of the model, in the turn it was called in: its calls are decided and run as those of the turn. */
export const runScriptHere = async (place: ScriptEnvironment, wish: ScriptWish): Promise<ScriptOutput> => {
  const { thread, deps } = place
  const { code, signal, callId: parent } = wish
  const listener = thread.agent ? undefined : thread.config.scripts
  const limits = scriptLimits(thread.config.limits.script ?? {})
  const log = new CallLog(wish.onNews)
  const journal = openJournal(place, { code, callId: parent })
  const facts = { parent, code, log, maxChars: limits.resultChars, journal }
  if (journal?.isOther) return notRun(forModel(faultText({ kind: 'other' }, limits), deps.language))
  const { deps: inside, onCall } = scriptDeps(place, facts)
  const now = (): string => thread.config.runtime.now().toISOString()
  const shapes = seenShapes(thread.ports.state)
  const inner = new InnerCalls({ deps: inside, parent, limits, log, shapes, onCall, now, journal })
  const printed: string[] = []
  const end = await runScript(
    { code, args: JSON.stringify(wish.args ?? null), limits, startedAt: journal?.startedAt ?? Date.now() },
    {
      call: (call, over) => inner.call(call, over),
      print(text) {
        // In pieces as they come: at the end it may be much.
        printed.push(escapeInvisible(text))
        listener?.print(text)
        log.printed(text)
      },
      ahead: listener?.ahead ?? place.ready?.take(),
      compiled: thread.session.compiled,
    },
    signal,
  )
  log.close()
  journal?.close()
  listener?.ended(end.ok ? end : { problem: faultText(end.fault, limits) })
  const said = endText(end, { printed: printed.length > 0, limits })
  const last = said === undefined ? '' : forModel(said, deps.language)
  const pieces = trimmed([...printed, last])
  const fitted = await thread.results.fitInTurns({ id: parent, pieces, language: deps.language })
  return {
    // Of what is too long the beginning is shown: why it failed stands at the end.
    text: end.ok || fitted.endsWith(last) ? fitted : `${fitted}\n${takeHead(last, MOST_ERROR_CHARS)}`,
    failed: !end.ok,
    ...(!end.ok && end.fault.kind === 'stopped' ? { stopped: true } : {}),
    ...log.made,
    ...inner.left,
  }
}

const MOST_ERROR_CHARS = 2_000

/** Without the blanks at the end of all of it. */
const trimmed = (pieces: readonly string[]): readonly string[] => {
  const last = pieces.findLastIndex(piece => piece.trimEnd() !== '')
  return [...pieces.slice(0, Math.max(last, 0)), (pieces[last] ?? '').trimEnd()]
}

const notRun = (text: string): ScriptOutput => ({
  text,
  failed: true,
  calls: [],
  tree: [],
  effects: [],
  remarks: [],
  pictures: [],
})

/** Of the conversation alone: nobody goes on with the call of an agent. */
const openJournal = (
  { thread: { agent, config, ports } }: ScriptEnvironment,
  { code, callId }: { readonly code: string; readonly callId: string },
): Journal | undefined => {
  const { path, id } = config.session
  if (path === undefined || agent) return undefined
  // The result of the one before is on disk.
  const before = ports.state.get(BEFORE)
  const file = scriptJournal(path, { id, callId })
  if (typeof before === 'string' && before !== file) rmSync(before, { force: true })
  ports.state.set(BEFORE, file)
  try {
    return new Journal(file, { code, now: Date.now() })
  } catch (error) {
    // No room or no right to keep it: the script runs all the same.
    config.runtime.log?.(`script: ${errorText(error)}`)
    return undefined
  }
}

const BEFORE = 'script.journal'
