import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Languages } from '../../src/features/language-servers/languages.ts'
import { readLanguageServers } from '../../src/features/language-servers/server-config.ts'
import { ServerPool } from '../../src/features/language-servers/server-pool.ts'
import type { ChangedFile } from '../../src/protocol/tools/edit-finding.ts'
import { tmpDir } from './tmp-dir.ts'

const CLIENTS = join(import.meta.dirname, '../clients/node_modules/.bin')

/** A project on disk with the well-known language servers that are installed for tests or on this machine. */
export type CodeWorld = ReturnType<typeof codeWorld>

/** `only`: this server, for text files, in their place. */
export const codeWorld = (
  files: Readonly<Record<string, string>>,
  { only, denied = () => false }: { readonly only?: string; denied?(path: string): boolean } = {},
) => {
  const tmp = tmpDir()
  const root = realpathSync(tmp.path)
  const put = (name: string, text: string): string => {
    const path = join(root, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }
  for (const [name, text] of Object.entries(files)) put(name, text)
  const pool = new ServerPool({ elapsed: () => performance.now() })
  const warnings: string[] = []
  const env = { ...process.env, PATH: `${CLIENTS}:${process.env['PATH']}`, HOME: root } as Record<
    string,
    string
  >
  const own = { command: process.execPath, args: ['-e', only], extensionToLanguage: { '.txt': 'text' } }
  const settings: Readonly<Record<string, unknown>> = only === undefined ? {} : { own }
  const rows = readLanguageServers({ plugins: [], settings, known: only === undefined }, () => undefined)
  const languages = new Languages({
    pool,
    roots: () => [root],
    caseSensitive: true,
    env: () => env,
    servers: async () => rows,
    how: '',
    warn: text => void warnings.push(text.text),
    denied: async () => denied,
  })
  const { signal } = new AbortController()
  const held = new Map(Object.entries(files))
  return {
    root,
    put,
    languages,
    pool,
    warnings,
    at: (name: string) => join(root, name),
    /** Somebody else does, and nobody is told. */
    other(name: string, text: string) {
      held.set(name, text)
      put(name, text)
    },
    /** Changes a file as a call does, and answers what is told of that. */
    async edit(
      name: string,
      text: string | ((before: string) => string),
      by: AbortSignal = signal,
    ) {
      const before = held.get(name) ?? null
      const now = typeof text === 'string' ? text : text(before ?? '')
      held.set(name, now)
      const changed: ChangedFile = { path: put(name, now), before }
      const { findings, mended = [] } = await languages.look([changed], by)
      return {
        found: findings.map(
          ({ path, line, severity, text: said, fix }) =>
            `${path.slice(root.length + 1)}:${line} ${severity} ${said}${fix === undefined ? '' : ` [${fix}]`}`,
        ),
        mended: mended.map(({ path, count }) => `${path.slice(root.length + 1)} ${count}`),
      }
    },
    async [Symbol.asyncDispose]() {
      await languages[Symbol.asyncDispose]()
      await pool[Symbol.asyncDispose]()
      await tmp[Symbol.asyncDispose]()
    },
  }
}
