import { pathToFileURL } from 'node:url'
import type { Position } from 'vscode-languageserver-protocol'
import { ToolError } from '../../../protocol/tool.ts'
import { fileOf, type OpenServer, type Waits } from '../open-server.ts'
import { readShown } from '../read-text.ts'
import { type FileSymbol, readSymbols } from '../touched-symbols.ts'
import { says } from './says.ts'

/** Where a symbol stands, as a server takes it. */
export interface SymbolLocation {
  readonly server: OpenServer
  readonly path: string
  readonly at: Position
  /** Lines from zero that it takes, the last included. */
  readonly from: number
  readonly to: number
  readonly name: string
}

export const symbolsOf = async (
  server: OpenServer,
  path: string,
  waits: Waits,
): Promise<readonly FileSymbol[]> => {
  if (!server.capabilities.documentSymbolProvider) return []
  const textDocument = { uri: pathToFileURL(path).href }
  return readSymbols(await server.client.request('textDocument/documentSymbol', { textDocument }, waits))
}

/** With those within others, by their whole names. */
export const flattened = (
  symbols: readonly FileSymbol[],
  above = '',
): readonly { readonly whole: string; readonly symbol: FileSymbol }[] =>
  symbols.flatMap(symbol => {
    const whole = above === '' ? symbol.name : `${above}.${symbol.name}`
    return [{ whole, symbol }, ...flattened(symbol.children, whole)]
  })

/** Go's `(*T).m` and C++'s `T::m` are `T.m`; arguments are no part of a name. */
const plain = (name: string): string =>
  name
    .replace(/\(\*?([\w$]+)\)\./g, '$1.')
    .replaceAll('::', '.')
    .replace(/\(.*$/s, '')
    .replaceAll('#', '.')

const isNamed = (whole: string, wanted: string): boolean => {
  const [one, other] = [plain(whole), plain(wanted)]
  return one === other || one.endsWith(`.${other}`)
}

/** In one file: what is declared under the name, nearest to the line; else where the name stands. */
export const findInFile = async (
  server: OpenServer,
  { path, symbol, line }: { readonly path: string; readonly symbol?: string; readonly line?: number },
  waits: Waits,
): Promise<SymbolLocation | undefined> => {
  const all = flattened(await symbolsOf(server, path, waits))
  const text = (readShown(path) ?? '').split('\n')
  const near = (row: number): number => (line === undefined ? row : Math.abs(row - (line - 1)))
  const fitting =
    symbol === undefined
      ? all.filter(({ symbol: each }) => line !== undefined && each.at.line === line - 1)
      : all.filter(({ whole }) => isNamed(whole, symbol))
  const [best] = fitting.toSorted((one, other) => near(one.symbol.at.line) - near(other.symbol.at.line))
  const isThere = best && (line === undefined || symbol === undefined || best.symbol.at.line === line - 1)
  if (best && isThere) return placeOf(server, path, best)
  const name = symbol === undefined ? undefined : plain(symbol).split('.').at(-1)
  const found = wordIn(text, name, line)
  if (found) return { server, path, at: found, from: found.line, to: found.line, name: symbol ?? '' }
  return best && placeOf(server, path, best)
}

const placeOf = (
  server: OpenServer,
  path: string,
  { whole, symbol }: ReturnType<typeof flattened>[number],
): SymbolLocation => ({
  server,
  path,
  at: nameAt(path, symbol.at, symbol.name),
  from: symbol.from,
  to: symbol.to,
  name: whole,
})

/** Servers that give no place of the name give one before it. */
const nameAt = (path: string, from: Position, name: string): Position => {
  const last = plain(name).split('.').at(-1) ?? name
  const lines = (readShown(path) ?? '').split('\n')
  for (let line = from.line; line < Math.min(from.line + 4, lines.length); line++) {
    const start = line === from.line ? from.character : 0
    const at = wordFrom(lines[line] ?? '', last, start)
    if (at >= 0) return { line, character: at }
  }
  return from
}

const wordFrom = (text: string, word: string, start: number): number => {
  for (let at = text.indexOf(word, start); at >= 0; at = text.indexOf(word, at + 1)) {
    const isWhole = !/[\w$]/.test(text[at - 1] ?? ' ') && !/[\w$]/.test(text[at + word.length] ?? ' ')
    if (isWhole) return at
  }
  return -1
}

/** A name on its line, or anywhere; on a line without a name what stands there first. */
const wordIn = (
  lines: readonly string[],
  name: string | undefined,
  line: number | undefined,
): Position | undefined => {
  if (line !== undefined) {
    const text = lines[line - 1] ?? ''
    const at = name === undefined ? text.search(/[\p{L}_$]/u) : wordFrom(text, name, 0)
    if (at >= 0) return { line: line - 1, character: at }
  }
  if (name === undefined) return undefined
  const row = lines.findIndex(text => wordFrom(text, name, 0) >= 0)
  return row === -1 ? undefined : { line: row, character: wordFrom(lines[row] ?? '', name, 0) }
}

interface Named {
  readonly name: string
  readonly container: string
  readonly path: string
  readonly at: Position
}

const MOST_NAMED = 500

/** What a server knows under a name anywhere in its project. */
export const findNamed = async (
  server: OpenServer,
  query: string,
  waits: Waits,
): Promise<readonly Named[]> => {
  if (!server.capabilities.workspaceSymbolProvider) return []
  const last = plain(query).split('.').at(-1) ?? query
  const answer = await server.client.request('workspace/symbol', { query: last }, waits)
  return (Array.isArray(answer) ? (answer.slice(0, MOST_NAMED) as unknown[]) : []).flatMap(each => {
    const { name, containerName, location } = Object(each) as Record<string, unknown>
    const { uri, range } = Object(location) as Record<string, unknown>
    const path = fileOf(uri)
    const { line, character } = Object(Object(range).start) as Partial<Position>
    if (typeof name !== 'string' || path === undefined || typeof line !== 'number') return []
    return [
      {
        name,
        container: typeof containerName === 'string' ? containerName : '',
        path,
        at: nameAt(path, { line, character: character ?? 0 }, name),
      },
    ]
  })
}

const MOST_LOOKED = 20

/** Some servers say of a member not what it is a member of: their files are asked. */
const declaredAs = async <T extends Named & { readonly server: OpenServer }>(
  all: readonly T[],
  symbol: string,
  waits: Waits,
): Promise<readonly T[]> => {
  const last = plain(symbol).split('.').at(-1)
  const found: T[] = []
  for (const each of all.filter(({ name }) => plain(name) === last).slice(0, MOST_LOOKED)) {
    const declared = flattened(await symbolsOf(each.server, each.path, waits))
    const { line } = each.at
    if (declared.some(one => isNamed(one.whole, symbol) && one.symbol.from <= line && one.symbol.to >= line))
      found.push(each)
  }
  return found
}

/** The one thing of that name in the projects of these servers. Throws ToolError: none, or several. */
export const findAnywhere = async (
  servers: readonly OpenServer[],
  symbol: string,
  { waits, isShown }: { readonly waits: Waits; isShown(path: string): boolean },
): Promise<SymbolLocation> => {
  const all: (Named & { readonly server: OpenServer })[] = []
  for (const server of servers)
    for (const each of await findNamed(server, symbol, waits))
      if (isShown(each.path)) all.push({ ...each, server })
  const whole = (each: Named): string =>
    each.container === '' ? each.name : `${each.container}.${each.name}`
  const sure = all.filter(each => isNamed(whole(each), symbol))
  const exact = sure.length > 0 ? sure : await declaredAs(all, symbol, waits)
  const [only, ...others] = exact.filter(
    (each, index) =>
      exact.findIndex(other => other.path === each.path && other.at.line === each.at.line) === index,
  )
  if (!only) {
    const names = [...new Set(all.map(whole))].slice(0, 5)
    throw new ToolError(
      says('unknown', { symbol, near: names.length > 0 ? says('near', { names }) : says('useGrep') }),
    )
  }
  if (others.length > 0) {
    const places = [only, ...others]
      .slice(0, 10)
      .map(each => `${each.path}:${each.at.line + 1} ${whole(each)}`)
    throw new ToolError(says('several', { symbol, places }))
  }
  const { server, path, at } = only
  const inFile = await findInFile(server, { path, symbol, line: at.line + 1 }, waits)
  return inFile ?? { server, path, at, from: at.line, to: at.line, name: symbol }
}
