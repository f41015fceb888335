import { commandListText } from '../../protocol/messages/command-list.ts'

type Row = keyof typeof commandListText.rows
type CommandName = Exclude<Row, `${string}_arguments`>

interface Described {
  readonly name: string
  readonly description: string
  readonly argumentHint?: string
}

/** A command that is built in, with what lists say of it. */
export const described = (name: CommandName): Described => {
  const hint = `${name}_arguments`
  return {
    name,
    description: commandListText(name).text,
    ...(isRow(hint) ? { argumentHint: commandListText(hint).text } : {}),
  }
}

const isRow = (name: string): name is Row => Object.hasOwn(commandListText.rows, name)
