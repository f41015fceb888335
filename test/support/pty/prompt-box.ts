import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { World } from '../run-program.ts'
import type { TerminalWorld } from './terminal-world.ts'

/** The text in the prompt box as it stands on the screen, row by row; without the sign before it. */
export const boxRows = (screen: readonly string[]): readonly string[] => {
  const bottom = screen.findLastIndex(row => /^─{10,}/.test(row))
  const top = screen.findLastIndex((row, at) => at < bottom && /^─{10,}/.test(row))
  return screen.slice(top + 1, bottom).map(row => row.slice(2))
}

/** Until the box holds these rows. */
export const boxShows = async (terminal: TerminalWorld, ...rows: readonly string[]): Promise<void> => {
  const wanted = JSON.stringify(rows)
  await terminal.program.waitFor(screen => JSON.stringify(boxRows(screen)) === wanted)
}

interface Said {
  readonly role: string
  readonly content: string | readonly { readonly type: string; readonly text?: string }[]
}

/** Blocks of the last thing the person said, as the server got it. */
export const lastSaid = ({
  world,
}: TerminalWorld): readonly { readonly type: string; readonly text?: string }[] => {
  const messages = (world.server.requests.at(-1)?.body as { readonly messages?: readonly Said[] } | undefined)
    ?.messages
  const content = messages?.findLast(message => message.role === 'user')?.content ?? []
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

/** The words of it, reminders left out. */
export const lastWords = (terminal: TerminalWorld): string =>
  lastSaid(terminal)
    .flatMap(block =>
      block.type === 'text' && !block.text?.startsWith('<system-reminder>') ? [block.text ?? ''] : [],
    )
    .join('\n')

/** The person's settings, before the program starts. */
export const withSettings =
  (settings: Readonly<Record<string, unknown>>) =>
  (world: World): void => {
    const file = join(world.config, 'settings.json')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(settings))
  }
