import type { StepInfo, StepState, Workflow } from '../../protocol/agents/workflow.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'

/** How far each step of a run is. */
export class StepBook {
  readonly #steps: Map<string, StepInfo>
  readonly #began = new Map<string, number>()
  /** What each agent used, by the call that started it. */
  readonly #spent = new Map<
    string,
    { readonly step: string; readonly usd: number; readonly tokens: number }
  >()
  readonly #now: () => number
  readonly #changed: () => void

  constructor({ steps }: Workflow, on: { now(): number; changed(): void }) {
    const all = steps.flatMap(step => [step, ...(step.kind === 'parallel' ? step.steps : [])])
    this.#steps = new Map(
      all.map(({ id, kind }) => [id, { id, kind, state: 'waiting', ms: 0, tokens: 0, usd: 0 }]),
    )
    this.#now = () => on.now()
    this.#changed = () => on.changed()
  }

  get steps(): readonly StepInfo[] {
    return [...this.#steps.values()]
  }

  get usd(): number {
    return this.#sum('usd')
  }

  get tokens(): number {
    return this.#sum('tokens')
  }

  begin(id: string): void {
    this.#began.set(id, this.#now())
    this.change(id, { state: 'running' })
  }

  end(id: string, state: StepState, error?: Text): void {
    const began = this.#began.get(id)
    const ms = began === undefined ? 0 : this.#now() - began
    this.change(id, { state, ms, ...(error === undefined ? {} : errorFields(error)) })
  }

  change(id: string, change: Partial<StepInfo>): void {
    const before = this.#steps.get(id)
    if (!before) return
    this.#steps.set(id, { ...before, ...change })
    this.#changed()
  }

  step(id: string): StepInfo | undefined {
    return this.#steps.get(id)
  }

  /** False when nothing is new about it. */
  spend(
    call: string,
    now: { readonly step: string; readonly usd: number; readonly tokens: number },
  ): boolean {
    const before = this.#spent.get(call)
    if (before?.usd === now.usd && before.tokens === now.tokens) return false
    this.#spent.set(call, now)
    const own = [...this.#spent.values()].filter(({ step }) => step === now.step)
    const sum = (key: 'usd' | 'tokens'): number => own.reduce((total, each) => total + each[key], 0)
    this.change(now.step, { usd: sum('usd'), tokens: sum('tokens') })
    return true
  }

  #sum(key: 'usd' | 'tokens'): number {
    return [...this.#spent.values()].reduce((total, each) => total + each[key], 0)
  }
}

export const errorFields = (error: Text): Pick<StepInfo, 'error' | 'localized'> =>
  typeof error === 'string' ? { error } : { error: error.text, localized: error }
