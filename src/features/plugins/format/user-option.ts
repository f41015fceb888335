import { pluginFileText } from '../../../protocol/messages/host/plugin-files.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { type Complain, expectedText, isJson } from './complaint.ts'

const TYPES = ['string', 'number', 'boolean', 'directory', 'file'] as const
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/** A value that the person gives a plugin. */
export interface UserOption {
  readonly type: (typeof TYPES)[number]
  readonly title?: string
  readonly description?: string
  /** Kept apart from settings, and never shown. */
  readonly sensitive?: boolean
  readonly required?: boolean
  readonly default?: UserValue
  /** Several, as a list. */
  readonly multiple?: boolean
  readonly min?: number
  readonly max?: number
}

export type UserValue = string | number | boolean | readonly string[]

/** The `userConfig` of a manifest. */
export const readUserConfig = (
  value: unknown,
  key: string,
  complain: Complain,
): Readonly<Record<string, UserOption>> | undefined => {
  if (!isJson(value)) return complain('error', key, expectedText(pluginFileText('object'), { value }))
  const options = Object.entries(value).flatMap(([name, option]): [string, UserOption][] => {
    const here = `${key}.${name}`
    if (!NAME.test(name)) complain('error', here, pluginFileText('option_name'))
    else if (!isJson(option))
      complain('error', here, expectedText(pluginFileText('object'), { value: option }))
    else if (!TYPES.some(type => type === option['type']))
      complain('error', `${here}.type`, expectedText(pluginFileText('one_of', { names: TYPES })))
    else return [[name, option as unknown as UserOption]]
    return []
  })
  return Object.fromEntries(options)
}

/** What the person typed as a value of this option, or why it is none. */
export const readUserValue = (
  { type, multiple, min, max }: UserOption,
  given: string,
): { readonly value: UserValue } | { readonly refused: LocalizedText } => {
  if (multiple)
    return {
      value: given
        .split(',')
        .map(each => each.trim())
        .filter(Boolean),
    }
  if (type === 'boolean')
    return given === 'true' || given === 'false'
      ? { value: given === 'true' }
      : { refused: expectedText(pluginFileText('flag')) }
  if (type !== 'number') return { value: given }
  const value = Number(given)
  if (given.trim() === '' || !Number.isFinite(value))
    return { refused: expectedText(pluginFileText('number')) }
  if (min !== undefined && value < min)
    return { refused: expectedText(pluginFileText('least', { least: min })) }
  if (max !== undefined && value > max)
    return { refused: expectedText(pluginFileText('most', { most: max })) }
  return { value }
}
