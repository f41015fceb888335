import { commandListText } from '../../protocol/messages/commands/list.ts'

type Row = keyof typeof commandListText.rows
export type CommandRow = Exclude<Row, `${string}_arguments`>

interface Described {
  readonly name: string
  readonly description: string
  readonly argumentHint?: string
}

/** A command that is built in, with what lists say of it; a row has `_` where the name has `-`. */
export const described = (row: CommandRow): Described => {
  const argumentHint = (commandListText.rows as Rows)[`${row}_arguments`]?.en
  return {
    name: row.replaceAll('_', '-'),
    description: commandListText(row).text,
    ...(argumentHint === undefined ? {} : { argumentHint }),
  }
}

type Rows = Readonly<Record<string, { readonly en: string } | undefined>>
