import { isAbsolute, relative } from 'node:path'
import { revealBlanks } from '../../../lib/reveal-blanks.ts'
import type { Access } from '../../../protocol/access.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { questionText } from '../../../protocol/messages/permissions/questions.ts'
import { brief } from '../finding.ts'

// A row of blanks is looked at from its beginning only: from each of them it would be their number squared.
const oneLine = (text: string): string => brief(revealBlanks(text.trim().replace(/(?<!\s)\s*\n\s*/g, ' ⏎ ')))

/** Short when it is inside the directory. */
const near = (path: string, cwd: string): string => {
  if (!isAbsolute(path)) return path
  const inside = relative(cwd, path) || '.'
  return inside === '..' || inside.startsWith('../') ? path : inside
}

/** As data: no other words of a front end say where it happens. */
export const remoteTitle = ({
  host,
  does,
  text,
}: Pick<Extract<Access, { kind: 'remote' }>, 'host' | 'does' | 'text'>): LocalizedText =>
  questionText(`remote_${does}`, { host: oneLine(host), what: oneLine(text) })

export interface TitledCall {
  readonly toolName: string
  readonly accesses: readonly Access[]
  readonly cwd: string
  /** Known for a write: whether there is a file yet. */
  readonly creates?: boolean
}

/** What would happen, in one line. The first effect names it: a tool declares what it is about first. */
export const requestTitle = ({ toolName, accesses, cwd, creates }: TitledCall): string => {
  const [access] = accesses
  switch (access?.kind) {
    case 'shell':
      return `Run ${oneLine(access.command)}${access.unsandboxed ? ' outside the sandbox' : ''}`
    case 'write':
      return `${creates ? 'Create' : 'Change'} ${oneLine(near(access.path, cwd))}`
    case 'read':
      return `Read ${oneLine(near(access.path, cwd))}`
    case 'search':
      return `Search in ${oneLine(near(access.path, cwd))}`
    case 'network':
      return `Fetch ${oneLine(access.url)}`
    case 'browser':
      return `Use the browser at ${oneLine(access.url)}`
    case 'application':
      return access.does === 'look' ? 'Look at your screen' : `Use ${oneLine(access.name)} on your desktop`
    case 'web-search':
      return `Search the web for ${oneLine(access.query)}`
    case 'mcp':
      return `Use ${oneLine(access.tool)} of the server ${oneLine(access.server)}`
    case 'agent':
      return `Start the agent ${oneLine(access.name)}`
    case 'remote':
      return remoteTitle(access).text
    case 'message':
      return `Send a message to the session ${oneLine(access.session)}`
    case 'skill':
      return `Use the skill ${oneLine(`${access.name} ${access.args}`)}`
    case 'person':
      return access.question ? oneLine(access.question.title.text) : `${toolName} needs your answer`
    default:
      return `Use ${toolName}`
  }
}
