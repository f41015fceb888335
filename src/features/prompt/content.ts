import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
/**
 * Every word of ours that the model reads around a conversation. Each language is one module of this type: the
 * compiler refuses one that lacks a key.
 */
export interface PromptContent {
  /** The language these texts are in. */
  readonly wording: PromptLanguage
  readonly identity: string
  /** All of it, for a model with a small window. */
  readonly short: string
  /** Left out by output styles that bring their own way of working. */
  readonly work: string
  readonly care: string
  readonly tools: string
  readonly answers: string
  readonly environment: {
    readonly heading: string
    workingDirectory(path: string): string
    alsoDirectory(path: string): string
    repository(is: boolean): string
    /** The checkout belongs to a repository whose main one is at `path`. */
    worktree(path: string): string
    system(platform: string, version: string, shell: string): string
    /** What runs commands is the bash of macOS, which lacks what models take for granted. */
    readonly oldBash: string
    readonly noBash: string
    /** Those of busybox. */
    readonly smallPrograms: string
    model(id: string, cutoff: string | undefined): string
  }
  readonly git: {
    /** Says that what follows is data and from when it is. */
    readonly heading: string
    /** In place of it when it is told later. */
    readonly headingNow: string
    readonly branch: string
    readonly mainBranch: string
    readonly user: string
    readonly status: string
    readonly clean: string
    readonly commits: string
    readonly noCommits: string
    readonly unknown: string
    more(lines: number): string
  }
  readonly style: {
    heading(name: string): string
    readonly proactive: string
    readonly concise: string
    readonly explanatory: string
    readonly learning: string
  }
  language(name: string): string
  readonly attribution: {
    commit(text: string): string
    pr(text: string): string
  }
  /** Where temporary files go, in one line. */
  scratch(path: string): string
  date(today: string): string
  dateChanged(today: string): string
  readonly changed: {
    readonly heading: string
    /** A section that was there before and is not any more. */
    gone(name: string): string
    toolsGone(names: string): string
  }
  readonly files: {
    readonly heading: string
    /** When the model ran a command that may have done it. */
    readonly afterCommand: string
    /** When the session's own calls did it, and nobody since. */
    readonly session: string
    /** When the person restored them with a rewind. */
    readonly rewind: string
    /** When they are memories. */
    readonly memory: string
    readonly changed: string
    readonly deleted: string
    /** Behind those two, when it was another thread of the session. */
    by(writer: string): string
    /** Stands where a difference is not shown to its end. */
    readonly cut: string
    more(files: number): string
  }
  /** What a prompt names with `@`. */
  readonly mentions: {
    file(name: string): string
    directory(name: string): string
    more(entries: number): string
    denied(name: string): string
    /** Whoever wrote the prompt cannot allow it by naming it. */
    unapproved(name: string): string
    failed(name: string, why: string): string
    tooMuch(name: string): string
    /** Another session of the person, by its name. */
    session(name: string, directory: string): string
  }
  /** What the person's editor tells. */
  readonly editor: {
    selection(name: string, lines: { readonly from: number; readonly to: number }): string
    cut(lines: number): string
    open(name: string): string
    readonly problems: string
  }
  readonly todo: { readonly heading: string; more(items: number): string }
}
