import { readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { isSessionId, projectDirectory } from '../../features/sessions/project-key.ts'
import { commandText } from '../../protocol/messages/cli/commands.ts'
import { describeCause } from '../../protocol/system-error.ts'
import { ExitError } from '../exit-error.ts'

export interface TranscriptChoice {
  readonly configHome: string
  readonly cwd: string
  /** One file and no other. */
  readonly file?: string
  readonly allProjects: boolean
  /** Only what was written to after this, in milliseconds since 1970. */
  readonly since?: number
}

const listNames = (directory: string): readonly string[] => {
  try {
    return readdirSync(directory).sort()
  } catch (error) {
    // Nothing was kept there yet, which is an answer.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw new ExitError(1, commandText('unlistable', { path: directory, error: describeCause(error) }))
  }
}

/** Session files to replay, in the order of their names. */
export const listTranscripts = (choice: TranscriptChoice): readonly string[] => {
  if (choice.file !== undefined) {
    const path = resolve(choice.cwd, choice.file)
    if (!statSync(path, { throwIfNoEntry: false })?.isFile())
      throw new ExitError(1, commandText('no_transcript', { path }))
    return [path]
  }
  const projects = join(choice.configHome, 'projects')
  const folders = choice.allProjects
    ? listNames(projects).map(name => join(projects, name))
    : [projectDirectory(choice.configHome, choice.cwd)]
  return folders
    .filter(folder => statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    .flatMap(folder => listNames(folder).map(name => join(folder, name)))
    .filter(path => path.endsWith('.jsonl') && isSessionId(basename(path, '.jsonl')))
    .filter(path => {
      const facts = statSync(path, { throwIfNoEntry: false })
      return facts?.isFile() === true && (choice.since === undefined || facts.mtimeMs >= choice.since)
    })
}
