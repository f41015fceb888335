import { fitJson } from '../../../features/script/fit-json.ts'
import type { Journal, RecordedCall } from '../../../features/script/journal.ts'
import type { AllLimits } from '../../../features/script/script-limits.ts'
import { SideBySide } from '../../../features/script/side-by-side.ts'
import { isObject } from '../../../lib/is-object.ts'
import type { ScriptAnswer, ScriptCall } from '../../../lib/script-engine/messages.ts'
import { takeHead } from '../../../lib/text-budget.ts'
import { Turns } from '../../../lib/work/in-steps.ts'
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
import { describeNamed, type Found, noSuchTool, searchTools } from './find-tools.ts'
import { LARGE_CHARS } from './script-deps.ts'
import type { SeenShapes } from './seen-shapes.ts'

const says = modelTexts('inner_calls', {
  direct: {
    en: '{name} cannot be called from a script: call it yourself.',
    zh: '{name} 不能在脚本中调用：请直接调用。',
  },
  input: { en: 'The input of {name} must be an object.', zh: '{name} 的输入必须是对象。' },
  long: {
    en: '{field} is longer than {most:number} characters: write it to a file, or make several calls.',
    zh: '{field} 超过 {most:number} 个字符：请写入文件，或分成多次调用。',
  },
  over: { en: 'The script is over.', zh: '脚本已结束。' },
  unknown: {
    en: 'The program stopped while this call of {name} ran: whether it took effect, in full or in part, is unknown. It is not made again by itself: look at the actual state first.',
    zh: '程序在此次 {name} 调用运行时停止：它是否生效、全部还是部分生效都不确定。不会自动重复：请先查看实际状态。',
  },
  changed: {
    en: 'Before the program stopped, the script made another call here: it cannot be continued from here.',
    zh: '程序停止之前，脚本在此处做的是另一次调用：无法从这里继续。',
  },
})

export type Answer = Omit<ScriptAnswer, 'id'>

interface InnerAt {
  readonly deps: CallDeps
  /** The call of the script. */
  readonly parent: string
  readonly limits: AllLimits
  readonly log: CallLog
  readonly shapes: SeenShapes
  now(): string
  /** Absent where nothing of the session is kept. */
  readonly journal?: Journal | undefined
  /** A call is about to be decided. */
  onCall(id: string, asked: ScriptCall, tool: string): void
}

/** Commands, paths and patterns are taken apart before they are allowed; what is only written or sent may be long. */
const MOST_FIELD_CHARS = 32 * 1024
const LONG_FIELDS = new Set(['content', 'old_string', 'new_string', 'new_source', 'prompt', 'message'])

const MAX_PICTURES = 10
const MAX_REMARKS_CHARS = 10_000

interface InnerCall {
  readonly name: string
  readonly input: unknown
  readonly tool: Tool | undefined
  readonly asked: ScriptCall
}

interface Made extends Partial<Pick<RecordedCall, 'effects' | 'remarks'>> {
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
  readonly #turns = new Turns()
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
    if (asked.json.length > LARGE_CHARS) await this.#turns.rest()
    const made = (await this.#again(name, asked)) ?? (await this.#now({ name, input, tool, asked }, signal))
    this.#log.ended(row, made.state)
    return made.answer
  }

  /** What an earlier run of the same script heard, in the order it heard it; undefined: it made no such call. */
  async #again(name: string, asked: ScriptCall): Promise<Made | undefined> {
    const { journal } = this.#at
    const past = journal?.past(asked)
    if (!journal || past === undefined) return undefined
    await journal.turn(asked.id)
    journal.delivered()
    if (past === 'changed') return this.#refused('changed', { name, code: 'unknown' })
    this.#recall(past)
    return past
  }

  #recall({ effects, remarks }: RecordedCall): void {
    this.#effects.push(...effects)
    for (const each of remarks) this.#remarks.add(each)
  }

  /** A call of this run; what of it is left is on disk before the script hears of it. */
  async #now(call: InnerCall, signal: AbortSignal): Promise<Made> {
    const { journal } = this.#at
    const { asked, name } = call
    const lost = journal?.unfinished(asked.id)
    const made = lost
      ? { ...this.#refused('unknown', { name, code: 'unknown' }), effects: lost.effects }
      : await this.#make(call, signal)
    const { effects = [], remarks = [] } = made
    this.#effects.push(...effects)
    for (const each of remarks) this.#remarks.add(each)
    // What the end of the program cut short is not what it came to.
    if (!signal.aborted) await journal?.ends(asked, { ...made, effects, remarks })
    await journal?.turn()
    return made
  }

  #refused(
    why: 'direct' | 'input' | 'over' | 'unknown' | 'changed',
    { name, code }: { readonly name: string; readonly code: string },
  ): Made {
    return failure({ message: forModel(says(why, { name }), this.#at.deps.language), code, tool: name })
  }

  #tooLong(name: string, field: string): Made {
    const message = forModel(says('long', { field, most: MOST_FIELD_CHARS }), this.#at.deps.language)
    return failure({ message, code: 'invalid', tool: name })
  }

  async #make({ name, input, tool, asked }: InnerCall, signal: AbortSignal): Promise<Made> {
    if (asked.method === 'search' || asked.method === 'describe') return await this.#find(asked, signal)
    if (this.#direct.has(name)) return this.#refused('direct', { name, code: 'not_here' })
    // A program is not guessed at: by another name it may do something else, and its data has another shape.
    if (!tool && asked.method !== 'mcp' && !name.startsWith('mcp__')) {
      const message = noSuchTool(this.#at.deps, name)
      return failure({ message, code: 'invalid', tool: name })
    }
    if (!isObject(input)) return this.#refused('input', { name, code: 'invalid' })
    const long = tool?.serverTool ? undefined : longField(input)
    if (long !== undefined) return this.#tooLong(name, long)
    const { deps, parent, onCall, now } = this.#at
    const block = { type: 'tool_use', id: `${parent}_${asked.id}`, name, input } as const
    const request = { block }
    const plan = await this.#runner.plan(request)
    return await this.#lanes.run(plan.parallel, async () => {
      if (signal.aborted) return this.#refused('over', { name, code: 'stopped' })
      deps.emit({ type: 'script_call', parent, call: block, at: now() })
      onCall(block.id, asked, name)
      const outcome = await this.#runner.run(request, signal)
      deps.emit({ type: 'script_call', parent, call: block, result: shortResult(outcome.result), at: now() })
      this.#keep(outcome)
      const { effects = [], context: remarks = [] } = outcome
      return { ...(await this.#answer(name, tool, outcome)), effects, remarks }
    })
  }

  /** Nothing runs: it looks at what the script may call. */
  async #find({ method, json }: ScriptCall, signal: AbortSignal): Promise<Made> {
    const { deps, shapes, limits } = this.#at
    const words: unknown = JSON.parse(json)
    const found: Found =
      method === 'search'
        ? await searchTools(deps, words, signal)
        : await describeNamed({ ...deps, shapes }, words, signal)
    if ('problem' in found)
      return failure({ message: found.problem, code: 'invalid', tool: `tools.${method}` })
    // Foreign words, as in every result.
    const clean = await (await deps.secrets.ready()).redactInTurns(found.value)
    return {
      answer: { ok: true, ...(await this.#turns.run(fitJson(clean, limits.resultChars))), at: Date.now() },
      state: 'done',
    }
  }

  /** A server and its tool are known by value; one that is not up yet by the name it will have. */
  #nameOf({ method, name }: ScriptCall): string {
    if (method === 'search' || method === 'describe') return `tools.${method}`
    if (method !== 'mcp') return name
    const [server = '', tool = ''] = JSON.parse(name) as readonly string[]
    const { specs } = this.#at.deps.tools()
    const known = specs.find(({ serverTool }) => serverTool?.server === server && serverTool.tool === tool)
    return known?.name ?? `mcp__${plain(server)}__${plain(tool)}`
  }

  #keep({ result, stop }: CallOutcome): void {
    if (stop !== undefined)
      this.#at.deps.stopTurn({ kind: 'hook_stopped', ...messageFields(asLocalized(stop)) })
    if (typeof result.content === 'string') return
    this.#pictures.push(...(result.content ?? []).filter(({ type }) => type === 'image'))
  }

  async #answer(name: string, tool: Tool | undefined, outcome: CallOutcome): Promise<Made> {
    const { result, output, ran, refused } = outcome
    const isError = result.is_error === true
    const data = output === undefined ? undefined : tool?.data?.(output)
    if (data === undefined && isError) {
      const code = refused ? 'denied' : ran ? 'failed' : 'invalid'
      return failure({ message: textOf(result.content), code, tool: name })
    }
    if (data !== undefined && !isError && tool?.serverTool) this.#at.shapes.note(name, data)
    const value = data ?? (isObject(output) ? output : textOf(result.content))
    const cut = tool?.isCut?.(output) ? ({ cut: true } as const) : {}
    const fitted = await this.#turns.run(fitJson(value, this.#at.limits.resultChars))
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

const longField = (input: object): string | undefined =>
  Object.entries(input).find(
    ([key, value]) => typeof value === 'string' && value.length > MOST_FIELD_CHARS && !LONG_FIELDS.has(key),
  )?.[0]

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
