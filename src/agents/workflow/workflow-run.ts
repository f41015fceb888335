import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { evaluate, isTrue } from '../../lib/expression/expression.ts'
import { fillTemplate, placeholdersIn, type Template, valueText } from '../../lib/expression/template.ts'
import type { AgentInfo } from '../../protocol/agents/agents.ts'
import type { GroupStep, LeafStep, Step, Workflow, WorkflowInfo } from '../../protocol/agents/workflow.ts'
import { workflowText } from '../../protocol/messages/engine/workflows.ts'
import {
  describeError,
  LocalizedError,
  type LocalizedText,
  type Text,
} from '../../protocol/messages/localized-text.ts'
import { doStep, StepFailure, type StepHands } from './do-step.ts'
import { inParallel } from './in-parallel.ts'
import type { EarlierRun, Journal } from './journal.ts'
import type { WorkflowScope } from './render-prompt.ts'
import { errorFields, StepBook } from './step-book.ts'

export interface WorkflowRunOptions {
  readonly workflow: Workflow
  readonly runId: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly journal: Pick<Journal, 'append' | 'note'>
  readonly earlier?: EarlierRun
  readonly plugin?: string
  readonly maxUsd?: number
  readonly hands: StepHands
  /** Whether a step may start so many agents; absent: nobody can be asked. */
  mayFanOut?(wave: { readonly count: number; readonly step: string }, signal: AbortSignal): Promise<boolean>
  now(): number
  pause(ms: number, signal: AbortSignal): Promise<void>
  changed(info: WorkflowInfo): void
}

/** A run id has at most 33 signs, the name of a worktree 64. */
const MOST_KEY_CHARS = 27

interface StepResult {
  readonly state: string
  readonly output: unknown
  readonly error?: string
}

/** Ends a run for a cause that is no step's. */
class RunLimit extends LocalizedError<LocalizedText> {
  override readonly name = 'RunLimit'
}

/** One run from its first step, or from where an earlier one was, to its end. */
export class WorkflowRun {
  readonly done: Promise<WorkflowInfo>
  readonly #at: WorkflowRunOptions
  readonly #book: StepBook
  readonly #controller = new AbortController()
  readonly #results: Record<string, StepResult> = {}
  /** Which step an agent works for, by its call. */
  readonly #calls = new Map<string, string>()
  readonly #startedAt: number
  #end: Pick<WorkflowInfo, 'state' | 'outputs' | 'error' | 'localized' | 'endedAt'> = { state: 'running' }

  constructor(at: WorkflowRunOptions) {
    this.#at = at
    this.#startedAt = at.now()
    this.#book = new StepBook(at.workflow, { now: at.now, changed: () => at.changed(this.info) })
    for (const { call, ...spent } of at.earlier?.spent ?? []) this.#book.spend(call, spent)
    this.done = this.#run()
  }

  get info(): WorkflowInfo {
    const { runId, workflow } = this.#at
    const { steps, usd, tokens } = this.#book
    return { runId, name: workflow.name, steps, startedAt: this.#startedAt, usd, tokens, ...this.#end }
  }

  /** Resolves when nothing of it runs any more. */
  async stop(): Promise<void> {
    this.#controller.abort()
    await this.done
  }

  /** An agent of the session has changed; it may be one of ours. */
  saw({ toolUseId, usd, tokens }: AgentInfo): void {
    const step = this.#calls.get(toolUseId)
    if (step === undefined || !this.#book.spend(toolUseId, { step, usd, tokens })) return
    void this.#at.journal
      .note({ type: 'spent', step, call: toolUseId, usd, tokens })
      .catch(error => this.#controller.abort(error))
    if (this.#usdLeft === 0) this.#controller.abort(new RunLimit(this.#budgetWords()))
  }

  async #run(): Promise<WorkflowInfo> {
    const { workflow, journal, now } = this.#at
    const { ms } = workflow.limits
    const late = () =>
      this.#controller.abort(
        new RunLimit(workflowText('ran_too_long', { minutes: String((ms ?? 0) / 60_000) })),
      )
    const timer = ms === undefined ? undefined : setTimeout(late, ms).unref()
    try {
      for (const step of workflow.steps) await this.#step(step)
      this.#end = { state: 'completed', outputs: this.#outputs() }
    } catch (error) {
      this.#end = this.#failure(error)
    } finally {
      clearTimeout(timer)
    }
    this.#end = { ...this.#end, endedAt: now() }
    await journal.append({ type: 'end', state: this.#end.state, at: now() })
    this.#at.changed(this.info)
    return this.info
  }

  #failure(error: unknown): Pick<WorkflowInfo, 'state' | 'error' | 'localized'> {
    const { signal } = this.#controller
    if (!signal.aborted) return { state: 'failed', ...errorFields(describeError(error)) }
    const { reason } = signal
    if (reason instanceof RunLimit || !isPlainAbort(reason))
      return { state: 'failed', ...errorFields(describeError(reason)) }
    return { state: 'stopped' }
  }

  async #step(step: Step): Promise<void> {
    this.#controller.signal.throwIfAborted()
    if (step.when && !isTrue(evaluate(step.when, this.#scope()))) {
      for (const { id } of step.kind === 'parallel' ? [step, ...step.steps] : [step]) {
        this.#results[id] = { state: 'skipped', output: null }
        this.#book.end(id, 'skipped')
      }
      return
    }
    const work =
      step.kind === 'parallel'
        ? () => this.#group(step)
        : () =>
            step.each ? this.#each(step, step.each) : this.#leaf(step, { key: step.id, scope: this.#scope() })
    await this.#kept(step, work)
  }

  /** What came of a step is known to all later ones, whatever it is. */
  async #kept(step: Step, work: () => Promise<unknown>): Promise<void> {
    const { id } = step
    this.#book.begin(id)
    try {
      this.#results[id] = { state: 'done', output: await work() }
      this.#book.end(id, 'done')
    } catch (error) {
      if (this.#controller.signal.aborted) {
        this.#book.end(id, 'stopped')
        throw error
      }
      if (!(error instanceof StepFailure)) throw error
      this.#results[id] = { state: 'failed', output: error.output ?? null, error: error.message }
      this.#book.end(id, 'failed', error.localized)
      if (!step.continueOnError)
        throw new StepFailure(
          step.kind === 'parallel'
            ? error.localized
            : workflowText('step_failed', { id, reason: error.localized }),
        )
    }
  }

  /** One that fails does not take the others with it. */
  async #group({ steps, maxParallel }: GroupStep): Promise<unknown> {
    const failures: unknown[] = []
    await inParallel(steps, maxParallel, async step => {
      try {
        await this.#step(step)
      } catch (error) {
        if (this.#controller.signal.aborted || !(error instanceof StepFailure)) throw error
        failures.push(error)
      }
    })
    if (failures.length > 0) throw failures[0]
    return Object.fromEntries(steps.map(({ id }) => [id, this.#results[id]?.output ?? null]))
  }

  async #each(step: LeafStep, { over, as, maxParallel }: NonNullable<LeafStep['each']>): Promise<unknown> {
    const { id } = step
    const items = evaluate(over, this.#scope())
    if (!Array.isArray(items)) throw new StepFailure(workflowText('no_list'))
    await this.#askFor(step, items.length)
    // Those that failed are not among them.
    let done = 0
    const failed: Text[] = []
    const count = (): void => this.#book.change(id, { items: { done, total: items.length } })
    count()
    const outputs = await inParallel(items, maxParallel, async (item: unknown, index) => {
      try {
        const scope = { ...this.#scope(), [as]: item, index }
        const output = await this.#leaf(step, { key: `${id}[${index}]`, scope })
        done += 1
        return output
      } catch (error) {
        if (!step.continueOnError || !(error instanceof StepFailure)) throw error
        failed.push(workflowText('item_failed', { index, reason: error.localized }))
        return null
      } finally {
        count()
      }
    })
    if (failed.length > 0)
      this.#book.change(id, {
        ...errorFields(failed.reduce((first, more) => workflowText('items_failed', { first, more }))),
      })
    return outputs
  }

  async #askFor({ id, kind }: LeafStep, count: number): Promise<void> {
    if (kind !== 'agent' || !this.#at.mayFanOut) return
    const wave = { count, step: id }
    if (!(await this.#at.mayFanOut(wave, this.#controller.signal)))
      throw new StepFailure(workflowText('agents_declined', { count }))
  }

  async #leaf(
    step: LeafStep,
    { key, scope }: { readonly key: string; readonly scope: WorkflowScope },
  ): Promise<unknown> {
    const { earlier, journal, now, pause } = this.#at
    const before = earlier?.done.get(key)
    if (before) {
      this.#book.change(step.id, { kept: true })
      // What was merged back and removed meanwhile is not there to be looked for.
      if (before.worktree !== undefined && existsSync(before.worktree)) this.#noteTree(step, before.worktree)
      return before.output
    }
    if (earlier?.open.has(key)) this.#book.change(step.id, { repeated: true })
    const { signal } = this.#controller
    for (let attempt = 0; ; attempt++) {
      signal.throwIfAborted()
      if (this.#usdLeft === 0) throw this.#stopFor(new RunLimit(this.#budgetWords()))
      const began = now()
      await journal.append({ type: 'start', key, attempt, at: began })
      try {
        const { output, worktree } = await doStep(this.#at.hands, this.#task(step, key, scope), signal)
        signal.throwIfAborted()
        const left = worktree === undefined ? {} : { worktree }
        await journal.append({ type: 'step', key, state: 'done', output, ms: now() - began, ...left })
        this.#noteTree(step, worktree)
        return output
      } catch (error) {
        if (error instanceof StepFailure) this.#noteTree(step, error.worktree)
        if (signal.aborted || !(error instanceof StepFailure)) throw error
        if (attempt >= step.retry.times) {
          const failure = { state: 'failed', ...errorFields(error.localized), ms: now() - began } as const
          await journal.append({ type: 'step', key, ...failure })
          throw error
        }
        await pause(step.retry.delayMs, signal)
      }
    }
  }

  #task(step: LeafStep, key: string, scope: WorkflowScope) {
    const { runId, workflow, plugin } = this.#at
    const call = `workflow_${runId}_${this.#calls.size}_${this.#startedAt.toString(36)}`
    this.#calls.set(call, step.id)
    const usdLeft = this.#usdLeft
    return {
      step,
      scope,
      call,
      title: `${workflow.name} › ${key}`,
      worktree: worktreeName(runId, key),
      ...(plugin === undefined ? {} : { plugin }),
      ...(usdLeft === undefined ? {} : { usdLeft }),
    }
  }

  #noteTree({ id }: LeafStep, worktree: string | undefined): void {
    if (worktree === undefined) return
    const known = this.#book.step(id)?.worktrees ?? []
    this.#book.change(id, { worktrees: [...new Set([...known, worktree])] })
  }

  /** Undefined: there is no limit. */
  get #usdLeft(): number | undefined {
    const { maxUsd, workflow } = this.#at
    const limits = [maxUsd, workflow.limits.usd].filter(each => each !== undefined)
    return limits.length === 0 ? undefined : Math.max(0, Math.min(...limits) - this.#book.usd)
  }

  #budgetWords(): LocalizedText {
    return workflowText('budget_used_up', { spent: `$${this.#book.usd.toFixed(2)}` })
  }

  #stopFor(reason: RunLimit): RunLimit {
    this.#controller.abort(reason)
    return reason
  }

  #scope(): WorkflowScope {
    return { inputs: this.#at.inputs, steps: { ...this.#results } }
  }

  #outputs(): Readonly<Record<string, unknown>> {
    const scope = this.#scope()
    if (Object.keys(this.#at.workflow.outputs).length === 0) return this.#lastOutput()
    return Object.fromEntries(
      Object.entries(this.#at.workflow.outputs).map(([name, template]) => [name, outputOf(template, scope)]),
    )
  }

  /** A workflow that names no outputs is about what its last step came to. */
  #lastOutput(): Readonly<Record<string, unknown>> {
    const last = this.#at.workflow.steps.findLast(({ id }) => this.#results[id]?.state === 'done')
    return last ? { [last.id]: this.#results[last.id]?.output ?? null } : {}
  }
}

/**
 * The same for every attempt and every run of the program, so that its work is found again; unlike that of every other
 * step, and short enough for a branch and a directory.
 */
const worktreeName = (runId: string, key: string): string => {
  const words = key.replace(/\[(\d+)\]$/, '.$1')
  if (words.length <= MOST_KEY_CHARS) return `wf-${runId}-${words}`
  const sign = createHash('sha256').update(words).digest('hex').slice(0, 8)
  return `wf-${runId}-${words.slice(0, MOST_KEY_CHARS - 9)}-${sign}`
}

/** A placeholder alone is its value, whatever that is; among words it is text. */
const outputOf = (template: Template, scope: WorkflowScope): unknown => {
  const [only] = placeholdersIn(template)
  if (template.length === 1 && only) return evaluate(only.expression, scope) ?? null
  return fillTemplate(template, ({ expression }) => valueText(evaluate(expression, scope)))
}

const isPlainAbort = (reason: unknown): boolean =>
  reason instanceof DOMException && reason.name === 'AbortError'
