import { isObject } from '../../../lib/is-object.ts'
import { packText } from '../../../protocol/messages/host/pack.ts'
import { isSessionId } from '../project-key.ts'
import { SessionError } from '../session-error.ts'

/** What a pack says of itself. */
export interface PackFacts {
  readonly version: 1
  readonly sessionId: string
  /** Where it was made: what stands for these in its lines is changed where it is unpacked. */
  readonly paths: {
    readonly cwd: string
    readonly configHome: string
    readonly home: string
    readonly project: string
  }
  /** Of the checkout; absent: it was none. */
  readonly git?: { readonly head: string; readonly branch: string }
  readonly packedAt: string
}

/** `session/…`: its file and what stands beside it; `history/…`: old contents of files; `changes.patch`. */
export interface PackedFile {
  readonly name: string
  readonly data: Uint8Array
}

export interface PackContent {
  readonly facts: PackFacts
  readonly files: readonly PackedFile[]
}

/** A line that says what follows, and the files one after the other. */
export const writeContent = ({ facts, files }: PackContent): Buffer => {
  const index = files.map(({ name, data }) => [name, data.byteLength])
  const head = Buffer.from(`${JSON.stringify({ facts, index })}\n`)
  return Buffer.concat([head, ...files.map(({ data }) => data)])
}

const damaged = (): SessionError => new SessionError('invalid_pack', packText('damaged'))

/** Read strictly: files are written from it. */
export const readContent = (bytes: Buffer): PackContent => {
  const end = bytes.indexOf(10)
  if (end < 0) throw damaged()
  const { facts, index } = headOf(bytes.subarray(0, end).toString())
  const files: PackedFile[] = []
  let at = end + 1
  for (const [name, size] of index) {
    if (at + size > bytes.length) throw damaged()
    files.push({ name, data: bytes.subarray(at, at + size) })
    at += size
  }
  if (at !== bytes.length) throw damaged()
  return { facts, files }
}

const headOf = (
  line: string,
): { readonly facts: PackFacts; readonly index: readonly (readonly [string, number])[] } => {
  const head = parsed(line)
  if (!isObject(head) || !isObject(head['facts']) || !Array.isArray(head['index'])) throw damaged()
  const { facts, index } = head as { facts: Record<string, unknown>; index: readonly unknown[] }
  const { paths, sessionId, version } = facts
  if (version !== 1) throw new SessionError('invalid_pack', packText('newer'))
  if (typeof sessionId !== 'string' || !isSessionId(sessionId) || !isObject(paths)) throw damaged()
  if (!['cwd', 'configHome', 'home', 'project'].every(key => typeof paths[key] === 'string')) throw damaged()
  const { git } = facts
  if (git !== undefined && !(isObject(git) && ['head', 'branch'].every(key => typeof git[key] === 'string')))
    throw damaged()
  const names = new Set<string>()
  for (const each of index) {
    const [name, size] = Array.isArray(each) ? each : []
    if (typeof name !== 'string' || !isPlainName(name) || names.has(name)) throw damaged()
    if (!Number.isSafeInteger(size) || size < 0) throw damaged()
    names.add(name)
  }
  // What is a file cannot hold another one.
  for (const name of names) if (directoriesOf(name).some(directory => names.has(directory))) throw damaged()
  return { facts: facts as unknown as PackFacts, index: index as readonly (readonly [string, number])[] }
}

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    throw damaged()
  }
}

const directoriesOf = (name: string): readonly string[] => {
  const parts = name.split('/')
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'))
}

/** Longer than any file system takes. */
const MAX_PART_BYTES = 255

const NAME = /^(?:session|history)\/|^changes\.patch$/

/** Below the directory it is for, whatever it is called. */
const isPlainName = (name: string): boolean =>
  NAME.test(name) &&
  !name.includes('\\') &&
  !name.includes('\0') &&
  name
    .split('/')
    .every(part => part !== '' && part !== '.' && part !== '..' && Buffer.byteLength(part) <= MAX_PART_BYTES)
