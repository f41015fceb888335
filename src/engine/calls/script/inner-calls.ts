import { fitJson } from '../../../features/script/fit-json.ts'
import type { AllLimits } from '../../../features/script/script-limits.ts'
import { SideBySide } from '../../../features/script/side-by-side.ts'
import { isObject } from '../../../lib/is-object.ts'
import { takeHead } from '../../../lib/text-budget.ts'
import type { ScriptAnswer, ScriptCall } from '../../../lib/script-engine/messages.ts'
import type { CallOutcome, ToolRunner } from '../../../loop/turn.ts'
import type { CallEffect } from '../../../protocol/context.ts'
import { plainText, type ResultBlock } from '../../../protocol/message.ts'
import { asLocalized } from '../../../protocol/messages/layout.ts'
import { messageFields } from '../../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { Tool } from '../../../protocol/tool.ts'
import type { ScriptOutput } from '../../../protocol/tools/script.ts'
import type { ScriptCallRow } from '../../../protocol/tools/script-call.ts'
import { type CallDeps, createCallRunner } from '../call-runner.ts'
import { aboutCall, type CallLog } from './call-log.ts'

const says = modelTexts('inner_calls', {
  direct: {
    en: '{name} cannot be called from a script: call it yourself.',
    zh: '{name} 不能在脚本中调用：请直接调用。',
  },
  input: { en: 'The input of {name} must be an object.', zh: '{name} 的输入必须是对象。' },
  over: { en: 'The script is over.', zh: '脚本已结束。' },
})

export type Answer = Omit<ScriptAnswer, 'id'>

interface InnerAt {
  readonly deps: CallDeps
  /** The call of the script. */
  readonly parent: string
  readonly limits: AllLimits
  readonly log: CallLog
  now(): string
  /** A call is about to be decided. */
  onCall(id: string, asked: ScriptCall, tool: string): void
}

const MAX_PICTURES = 10
const MAX_REMARKS_CHARS = 10_000

interface InnerCall {
  readonly name: string
  readonly input: unknown
  readonly tool: Tool | undefined
  readonly asked: ScriptCall
}

interface Made {
  readonly answer: Answer
  readonly state: ScriptCallRow['state']
}

/** The calls of one script, each by the way that every call goes. */
export class InnerCalls {
  readonly #at: InnerAt
  readonly #runner: ToolRunner
  readonly #lanes: SideBySide
  readonly #direct: ReadonlySet<string>
  readonly #log: CallLog
  readonly #effects: CallEffect[] = []
  readonly #remarks = new Set<string>()
  readonly #pictures: ResultBlock[] = []

  constructor(at: InnerAt) {
    this.#at = at
    this.#log = at.log
    this.#runner = createCallRunner(at.deps)
    this.#lanes = new SideBySide(at.limits.parallel)
    this.#direct = new Set(at.deps.tools().toolsIn?.('direct'))
  }

  /** What they left behind. */
  get left(): Pick<ScriptOutput, 'effects' | 'remarks' | 'pictures'> {
    return {
      effects: this.#effects,
      remarks: bounded([...this.#remarks]),
      pictures: this.#pictures.slice(0, MAX_PICTURES),
    }
  }

  /** Never rejects. */
  async call(asked: ScriptCall, signal: AbortSignal): Promise<Answer> {
    const name = this.#nameOf(asked)
    const input: unknown = JSON.parse(asked.json)
    const tool = await this.#toolOf(name)
    const row = this.#log.begun(name, aboutCall(tool, input), asked.line)
    const { answer, state } = await this.#make({ name, input, tool, asked }, signal)
    this.#log.ended(row, state)
    return answer
  }

  async #make({ name, input, tool, asked }: InnerCall, signal: AbortSignal): Promise<Made> {
    const refused = (text: ReturnType<typeof says>, code: string): Made =>
      failure({ message: forModel(text, this.#at.deps.language), code, tool: name })
    if (this.#direct.has(name)) return refused(says('direct', { name }), 'not_here')
    if (!isObject(input)) return refused(says('input', { name }), 'invalid')
    const { deps, parent, onCall, now } = this.#at
    const block = { type: 'tool_use', id: `${parent}_${asked.id}`, name, input } as const
    const request = { block }
    const plan = await this.#runner.plan(request)
    return await this.#lanes.run(plan.parallel, async () => {
      if (signal.aborted) return refused(says('over'), 'stopped')
      deps.emit({ type: 'script_call', parent, call: block, at: now() })
      onCall(block.id, asked, name)
      const outcome = await this.#runner.run(request, signal)
      deps.emit({ type: 'script_call', parent, call: block, result: shortResult(outcome.result), at: now() })
      this.#keep(outcome)
      return this.#answer(name, tool, outcome)
    })
  }

  /** A server and its tool are known by value; one that is not up yet by the name it will have. */
  #nameOf({ method, name }: ScriptCall): string {
    if (method !== 'mcp') return name
    const [server = '', tool = ''] = JSON.parse(name) as readonly string[]
    const { specs } = this.#at.deps.tools()
    const known = specs.find(({ serverTool }) => serverTool?.server === server && serverTool.tool === tool)
    return known?.name ?? `mcp__${plain(server)}__${plain(tool)}`
  }

  #keep({ effects = [], context = [], result, stop }: CallOutcome): void {
    this.#effects.push(...effects)
    for (const each of context) this.#remarks.add(each)
    if (stop !== undefined)
      this.#at.deps.stopTurn({ kind: 'hook_stopped', ...messageFields(asLocalized(stop)) })
    if (typeof result.content === 'string') return
    this.#pictures.push(...(result.content ?? []).filter(({ type }) => type === 'image'))
  }

  #answer(name: string, tool: Tool | undefined, outcome: CallOutcome): Made {
    const { result, output, ran, refused } = outcome
    const isError = result.is_error === true
    const data = output === undefined ? undefined : tool?.data?.(output)
    if (data === undefined && isError) {
      const code = refused ? 'denied' : ran ? 'failed' : 'invalid'
      return failure({ message: textOf(result.content), code, tool: name })
    }
    const value = data ?? (isObject(output) ? output : textOf(result.content))
    const cut = tool?.isCut?.(output) ? ({ cut: true } as const) : {}
    const fitted = fitJson(value, this.#at.limits.resultChars)
    return { answer: { ok: true, ...fitted, ...cut, at: Date.now() }, state: isError ? 'failed' : 'done' }
  }

  async #toolOf(name: string): Promise<Tool | undefined> {
    const { aliases = {}, load } = this.#at.deps.tools()
    return await load(aliases[name] ?? name)
  }
}

const failure = (error: {
  readonly message: string
  readonly code: string
  readonly tool: string
}): Made => ({
  answer: { ok: false, json: JSON.stringify(error), at: Date.now() },
  state: error.code === 'denied' ? 'denied' : 'failed',
})

const SHOWN_CHARS = 2_000

/** For those who look on: what the script gets stays in the script. */
const shortResult = (result: CallOutcome['result']): CallOutcome['result'] => ({
  ...result,
  content: takeHead(textOf(result.content), SHOWN_CHARS),
})

const plain = (text: string): string => text.replace(/[^\w-]/g, '_')

const textOf = (content: CallOutcome['result']['content']): string =>
  typeof content === 'string' ? content : plainText(content ?? [])

/** Each is told once, and all of them together no longer than this. */
const bounded = (remarks: readonly string[]): readonly string[] => {
  let room = MAX_REMARKS_CHARS
  return remarks.flatMap(remark => {
    const shown = remark.slice(0, Math.max(0, room))
    room -= remark.length
    return shown === '' ? [] : [shown]
  })
}
