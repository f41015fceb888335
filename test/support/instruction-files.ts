import { posix } from 'node:path'
import type { Gathering } from '../../src/features/memory/instructions/gather-files.ts'
import type {
  InstructionOptions,
  InstructionPaths,
} from '../../src/features/memory/instructions/instruction-paths.ts'
import type { InstructionReader } from '../../src/features/memory/instructions/instruction-reader.ts'
import { verbatim } from '../../src/protocol/messages/layout.ts'

/** Content, or where a link leads, or a file with more to say about it. */
export type StoredFile =
  | string
  | { readonly link: string }
  | { readonly refused: string }
  | { readonly text: string; readonly owner: number }

export type StoredFiles = Readonly<Record<string, StoredFile>>

/** Files that exist in a test only. Counts what is looked at. */
const readerOf = (files: StoredFiles): InstructionReader & { readonly reads: string[] } => {
  const reads: string[] = []
  const isDirectory = (path: string): boolean => Object.keys(files).some(name => name.startsWith(`${path}/`))
  return {
    reads,
    isDirectory,
    read(path) {
      reads.push(path)
      const file = files[path]
      if (file === undefined)
        return isDirectory(path)
          ? { kind: 'refused', why: verbatim('is not a regular file') }
          : { kind: 'absent' }
      if (typeof file === 'string') return { kind: 'text', text: file, real: path, owner: 1000 }
      if ('link' in file) return this.read(file.link)
      if ('refused' in file) return { kind: 'refused', why: verbatim(file.refused) }
      return { kind: 'text', text: file.text, real: path, owner: file.owner }
    },
    list(path) {
      if (!isDirectory(path)) return undefined
      const below = Object.keys(files)
        .filter(name => name.startsWith(`${path}/`))
        .map(name => posix.relative(path, name).split('/'))
      const names = [...new Set(below.map(([first]) => first ?? ''))].sort()
      return {
        real: path,
        entries: names.map(name => ({
          name,
          isDirectory: below.some(parts => parts[0] === name && parts.length > 1),
        })),
      }
    },
  }
}

export interface GatheringChange {
  readonly place?: Partial<InstructionPaths>
  readonly options?: Partial<InstructionOptions>
  readonly mayImport?: Gathering['ports']['mayImport']
}

/** A trusted project in /home/me/work/app, a part of the checkout /home/me/work. */
export const gatheringOf = (files: StoredFiles, change: GatheringChange = {}): Gathering => ({
  place: {
    cwd: '/home/me/work/app',
    home: '/home/me',
    configHome: '/home/me/.capstan',
    projectRoot: '/home/me/work',
    roots: ['/home/me/work/app'],
    extraDirs: [],
    managed: { directories: ['/etc/claude-code', '/etc/capstan'], owner: 0 },
    uid: 1000,
    caseSensitive: true,
    ...change.place,
  },
  options: {
    sources: ['user', 'project', 'local'],
    compat: true,
    trusted: true,
    discover: true,
    excludes: [],
    ...change.options,
  },
  ports: { reader: readerOf(files), mayImport: change.mayImport ?? (() => undefined) },
})
