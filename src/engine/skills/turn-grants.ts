import type { Effort } from '../../protocol/model.ts'
import type { Rule } from '../../protocol/permission.ts'
import type { Part } from '../scope.ts'

/** What skills bring to the turn they are called in. */
export interface SkillGrant {
  readonly rules?: readonly Rule[]
  readonly model?: string
  readonly effort?: Effort
}

/** Counts until the turn of the thread ends; of two skills that name a model, the one called last does. */
export interface TurnGrants extends Part {
  /** The same array until something changes. */
  rules(): readonly Rule[]
  model(): string | undefined
  effort(): Effort | undefined
  add(grant: SkillGrant): void
  /** There is no turn after all. */
  clear(): void
}

export const createTurnGrants = (always: readonly Rule[] = []): TurnGrants => {
  let rules = always
  let model: string | undefined
  let effort: Effort | undefined
  const clear = (): void => {
    rules = always
    model = undefined
    effort = undefined
  }
  return {
    rules: () => rules,
    model: () => model,
    effort: () => effort,
    add(grant) {
      if (grant.rules?.length) rules = [...rules, ...grant.rules]
      model = grant.model ?? model
      effort = grant.effort ?? effort
    },
    clear,
    turnEnded: clear,
  }
}
