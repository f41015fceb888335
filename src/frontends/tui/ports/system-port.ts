import type { ImageBlock } from '../../../protocol/message.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { SpellcheckSettings } from '../../../protocol/terminal-settings.ts'

export interface RepositoryFacts {
  /** The name of a worktree that is not the main one. */
  readonly worktree?: string
  /** Where its remote says it is at home. */
  readonly home?: { readonly host: string; readonly owner: string; readonly name: string }
}

/** What reviewers say of a pull request, as scripts know it. */
export type ReviewState = 'draft' | 'pending' | 'approved' | 'changes_requested' | 'merged' | 'closed'

/** What needs the machine: clipboard, editor, other programs, notifications. */
export interface SystemPort {
  readonly cwd: string
  readonly home: string
  readonly version: string
  /** Name of the machine that has the session's files; absent: not this one. */
  readonly machine?: string | undefined
  /** Terminal facts from the environment. */
  readonly terminal: {
    readonly program: string
    readonly tmux: boolean
    readonly ssh: boolean
    readonly colours: 0 | 16 | 256 | 16_777_216
    readonly hyperlinks: boolean
    readonly screenReader: boolean
    readonly reducedMotion: boolean
  }
  now(): number
  branch(): string | undefined
  /** What the repository around a directory is; undefined: there is none. */
  repository(cwd: string): RepositoryFacts | undefined
  /** A picture in the clipboard, if the machine has a way to read it. */
  clipboardImage(): Promise<ImageBlock | undefined>
  /** A dropped or pasted path that is a picture. */
  imageFile(path: string): Promise<ImageBlock | undefined>
  /** Sequence to send to the terminal, or undefined when it was copied another way: `by` a program, or into the file it names. */
  copy(text: string): Promise<{ readonly sequence?: string; readonly by: string }>
  /** Edits the text in the person's editor; undefined when the editor failed (`error` says how). */
  edit(text: string): Promise<{ readonly text: string } | { readonly error: LocalizedText }>
  /** Shows a page in the person's browser; false when nothing here can. */
  openPage(url: string): Promise<boolean>
  /** Opens a file in the person's editor and waits for it to be closed; words when that failed. */
  openFile(file: { readonly path: string; readonly line?: number }): Promise<LocalizedText | undefined>
  /** The end of a text file, at most so many bytes of it; empty when it is not there. */
  readEnd(path: string, maxBytes: number): Promise<string>
  /** The person's keybindings file: its text now and whenever it changes. */
  watchKeybindings(listener: (text: string | undefined, path: string) => void): () => void
  /** Runs the status line script; its standard output. */
  runStatusLine(command: string, input: unknown, signal: AbortSignal): Promise<string>
  /** What reviewers say of a pull request, by its address; undefined: nobody to ask, or no answer. */
  reviewState(url: string): Promise<ReviewState | undefined>
  /** What may stand in place of the last word of a command line, quoted as needed; a directory ends with `/`. */
  completeShell(line: string, signal: AbortSignal): Promise<readonly string[]>
  /** Those of the words that the person's spell checker does not know; undefined: there is none, or it failed. */
  misspelled(
    words: readonly string[],
    wish: SpellcheckSettings,
    signal: AbortSignal,
  ): Promise<readonly string[] | undefined>
  /**
   * Relative paths and `~/` count. Answers where it is: a file of that name is left alone; `excluded`: inside a
   * repository, whose git was told not to look at it. Throws Error with words.
   */
  saveFile(path: string, text: string): Promise<{ readonly path: string; readonly excluded: boolean }>
}
