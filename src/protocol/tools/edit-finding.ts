/** Something that was found in a file after a call changed files: all of it may be foreign text. */
export interface EditFinding {
  /** Who says so, in a word that stands before the severity: a program, a rule, `test`. */
  readonly kind: string
  /** Absolute. */
  readonly path: string
  /** From one. */
  readonly line?: number
  /** Of a notebook, from one; the line is one of it. */
  readonly cell?: number
  readonly severity: 'error' | 'warning' | 'info'
  readonly text: string
  /** What the finder offers to do about it, by name. */
  readonly fix?: string
}

export interface EditReport {
  /** What is wrong because of the change, and was not before it. */
  readonly findings: readonly EditFinding[]
  /** Files that were changed once more in as many lines as before, all of which the findings tell. */
  readonly followed?: readonly string[]
  /** Files that use what was changed, and that nobody has looked at because there are too many. */
  readonly unlooked?: number
  /** What is found after the finder had to stop waiting; it rejects never, and costs nobody's time. */
  readonly more?: Promise<EditReport>
  /** Files with problems that are gone, and how many. */
  readonly mended?: readonly { readonly path: string; readonly count: number }[]
}

/** A file that a call changed, with what it held before; null: it was not there; absent: nobody knows. */
export interface ChangedFile {
  readonly path: string
  readonly before?: string | null
}

/**
 * Looks at files that were changed, whatever changed them. The engine puts what is found into the result of the call
 * when it is there at once, else into the next request; it waits for nobody, so a finder takes the time it needs.
 */
export interface EditFinder {
  /** Nothing that it looks at is among the files: it is not asked. */
  concerns(files: readonly ChangedFile[]): boolean | Promise<boolean>
  /** Changes the files once more: the result waits for it. Rejections cost nothing else. */
  reshape?(files: readonly ChangedFile[], signal: AbortSignal): Promise<EditReport>
  /** Rejections are logged and cost nothing else. `signal`: nobody wants to know any more. */
  look(files: readonly ChangedFile[], signal: AbortSignal): Promise<EditReport>
  /** Files were changed since it found this: whether it still finds it. Absent: it cannot tell. */
  stillFinds?(finding: EditFinding): boolean
}
