import { endText } from '../../../features/script/script-end.ts'
import { scriptLimits } from '../../../features/script/script-limits.ts'
import { escapeInvisible } from '../../../lib/escape-text.ts'
import { runScript } from '../../../lib/script-engine/run-script.ts'
import { plainText } from '../../../protocol/message.ts'
import { forModel } from '../../../protocol/messages/model-texts.ts'
import type { ScriptOutput, ScriptWish } from '../../../protocol/tools/script.ts'
import { CallLog } from './call-log.ts'
import { InnerCalls } from './inner-calls.ts'
import { type ScriptPlace, scriptDeps } from './script-deps.ts'

/** A script of the model, in the turn it was called in: its calls are decided and run as those of the turn. */
export const runScriptHere = async (place: ScriptPlace, wish: ScriptWish): Promise<ScriptOutput> => {
  const { thread, deps } = place
  const { code, signal, callId: parent } = wish
  const limits = scriptLimits(thread.config.limits.script ?? {})
  const log = new CallLog(wish.onNews)
  const { deps: inside, onCall } = scriptDeps(place, { parent, code, log, maxChars: limits.resultChars })
  const now = (): string => thread.config.runtime.now().toISOString()
  const inner = new InnerCalls({ deps: inside, parent, limits, log, onCall, now })
  let printed = ''
  const end = await runScript(
    { code, args: JSON.stringify(wish.args ?? null), limits, startedAt: Date.now() },
    {
      call: (call, over) => inner.call(call, over),
      print(text) {
        printed += text
        log.printed(text)
      },
    },
    signal,
  )
  log.close()
  const said = endText(end, { printed: printed !== '', limits })
  const text =
    `${escapeInvisible(printed)}${said === undefined ? '' : forModel(said, deps.language)}`.trimEnd()
  const fitted = deps.results.fit({ id: parent, blocks: [{ type: 'text', text }], language: deps.language })
  return {
    text: typeof fitted === 'string' ? fitted : plainText(fitted),
    failed: !end.ok,
    ...(!end.ok && end.fault.kind === 'stopped' ? { stopped: true } : {}),
    ...log.made,
    ...inner.left,
  }
}
