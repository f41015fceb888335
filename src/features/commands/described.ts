import { commandArgumentText } from '../../protocol/messages/commands/command-arguments.ts'
import { commandListText } from '../../protocol/messages/commands/list.ts'
import { CHINESE_NAMES } from './chinese-names.ts'

export type CommandRow = keyof typeof commandListText.rows

interface Described {
  readonly name: string
  readonly description: string
  readonly argumentHint?: string
  readonly aliases?: readonly string[]
}

/** A command that is built in, with its other names and what lists say of it; a row has `_` where the name has `-`. */
export const described = (row: CommandRow, aliases: readonly string[] = []): Described => {
  const name = row.replaceAll('_', '-')
  const names = [...aliases, ...(Object.hasOwn(CHINESE_NAMES, name) ? [CHINESE_NAMES[name] ?? ''] : [])]
  const argumentHint = (commandArgumentText.rows as Rows)[row]?.en
  return {
    name,
    description: commandListText(row).text,
    ...(argumentHint === undefined ? {} : { argumentHint }),
    ...(names.length === 0 ? {} : { aliases: names }),
  }
}

type Rows = Readonly<Record<string, { readonly en: string } | undefined>>
