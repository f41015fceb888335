import { type ParseArgsConfig, parseArgs } from 'node:util'
import { argumentText } from '../../protocol/messages/cli/arguments.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { verbatim } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { ExitError } from '../exit-error.ts'

type Flags = NonNullable<ParseArgsConfig['options']>

/** One subcommand of `sessions`, or the ledger: its flags and the text of its help. */
export interface CommandSpec<F extends Flags> {
  readonly name: string
  readonly usage: LocalizedText
  readonly flags: F
}

export interface Given {
  readonly words: readonly string[]
  text(flag: string): string | undefined
  is(flag: string): boolean
  list(flag: string): readonly string[]
}

/** Reads the arguments of a subcommand; what is not understood ends the program with 2 and the usage. */
export const readOptions = <F extends Flags>(spec: CommandSpec<F>, argv: readonly string[]): Given => {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      options: spec.flags,
      allowPositionals: true,
      strict: true,
    })
    const value = (flag: string): unknown => (values as Readonly<Record<string, unknown>>)[flag]
    return {
      words: positionals,
      text: flag => {
        const given = value(flag)
        return typeof given === 'string' ? given : undefined
      },
      is: flag => value(flag) === true,
      list: flag => {
        const given = value(flag)
        return Array.isArray(given) ? given.map(String) : []
      },
    }
  } catch (error) {
    const message = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '') : String(error)
    throw wrongUsage(spec, verbatim(message.replace(/\. To specify a positional argument.*$/, '.')))
  }
}

export const wrongUsage = (
  spec: { readonly name: string; readonly usage: LocalizedText },
  what: LocalizedText,
): ExitError =>
  new ExitError(2, commandText('of_command', { command: spec.name, problem: what, usage: spec.usage }))

/** A whole number above zero. */
export const readCount = (
  spec: { readonly name: string; readonly usage: LocalizedText },
  flag: string,
  text: string | undefined,
): number | undefined => {
  if (text === undefined) return undefined
  const value = Number(text)
  if (Number.isSafeInteger(value) && value > 0) return value
  throw wrongUsage(
    spec,
    argumentText('takes', {
      flag: `--${flag}`,
      choices: argumentText('whole_number'),
      given: JSON.stringify(text),
    }),
  )
}

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** A day (`2026-03-02`), a moment, or an age (`30d`, `12h`, `2w`): the moment it means, in ms. */
export const readSince = (
  spec: { readonly name: string; readonly usage: LocalizedText },
  given: { readonly flag: string; readonly text: string | undefined; readonly now: number },
): number | undefined => {
  const { text } = given
  if (text === undefined) return undefined
  const age = /^(\d{1,5})([hdw])$/.exec(text)
  const unit = UNITS[age?.[2] ?? '']
  if (age && unit !== undefined) return given.now - Number(age[1]) * unit
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00`) : Number.NaN
  const moment = Number.isNaN(day) && /^\d{4}-\d\d-\d\dT/.test(text) ? Date.parse(text) : day
  if (!Number.isNaN(moment)) return moment
  throw wrongUsage(
    spec,
    argumentText('takes', {
      flag: `--${given.flag}`,
      choices: argumentText('day_or_age'),
      given: JSON.stringify(text),
    }),
  )
}
