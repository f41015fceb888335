import type { GitSetting } from '../lib/git/read-git-view.ts'
import type { WrapProgram } from '../lib/git/start-git.ts'

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
  /** Absent: it only answers a question, and in a sandbox it can write nothing. */
  readonly writes?: GitWrites
  /** The remote it fetches from, with the person's own helpers. */
  readonly connects?: string
  /** The person said yes to the filters and hooks of the repository for this one run. */
  readonly withPrograms?: { readonly hooks: string }
}) => Promise<GitChange>

/** `words`: what git said about it, or why it was not run. `settings`: those that counted, before it ran. */
export type GitChange =
  | { readonly ok: true; readonly output: string; readonly settings: readonly GitSetting[] }
  | { readonly ok: false; readonly code?: number; readonly words: string; readonly output: string }

/** Beside the repository itself: objects, references, what git keeps about worktrees. */
export interface GitWrites {
  /** A directory whose files are checked out. */
  readonly files?: string
  /** The repository's settings. */
  readonly settings?: true
}

/** What one run of git must be able to do. */
export interface GitNeeds {
  /** Directories of the repository that it may write; absent: none. What git runs or obeys in them stays as it is. */
  readonly repository?: { readonly directory: string; readonly common: string }
  readonly writes?: GitWrites
  /** It reaches servers. */
  readonly connects?: boolean
  /** It starts programs that the person said yes to. */
  readonly programs?: boolean
}

export interface GitEntry {
  readonly wrap: WrapProgram
  /** Once, at the end: what programs left under a name that git obeys is renamed; answers with the new names. */
  leave(): readonly string[]
}

/** The sandbox of a session, for git that this program starts for itself. */
export interface GitSandbox {
  /** Undefined: there is none that works here. */
  enter(reach: GitNeeds): Promise<GitEntry | undefined>
}
