import { pathToFileURL } from 'node:url'
import type { ChangedFile } from '../../protocol/tools/edit-finding.ts'
import { filesWith } from './navigate/files-with.ts'
import { fileOf, type OpenServer } from './open-server.ts'
import { readShown } from './read-text.ts'
import { changedLines, isDeclared, readSymbols, touchedSymbols } from './touched-symbols.ts'

/** So many are looked at together. */
export const MOST_DEPENDENTS = 20
const MOST_REST = 180

interface Wanted {
  readonly server: OpenServer
  readonly files: readonly ChangedFile[]
  /** So long it may take to answer. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
  isDenied(path: string): boolean
}

export interface Dependents {
  readonly files: ReadonlySet<string>
  /** More of them. */
  readonly rest: readonly string[]
  /** Of what was touched. */
  readonly names: ReadonlySet<string>
  /** What others see of it was. */
  readonly isDeclared: boolean
}

/** Files that use what the change touched, by what the server knew before it. */
export const findDependents = async ({
  server,
  files,
  timeoutMs,
  signal,
  isDenied,
}: Wanted): Promise<Dependents> => {
  const found = new Set<string>()
  const names = new Set<string>()
  let isSeen = false
  const waits = { timeoutMs, signal }
  const changed = new Set(files.map(({ path }) => path))
  const add = (file: string | undefined): void => {
    if (file === undefined || changed.has(file) || found.size >= MOST_DEPENDENTS + MOST_REST) return
    if (server.textOf(file) === undefined && (isDenied(file) || readShown(file) === undefined)) return
    found.add(file)
  }
  const { referencesProvider, documentSymbolProvider } = server.capabilities
  for (const { path } of referencesProvider && documentSymbolProvider ? files : []) {
    const before = server.textOf(path)
    if (before === undefined) continue
    const textDocument = { uri: pathToFileURL(path).href }
    const lines = changedLines(before, readShown(path) ?? '')
    try {
      const symbols = readSymbols(
        await server.client.request('textDocument/documentSymbol', { textDocument }, waits),
      )
      for (const symbol of touchedSymbols(symbols, lines)) {
        const uses = await server.client.request(
          'textDocument/references',
          { textDocument, position: symbol.at, context: { includeDeclaration: false } },
          waits,
        )
        for (const use of Array.isArray(uses) ? (uses as unknown[]) : [])
          add(fileOf((Object(use) as { readonly uri?: unknown }).uri))
        const name = plainName(symbol.name)
        names.add(name)
        isSeen ||= isDeclared(symbol, lines, before.split('\n'))
        // Of those that are not open it knows nothing.
        const most = MOST_DEPENDENTS + MOST_REST
        if (server.onlyOpen) for (const file of (await filesWith(name, server, most)).files) add(file)
      }
    } catch {
      // Without an answer only the files themselves are looked at.
    }
  }
  const all = [...found]
  return {
    files: new Set(all.slice(0, MOST_DEPENDENTS)),
    rest: all.slice(MOST_DEPENDENTS),
    names,
    isDeclared: isSeen,
  }
}

/** Without what it is a member of, and without arguments. */
const plainName = (name: string): string =>
  /([\p{L}\p{N}_$]+)\W*$/u.exec(name.replace(/\(.*$/s, ''))?.[1] ?? name
