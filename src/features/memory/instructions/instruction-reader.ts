import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'

/** How instruction files are looked at. Nothing throws: what cannot be read is an answer. */
export interface InstructionReader {
  /** A regular text file within the size limit, links followed. */
  read(path: string): ReadFile
  isDirectory(path: string): boolean
  /** What is in a directory, by name; `undefined` when it is none. */
  list(path: string): ListedDirectory | undefined
}

export type ReadFile =
  | {
      readonly kind: 'text'
      readonly text: string
      /** Text whose encoding is still to be found; `text` is empty. */
      readonly bytes?: Uint8Array
      /** Where the links led. */
      readonly real: string
      /** Numeric id of who owns the file. */
      readonly owner: number
    }
  | { readonly kind: 'absent' }
  /** Said to the person, after the path. */
  | { readonly kind: 'refused'; readonly why: LocalizedText }

export interface ListedDirectory {
  /** Where the links led: a directory that contains a link to itself is gone through once. */
  readonly real: string
  readonly entries: readonly { readonly name: string; readonly isDirectory: boolean }[]
}
