import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { JobView } from '../../features/fleet/fold.ts'
import { openBody } from '../../features/fleet/record.ts'
import { mapJsonLines, type PathMap, pathMapper } from '../../features/sessions/pack/map-paths.ts'
import { isObject } from '../../lib/is-object.ts'
import { field, textField } from '../../lib/values/read-field.ts'

/** Where a worker has things: in what it wrote these stand, and the next worker puts its own in their place. */
export interface WorkPaths {
  readonly work: string
  readonly project: string
  readonly configHome: string
  readonly home: string
}

export interface EndedPrompt {
  readonly index: number
  readonly ended: string
  readonly answer: string
  readonly usd: number
  readonly problem?: string
  /** What was asked for with a schema. */
  readonly output?: unknown
}

export interface FilesNote {
  /** Inline, in base64. */
  readonly patch?: string
  readonly ref?: unknown
}

/** What the workers before left behind: the session's files, its prompts that ended, and what they had changed. */
export interface StoredSession {
  /** By name; that of the conversation has none. */
  readonly files: ReadonlyMap<string, string>
  readonly ended: readonly EndedPrompt[]
  readonly changes?: FilesNote
}

const MAX_TEXT = 200 * 1024 * 1024

/** Reads what counts of a job's log, with the paths of this worker. What cannot be opened is passed over. */
export const readStoredSession = (view: JobView, key: Uint8Array, own: WorkPaths): StoredSession => {
  const files = new Map<string, string[]>()
  const ended: EndedPrompt[] = []
  let mapped = (text: string): string => text
  let changes: FilesNote | undefined
  let size = 0
  for (const record of view.records) {
    const body = record.body.length === 0 ? undefined : tryOpen(() => openBody(record, key))
    if (!isObject(body)) continue
    switch (record.head.kind) {
      case 'claim':
        mapped = mapperFrom(field(body, 'paths'), own)
        break
      case 'lines': {
        const [name, text] = [textField(body, 'name') ?? '', textField(body, 'text') ?? '']
        size += text.length
        if (size > MAX_TEXT || !/^[\w-]{0,100}$/.test(name)) break
        files.set(name, [...(files.get(name) ?? []), mapJsonLines(text, mapped)])
        break
      }
      case 'files':
        changes = body as FilesNote
        break
      case 'ended':
        ended.push(body as unknown as EndedPrompt)
        break
      default:
    }
  }
  const joined = new Map([...files].map(([name, texts]) => [name, texts.join('')]))
  return { files: joined, ended, ...(changes ? { changes } : {}) }
}

const tryOpen = (open: () => unknown): unknown => {
  try {
    return open()
  } catch {
    // Changed, or sealed with another key: it says nothing.
    return undefined
  }
}

/** From the paths of the worker that wrote something to these. */
export const mapperFrom = (paths: unknown, own: WorkPaths): ((text: string) => string) => {
  const names = ['project', 'work', 'configHome', 'home'] as const
  const map: PathMap = names.flatMap(name => {
    const from = textField(paths, name)
    return from?.startsWith('/') ? [[from, own[name]] as const] : []
  })
  return pathMapper(map)
}

/** Puts them where this program looks for its sessions. */
export const writeStoredSession = ({ files }: StoredSession, path: string): void => {
  const beside = join(path.replace(/\.jsonl$/, ''), 'subagents')
  for (const [name, text] of files) {
    const file = name === '' ? path : join(beside, `agent-${name}.jsonl`)
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, text, { mode: 0o600 })
  }
}
