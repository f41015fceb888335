import type { SessionInfo } from '../../../protocol/serve/wire.ts'

export interface SessionGroups {
  readonly open: readonly SessionInfo[]
  readonly kept: readonly SessionInfo[]
}

/** Sessions in which every word of the search occurs; those that wait for somebody first. */
export const groupSessions = (sessions: readonly SessionInfo[], search: string): SessionGroups => {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean)
  const found = sessions.filter(info => {
    const text = [info.title, info.firstPrompt, info.cwd, info.gitBranch, info.tag, info.id]
      .join('\n')
      .toLowerCase()
    return wanted.every(word => text.includes(word))
  })
  const rank = (info: SessionInfo): number => ((info.questions ?? 0) > 0 ? 0 : info.running ? 1 : 2)
  return {
    open: found.filter(isOpen).sort((a, b) => rank(a) - rank(b)),
    kept: found.filter(info => !isOpen(info)),
  }
}

/** Here, or in another program. */
const isOpen = ({ open, elsewhere = false }: SessionInfo): boolean => open || elsewhere

export type SessionStateWord = 'waits' | 'works' | 'idle' | 'elsewhere'

export const stateWord = ({
  open,
  elsewhere,
  questions = 0,
  running,
}: SessionInfo): SessionStateWord | undefined => {
  if (!open) return elsewhere ? 'elsewhere' : undefined
  return questions > 0 ? 'waits' : running ? 'works' : 'idle'
}

/** More is cut where it is shown, and the name at the end is what people know a folder by. */
const MOST_SHOWN = 24

/** The last two names of a path, or the last where two are too long. */
export const shortFolder = (cwd: string): string => {
  const names = cwd.split('/').filter(Boolean)
  if (names.length <= 2) return cwd
  const two = names.slice(-2).join('/')
  return `…/${two.length <= MOST_SHOWN ? two : names.at(-1)}`
}
