import { endText } from '../../../features/script/script-end.ts'
import { scriptLimits } from '../../../features/script/script-limits.ts'
import { escapeInvisible } from '../../../lib/escape-text.ts'
import { runScript } from '../../../lib/script-engine/run-script.ts'
import { plainText } from '../../../protocol/message.ts'
import { forModel } from '../../../protocol/messages/model-texts.ts'
import type { ScriptOutput, ScriptWish } from '../../../protocol/tools/script.ts'
import type { Toolbox } from '../../options/toolbox.ts'
import type { CallDeps } from '../call-runner.ts'
import { createToolHooks } from '../tool-hooks.ts'
import type { ThreadParts } from '../../thread.ts'
import { InnerCalls } from './inner-calls.ts'

const TAIL_CHARS = 2_000

export interface ScriptPlace {
  readonly thread: ThreadParts
  /** Of the turn that the script belongs to. */
  readonly deps: CallDeps
}

/** A script of the model, in the turn it was called in: its calls are decided and run as those of the turn. */
export const runScriptHere = async (place: ScriptPlace, wish: ScriptWish): Promise<ScriptOutput> => {
  const { thread, deps } = place
  const limits = scriptLimits(thread.config.limits.script ?? {})
  const inner = new InnerCalls({
    deps: insideOf(place, wish.callId, limits.resultChars),
    parent: wish.callId,
    limits,
    maxParallel: limits.parallel,
  })
  let printed = ''
  const { code, signal } = wish
  const end = await runScript(
    { code, args: JSON.stringify(wish.args ?? null), limits, startedAt: Date.now() },
    {
      call: (call, over) => inner.call(call, over),
      print(text) {
        printed += text
        wish.onPrint(printed.slice(-TAIL_CHARS))
      },
    },
    signal,
  )
  const said = endText(end, { printed: printed !== '', limits })
  const text =
    `${escapeInvisible(printed)}${said === undefined ? '' : forModel(said, deps.language)}`.trimEnd()
  const fitted = deps.results.fit({
    id: wish.callId,
    blocks: [{ type: 'text', text }],
    language: deps.language,
  })
  return {
    text: typeof fitted === 'string' ? fitted : plainText(fitted),
    failed: !end.ok,
    ...(!end.ok && end.fault.kind === 'stopped' ? { stopped: true } : {}),
    ...inner.left,
  }
}

/** The same way in for every call: what differs is where its result goes. */
const insideOf = ({ thread, deps }: ScriptPlace, parent: string, resultChars: number): CallDeps => {
  const { structuredTool: _, ...rest } = deps
  const apart = thread.ports.files.apart()
  return {
    ...rest,
    ...createToolHooks(thread.hooks, thread.ports.history.recheck, parent),
    mayDefer: false,
    tools: () => callable(deps.tools()),
    // Whole: what is too long is cut where it enters the script, and said.
    results: { fit: ({ blocks }) => blocks },
    // A script may well ask the same again and again.
    guard: { observe: () => ({}) },
    call: (id, how) => ({ ...deps.call(id, { ...how, files: apart }), whole: { maxChars: resultChars } }),
  }
}

/** What is not for scripts is not offered to them, nor as what may have been meant. */
const callable = (box: Toolbox): Toolbox => {
  const direct = new Set(box.toolsIn?.('direct'))
  return { ...box, specs: box.specs.filter(({ name }) => !direct.has(name) && name !== box.structured?.name) }
}
