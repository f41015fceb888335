import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '../run-program.ts'
import type { PtyProgram } from './program.ts'
import type { TerminalWorld } from './terminal-world.ts'

/** Until a question takes keys, which it shows by pointing at an answer: what is typed before is not for it. */
export const asked = async ({ program }: { readonly program: PtyProgram }, text: string): Promise<void> => {
  await program.waitFor(
    screen =>
      screen.join('\n').includes(text) &&
      screen.some(row => /^ ❯ /.test(row)) &&
      screen.some(row => row.includes('Enter choose')),
  )
}

/** Until the prompt can be typed in and nothing is going on. */
export const idle = async ({ program }: { readonly program: PtyProgram }): Promise<void> => {
  await program.waitFor(
    screen => screen.some(row => /^[>!#]/.test(row)) && !screen.join('\n').includes('Esc stop'),
  )
}

/** A request as the server got it, as text. */
export const requestText = ({ world }: Pick<TerminalWorld, 'world'>, at: number): string =>
  JSON.stringify(world.server.requests.at(at)?.body ?? {})

export const fileText = (world: World, name: string): string | undefined => {
  const path = join(world.project, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** A call of Bash that ends when the file is there. */
export const untilFile = (name: string): { readonly name: string; readonly input: object } => ({
  name: 'Bash',
  input: { command: `while [ ! -e ${name} ]; do sleep 0.02; done; echo it-is-there` },
})

/** All commands and edits are allowed without a question. */
export const ALLOWED = { permissions: { allow: ['Bash', 'Edit', 'Write'] } }
