import { createHash } from 'node:crypto'
import { basename, extname } from 'node:path'
import type { EvalTask } from './task.ts'

/** What differs between the columns of a matrix. */
export const AXES = ['models', 'settings', 'effort', 'system', 'append'] as const
export type Axis = (typeof AXES)[number]

export interface Variant {
  readonly name: string
  readonly values: Readonly<Partial<Record<Axis, string>>>
}

/** One session to be held: a task, a column of the matrix, and the how-manieth time. */
export interface PlannedRun {
  /** Part of file names. */
  readonly key: string
  readonly task: string
  readonly variant: string
  readonly repeat: number
  /** Known before it begins, so that it is found again. */
  readonly session: string
}

export interface EvalPlan {
  readonly version: 1
  readonly id: string
  readonly createdAt: string
  readonly tasks: readonly (EvalTask & { readonly digest: string })[]
  readonly variants: readonly Variant[]
  readonly times: number
  /** Flags of every session. */
  readonly flags: readonly string[]
  readonly sandbox: boolean
  readonly judge?: string
  /** Where the recordings lie that answer in place of a model. */
  readonly replay?: string
  readonly record: boolean
}

/** All combinations, in the order in which the axes and their values were named. */
export const variantsOf = (matrix: readonly (readonly [Axis, readonly string[]])[]): readonly Variant[] => {
  let values: readonly Variant['values'][] = [{}]
  for (const [axis, choices] of matrix)
    values = values.flatMap(before => choices.map(choice => ({ ...before, [axis]: choice })))
  const names = uniqueNames(values.map(nameOf))
  return values.map((value, index) => ({ name: names[index] ?? '', values: value }))
}

/** Files by their names alone, models as they are. */
const nameOf = (values: Variant['values']): string => {
  const words = Object.entries(values).map(([axis, value]) =>
    axis === 'models' || axis === 'effort' ? value : basename(value, extname(value)),
  )
  return words.length === 0 ? 'default' : words.join('+').replace(/[^\w.+-]+/g, '-')
}

const uniqueNames = (names: readonly string[]): readonly string[] =>
  names.map((name, index) => {
    const before = names.slice(0, index).filter(other => other === name).length
    return before === 0 ? name : `${name}-${before + 1}`
  })

/** Times is the outermost loop: stopped early, every task has been tried about as often. */
export const runsOf = ({ id, tasks, variants, times }: EvalPlan): readonly PlannedRun[] =>
  Array.from({ length: times }, (_, index) => index + 1).flatMap(repeat =>
    tasks.flatMap(task =>
      variants.map(variant => {
        const key = `${task.name}~${variant.name}~${repeat}`
        return { key, task: task.name, variant: variant.name, repeat, session: sessionOf(`${id}/${key}`) }
      }),
    ),
  )

/** The same UUID for the same name. */
export const sessionOf = (name: string): string => {
  const digits = createHash('sha256').update(name).digest('hex').slice(0, 32).split('')
  digits[12] = '8'
  digits[16] = '89ab'.charAt(Number.parseInt(digits[16] ?? '0', 16) % 4)
  const text = digits.join('')
  return [0, 8, 12, 16, 20].map((from, index, all) => text.slice(from, all[index + 1] ?? 32)).join('-')
}
