import type { Command } from './command.ts'

export type VimMode = 'insert' | 'normal' | 'visual' | 'visualLine' | 'replace'

/** What vim remembers beside the text. */
export interface VimState {
  readonly mode: VimMode
  /** Keys of a command that is not complete. */
  readonly pending: readonly string[]
  /** Where the selection began. */
  readonly anchor?: number
  readonly find?: Find
  /** What `.` does again. */
  readonly change?: RepeatableChange
  /** Present from the command that began to insert until Esc. */
  readonly insertion?: Insertion
}

/** A search within the line. */
export interface Find {
  readonly key: 'f' | 'F' | 't' | 'T'
  readonly char: string
}

export interface RepeatableChange {
  readonly command: Command
  /** Typed before Esc. */
  readonly inserted?: string
}

export interface Insertion {
  readonly command: Command
  /** Lengths of what stood before and behind the caret: what is between them at Esc was typed. */
  readonly before: number
  readonly behind: number
}

export const restingVim = (vim: VimState): VimState => {
  const { anchor: _anchor, insertion: _insertion, ...rest } = vim
  return { ...rest, mode: 'insert', pending: [] }
}
