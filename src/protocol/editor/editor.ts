/** The editor a session was opened from, as far as it lends itself. Paths are real and absolute; what is absent is not offered. */
export interface Editor {
  /** It has the folder of this file open; nothing else is asked of it. */
  isOpened(path: string): boolean
  /** A file as its buffer has it, saved or not; `undefined` when the editor cannot say: then the disk counts. */
  readText?(path: string): Promise<string | undefined>
  /** Puts a text into the file and its buffer. Rejects when it cannot. */
  writeText?(path: string, text: string): Promise<void>
  /** Runs a program in a terminal of the editor, to its end. `undefined` when it did not begin. */
  runInTerminal?(run: TerminalRun): Promise<TerminalEnd | undefined>
}

export interface TerminalRun {
  /** The call it belongs to. */
  readonly toolUseId?: string
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Of the output only the last so many bytes are kept. */
  readonly maxBytes: number
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export interface TerminalEnd {
  readonly output: string
  /** The beginning of the output was not kept. */
  readonly truncated: boolean
  /** null when a signal ended it, or nobody knows. */
  readonly code: number | null
  readonly signal: string | null
  readonly ended: 'exit' | 'timeout' | 'abort'
}
