import type { RunOptions } from '../args/run-options.ts'
import { takeStartFile as takeFile } from '../start-file.ts'

/** What a process that runs on by itself is started with; the file is taken away when it has been read. */
export type StartFile =
  | {
      readonly kind: 'session'
      readonly id: string
      readonly options: RunOptions
      /** Of one that goes on: what it was started for. */
      readonly task?: string
    }
  | { readonly kind: 'shell'; readonly id: string; readonly command: string; readonly name?: string }
  /** A conversation in a terminal whose own environment is another one. */
  | {
      readonly kind: 'terminal'
      readonly options: RunOptions
      readonly env: Readonly<Record<string, string | undefined>>
    }

/** What the process says once it can be found, or cannot begin. */
export type FirstWord = { readonly ready: true } | { readonly problem: string }

export const takeStartFile = (path: string): StartFile =>
  takeFile<StartFile>(path, {
    purpose: 'what runs in the background',
    fits: ({ kind }) => ['session', 'shell', 'terminal'].includes(String(kind)),
  })
