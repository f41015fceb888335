import { fitJson } from '../../../features/script/fit-json.ts'
import type { AllLimits } from '../../../features/script/script-limits.ts'
import { SideBySide } from '../../../features/script/side-by-side.ts'
import { isObject } from '../../../lib/is-object.ts'
import type { ScriptAnswer, ScriptCall } from '../../../lib/script-engine/messages.ts'
import type { CallOutcome, ToolRunner } from '../../../loop/turn.ts'
import type { CallEffect } from '../../../protocol/context.ts'
import { plainText, type ResultBlock } from '../../../protocol/message.ts'
import { asLocalized } from '../../../protocol/messages/layout.ts'
import { messageFields } from '../../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../../protocol/messages/model-texts.ts'
import type { Tool } from '../../../protocol/tool.ts'
import type { ScriptOutput } from '../../../protocol/tools/script.ts'
import { type CallDeps, createCallRunner } from '../call-runner.ts'

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
  readonly maxParallel: number
}

const MAX_PICTURES = 10
const MAX_REMARKS_CHARS = 10_000

/** The calls of one script, each by the way that every call goes. */
export class InnerCalls {
  readonly #at: InnerAt
  readonly #runner: ToolRunner
  readonly #lanes: SideBySide
  readonly #direct: ReadonlySet<string>
  readonly #counts = new Map<string, { count: number; failed: number }>()
  readonly #effects: CallEffect[] = []
  readonly #remarks = new Set<string>()
  readonly #pictures: ResultBlock[] = []

  constructor(at: InnerAt) {
    this.#at = at
    this.#runner = createCallRunner(at.deps)
    this.#lanes = new SideBySide(Math.min(at.limits.parallel, at.maxParallel))
    this.#direct = new Set(at.deps.tools().toolsIn?.('direct'))
  }

  /** What they left behind. */
  get left(): Pick<ScriptOutput, 'calls' | 'effects' | 'remarks' | 'pictures'> {
    return {
      calls: [...this.#counts].map(([tool, counts]) => ({ tool, ...counts })),
      effects: this.#effects,
      remarks: bounded([...this.#remarks]),
      pictures: this.#pictures.slice(0, MAX_PICTURES),
    }
  }

  /** Never rejects. */
  async call(asked: ScriptCall, signal: AbortSignal): Promise<Answer> {
    const name = this.#nameOf(asked)
    const counts = this.#counts.get(name) ?? { count: 0, failed: 0 }
    this.#counts.set(name, counts)
    counts.count += 1
    const answer = await this.#make(name, asked, signal)
    if (!answer.ok) counts.failed += 1
    return answer
  }

  async #make(name: string, asked: ScriptCall, signal: AbortSignal): Promise<Answer> {
    const refused = (text: ReturnType<typeof says>, code: string) =>
      thrown({ message: forModel(text, this.#at.deps.language), code, tool: name })
    if (this.#direct.has(name)) return refused(says('direct', { name }), 'not_here')
    const input: unknown = JSON.parse(asked.json)
    if (!isObject(input)) return refused(says('input', { name }), 'invalid')
    const request = {
      block: { type: 'tool_use', id: `${this.#at.parent}_${asked.id}`, name, input },
    } as const
    const plan = await this.#runner.plan(request)
    return await this.#lanes.run(plan.parallel, async () => {
      if (signal.aborted) return refused(says('over'), 'stopped')
      const outcome = await this.#runner.run(request, signal)
      this.#keep(outcome)
      return await this.#answer(name, outcome)
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

  async #answer(name: string, outcome: CallOutcome): Promise<Answer> {
    const { result, output, ran, refused } = outcome
    const isError = result.is_error === true
    const tool = output === undefined ? undefined : await this.#toolOf(name)
    const data = tool?.data?.(output)
    if (data === undefined && isError)
      return thrown({
        message: textOf(result.content),
        code: refused ? 'denied' : ran ? 'failed' : 'invalid',
        tool: name,
      })
    const value = data ?? (isObject(output) ? output : textOf(result.content))
    const cut = tool?.isCut?.(output) ? ({ cut: true } as const) : {}
    return { ok: true, ...fitJson(value, this.#at.limits.resultChars), ...cut, at: Date.now() } as const
  }

  async #toolOf(name: string): Promise<Tool | undefined> {
    const { aliases = {}, load } = this.#at.deps.tools()
    return await load(aliases[name] ?? name)
  }
}

const thrown = (error: {
  readonly message: string
  readonly code: string
  readonly tool: string
}): Answer => ({
  ok: false,
  json: JSON.stringify(error),
  at: Date.now(),
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
