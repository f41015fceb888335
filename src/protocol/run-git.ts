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

/** Its words; or what is asked only where the repository's settings are all harmless, and what else. */
export type GitCommand =
  | readonly string[]
  | { readonly harmless: readonly string[]; readonly otherwise: readonly string[] }

/** The output of each command, or `undefined` for what failed or took too long; the first may be slow. */
export type AskGit = (commands: readonly GitCommand[]) => Promise<readonly (string | undefined)[]>

/** Runs git so that it may change the repository. No hook, filter or other program of its settings is started. */
export type ChangeGit = (run: {
  readonly cwd: string
  readonly args: readonly string[]
  readonly input?: string
  /** Another index file than that of the checkout. */
  readonly index?: string
  /** It fetches from a remote, with the person's own helpers. */
  readonly connects?: true
  /** The person said yes to the filters and hooks of the repository for this one run. */
  readonly withPrograms?: { readonly hooks: string }
}) => Promise<GitChange>

/** `words`: what git said about it, or why it was not run. */
export type GitChange =
  | { readonly ok: true; readonly output: string }
  | { readonly ok: false; readonly code?: number; readonly words: string; readonly output: string }
