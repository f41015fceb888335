import { escapeLine } from '../../lib/escape-text.ts'
import { inertTags } from '../../lib/harness-tags.ts'
import type { PromptContent } from './content.ts'

export interface PromptEnvironment {
  readonly cwd: string
  readonly extraDirs: readonly string[]
  readonly isGitRepo: boolean
  /** Main checkout of the repository, when the working directory is in another one. */
  readonly worktreeOf?: string
  readonly platform: string
  readonly osVersion: string
  readonly shell: string
  /** What runs commands, where it is not what models take for granted: the bash that comes with macOS, or nothing. */
  readonly bash?: 'old' | 'none'
  /** The usual programs are those of busybox. */
  readonly smallPrograms?: boolean
  readonly model: string
  /** Until when the model knows the world, as its makers say. */
  readonly knowledgeCutoff?: string
}

const MAX_PATH = 4096
const MAX_WORD = 200

/** Names from the file system stay on one line, whatever characters they hold. */
export const environmentText = (at: PromptEnvironment, { environment: words }: PromptContent): string => {
  const word = (text: string): string => inertTags(escapeLine(text, MAX_WORD))
  const path = (text: string): string => inertTags(escapeLine(text, MAX_PATH))
  return [
    words.heading,
    words.workingDirectory(path(at.cwd)),
    ...at.extraDirs.map(dir => words.alsoDirectory(path(dir))),
    words.repository(at.isGitRepo),
    ...(at.worktreeOf === undefined ? [] : [words.worktree(path(at.worktreeOf))]),
    words.system(word(at.platform), word(at.osVersion), word(at.shell)),
    ...(at.bash === 'old' ? [words.oldBash] : []),
    ...(at.bash === 'none' ? [words.noBash] : []),
    ...(at.smallPrograms ? [words.smallPrograms] : []),
    words.model(word(at.model), at.knowledgeCutoff),
  ].join('\n')
}

/** Whether a text says no more about the place than today's: a working directory may have come. */
export const isEarlierEnvironment = (text: string, today: string): boolean => {
  const known = today.split('\n')
  let from = 0
  return text.split('\n').every(line => {
    const at = known.indexOf(line, from)
    from = at + 1
    return at !== -1
  })
}
