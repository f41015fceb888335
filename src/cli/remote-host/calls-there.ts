import { createFiles } from '../../features/files/files.ts'
import { createProcesses, type SessionProcesses } from '../../features/shell/processes.ts'
import { bashTool } from '../../features/tools/bash/bash.ts'
import { editTool } from '../../features/tools/edit/edit.ts'
import { globTool } from '../../features/tools/glob/glob.ts'
import { grepTool } from '../../features/tools/grep/grep.ts'
import { readTool } from '../../features/tools/read/read.ts'
import { writeTool } from '../../features/tools/write/write.ts'
import { caseRuleOf } from '../../lib/case-rule.ts'
import { errorText } from '../../lib/error-text.ts'
import { isInside, resolveReal } from '../../lib/paths.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { textForModel } from '../../protocol/messages/text-for-model.ts'
import type { FrameFromHere, FrameFromThere } from '../../protocol/remote/frames.ts'
import { type Tool, type ToolCall, ToolError } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { HistoryThere } from './history-there.ts'
import type { Outbox } from './outbox.ts'
import type { TasksThere } from './tasks-there.ts'

const says = modelTexts('remote_agent', {
  outside: {
    en: '{path} is outside the directory {directory} on that machine: nothing was done.',
    zh: '{path} 在那台机器的目录 {directory} 之外：没有执行任何操作。',
  },
  notHere: {
    en: 'This is not available on another machine.',
    zh: '在另一台机器上无法使用此功能。',
  },
})

const TOOLS = [bashTool, readTool, editTool, writeTool, globTool, grepTool] as unknown as readonly Tool[]

export interface CallsThereOptions {
  /** Real path of the directory they work in. */
  readonly root: string
  /** Real path of what is stored for the session. */
  readonly results: string
  readonly env: Readonly<Record<string, string>>
  readonly language?: PromptLanguage | undefined
  readonly outbox: Outbox
  readonly tasks: TasksThere
  readonly history: HistoryThere
}

type Call = Extract<FrameFromHere, { readonly t: 'call' }>

/** Carries out calls on this machine: whoever is at the other end has decided about them. */
export class CallsThere implements AsyncDisposable {
  readonly #at: CallsThereOptions
  readonly #processes: SessionProcesses
  readonly #files: ReturnType<typeof createFiles>
  readonly #running = new Map<string, AbortController>()
  /** Each is carried out once, however often it is heard. */
  readonly #heard = new Set<string>()
  readonly #state = new Map<string, unknown>()
  #cwd: string

  constructor(at: CallsThereOptions) {
    this.#at = at
    this.#cwd = at.root
    const roots = () => [at.root]
    this.#processes = createProcesses({
      cwd: () => this.#cwd,
      setCwd: cwd => {
        this.#cwd = cwd
      },
      roots,
      env: at.env,
      secretNames: [],
      outputDir: () => at.results,
      tasks: at.tasks,
    })
    this.#files = createFiles({
      roots,
      caseSensitive: caseRuleOf(process.platform),
      snapshot: (path, before, after) => at.history.beforeWrite(path, before, after),
    })
  }

  running(): readonly string[] {
    return [...this.#running.keys()]
  }

  cancel(id: string): void {
    this.#running.get(id)?.abort()
  }

  async run(call: Call): Promise<void> {
    const { id } = call
    if (this.#heard.has(id)) return
    this.#heard.add(id)
    const controller = new AbortController()
    this.#running.set(id, controller)
    const { outbox } = this.#at
    try {
      const result = await this.#carryOut(call, controller.signal)
      outbox.post({ t: 'result', id, ...result })
    } catch (error) {
      const text =
        error instanceof ToolError
          ? await textForModel(error.localized, this.#at.language)
          : `${call.tool}: ${errorText(error)}`
      const tool = TOOLS.find(({ name }) => name === call.tool)
      const undone = tool?.undone?.(undefined)
      const blocks = [{ type: 'text' as const, text }]
      outbox.post({ t: 'result', id, blocks, failed: true, ...(undone ? { undone } : {}) })
    } finally {
      this.#running.delete(id)
    }
  }

  async #carryOut({ id, tool: name, input: given, turn }: Call, signal: AbortSignal) {
    const { history, outbox, language } = this.#at
    const tool = TOOLS.find(each => each.name === name)
    if (!tool) throw new ToolError(says('notHere'))
    const input = tool.input.parse(given)
    this.#checkInside(tool, input)
    history.turn(turn)
    const ended = await history.before(tool.access(input, this.#cwd))
    try {
      const steps = tool.run(input, this.#callOf(id, signal))
      for (;;) {
        const step = await steps.next()
        if (!step.done) {
          const { text, bytes } = step.value
          const count = bytes === undefined ? {} : { bytes }
          outbox.mention({ t: 'progress', id, text: text.slice(-4000), ...count })
          continue
        }
        const undone = tool.undone?.(step.value)
        return {
          blocks: shownBlocks(tool.show(step.value, language)),
          output: asData(step.value),
          failed: tool.failed?.(step.value) ?? false,
          ...(undone ? { undone } : {}),
        }
      }
    } finally {
      await ended()
    }
  }

  /** Whoever decided saw only how paths are spelled: where they lead is known here alone. */
  #checkInside(tool: Tool, input: unknown): void {
    const { root, results } = this.#at
    for (const access of tool.access(input, this.#cwd)) {
      if (!('path' in access)) continue
      const real = resolveReal(access.path)
      const places = access.kind === 'write' ? [root] : [root, results]
      const isIn = real.ok && places.some(place => isInside(real.real, place, { caseSensitive: true }))
      if (!isIn) throw new ToolError(says('outside', { path: access.path, directory: root }))
    }
  }

  #callOf(id: string, signal: AbortSignal): ToolCall {
    const { tasks, language } = this.#at
    const refuse = () => Promise.reject(new ToolError(says('notHere')))
    const none = () => {
      throw new ToolError(says('notHere'))
    }
    return {
      id,
      cwd: this.#cwd,
      signal,
      ...(language ? { language } : {}),
      files: this.#files,
      processes: this.#processes,
      tasks: {
        list: () => tasks.running(),
        get: none,
        output: refuse,
        stop: refuse,
        watch: none,
        notify: () => undefined,
        add: work => tasks.add(work),
      },
      taskList: {
        list: refuse,
        get: refuse,
        create: refuse,
        update: refuse,
      } as unknown as ToolCall['taskList'],
      side: { ask: refuse },
      agents: { run: none, send: refuse, stop: refuse, list: () => [] },
      ask: refuse,
      state: {
        get: key => this.#state.get(key),
        set: (key, value) => void this.#state.set(key, value),
      },
      deferredTools: { list: () => [], load: () => [] },
      readOnly: false,
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const controller of this.#running.values()) controller.abort()
    await this.#at.tasks.stopAll()
    await this.#processes[Symbol.asyncDispose]()
    await this.#files.settle(2000)
  }
}

type Block = Extract<FrameFromThere, { readonly t: 'result' }>['blocks'][number]

const shownBlocks = (blocks: ReturnType<Tool['show']>): Block[] =>
  blocks.map((block): Block => {
    if (block.type === 'text') return { type: 'text', text: block.text }
    if (block.type === 'image' && block.source.type === 'base64')
      return { type: 'image', source: block.source as Extract<Block, { type: 'image' }>['source'] }
    return { type: 'text', text: forModel(says('notHere')) }
  })

/** What people are shown a call by; pictures and the like are in the blocks already. */
const MOST_DATA = 512 * 1024
const asData = (output: unknown): Record<string, unknown> => {
  const text = JSON.stringify(output ?? {})
  if (text.length > MOST_DATA || !text.startsWith('{')) return {}
  return JSON.parse(text) as Record<string, unknown>
}
