import { existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { packText } from '../../../protocol/messages/host/pack.ts'
import { projectDirectory, sessionPath } from '../project-key.ts'
import { SessionError } from '../session-error.ts'
import { mapJsonLines, type PathMap, pathMapper } from './map-paths.ts'
import type { PackContent } from './pack-content.ts'

export interface PlacedAt {
  readonly configHome: string
  readonly home: string
  /** Real path of the directory where it goes on. */
  readonly cwd: string
}

export interface PlacedPack {
  readonly path: string
  /** The changes that were not committed, where there were any. */
  readonly patch?: string
}

/** Puts a session where this program keeps its own; all of it or nothing. Throws SessionError for one that is here. */
export const writePack = ({ facts, files }: PackContent, at: PlacedAt): PlacedPack => {
  const { sessionId, paths } = facts
  const path = sessionPath(at.configHome, at.cwd, sessionId)
  const beside = join(dirname(path), sessionId)
  const history = join(at.configHome, 'file-history', sessionId)
  const taken = [path, beside, history].find(isTaken)
  if (taken !== undefined)
    throw new SessionError('rejected', packText('present', { id: sessionId, path: taken }))
  const map: PathMap = [
    [paths.project, projectDirectory(at.configHome, at.cwd)],
    [paths.cwd, at.cwd],
    [paths.configHome, at.configHome],
    [paths.home, at.home],
  ]
  const mapped = pathMapper(map)
  mkdirSync(at.configHome, { recursive: true, mode: 0o700 })
  const made = mkdtempSync(join(at.configHome, '.unpack-'))
  try {
    for (const { name, data } of files) {
      const place = join(made, name)
      mkdirSync(dirname(place), { recursive: true, mode: 0o700 })
      const isText = name.startsWith('session/') && /\.jsonl?$/.test(name)
      const content = isText ? mapJsonLines(Buffer.from(data).toString(), mapped) : data
      writeFileSync(place, content, { mode: 0o600 })
    }
    const patch = existsSync(join(made, 'changes.patch')) ? join(beside, 'changes.patch') : undefined
    return { path, ...moveIn(made, { path, beside, history, patch }) }
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** A link that leads nowhere, too: what is put there would follow it. */
const isTaken = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** The session comes last: without it nothing else counts. */
const moveIn = (
  made: string,
  {
    path,
    beside,
    history,
    patch,
  }: {
    readonly path: string
    readonly beside: string
    readonly history: string
    readonly patch: string | undefined
  },
): { readonly patch?: string } => {
  const done: string[] = []
  const move = (name: string, to: string): void => {
    const from = join(made, name)
    if (!existsSync(from)) return
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    renameSync(from, to)
    done.push(to)
  }
  try {
    move('history', history)
    move('session/beside', beside)
    if (patch !== undefined) move('changes.patch', patch)
    move('session/file.jsonl', path)
    return patch === undefined ? {} : { patch }
  } catch (error) {
    for (const place of done.toReversed()) rmSync(place, { recursive: true, force: true })
    throw error
  }
}
