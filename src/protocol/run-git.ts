/** Runs git hardened: fixed program, argument array, no helpers, no network, no locks. */
export type RunGit = (run: {
  readonly cwd: string
  readonly args: readonly string[]
  readonly timeoutMs: number
  readonly maxBytes: number
  readonly input?: string
}) => Promise<GitAnswer>

/** `failed`: git is missing, said no, took too long or said too much. */
export type GitAnswer =
  | { readonly kind: 'ok'; readonly output: Buffer }
  | { readonly kind: 'failed'; readonly why: 'refused' | 'timeout' | 'too_much' }
