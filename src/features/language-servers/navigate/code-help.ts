import { pathToFileURL } from 'node:url'
import { errorText } from '../../../lib/error-text.ts'
import { escapeLine } from '../../../lib/escape-text.ts'
import { isInside } from '../../../lib/paths.ts'
import { ToolError } from '../../../protocol/tool.ts'
import type {
  CodeAnswer,
  CodeChange,
  CodeHelp,
  CodeLookup,
  CodePlan,
  CodeQuestion,
} from '../../../protocol/tools/code-help.ts'
import type { Capabilities } from '../language-client.ts'
import type { Languages } from '../languages.ts'
import { fileOf, type OpenServer, type Waits } from '../open-server.ts'
import { type FoundLocation, readLocations, showLocations } from './code-locations.ts'
import { filesWith } from './files-with.ts'
import {
  findAnywhere,
  findInFile,
  findNamed,
  flattened,
  type SymbolLocation,
  symbolsOf,
} from './find-symbol.ts'
import { planChange } from './plan-change.ts'
import { says } from './says.ts'

/** A server that starts reads its project first. */
const ANSWER_MS = 60_000
/** Of a definition so much is shown. */
const MOST_LINES = 40
const MOST_TEXT = 4_000

export interface HelpFrom {
  readonly languages: Languages
  /** In a working directory. */
  isInside(path: string): boolean
}

/** Answers of language servers about code, by the names of things. */
export const createCodeHelp = (from: HelpFrom): NonNullable<CodeHelp['codeHelp']> => ({
  look: async (question, signal) =>
    await asked(from, { question, signal }, async at => await look(at, question)),
  plan: async (question, signal) =>
    await asked(from, { question, signal }, async at => await planOf(at, question)),
})

interface Asking {
  readonly from: HelpFrom
  /** Those that may know; of a file its own. */
  readonly servers: readonly OpenServer[]
  readonly waits: Waits
  isShown(path: string): boolean
  isOutside(path: string): boolean
}

const asked = async <T>(
  from: HelpFrom,
  {
    question: { path, operation, cwd },
    signal,
  }: { readonly question: CodeQuestion; readonly signal: AbortSignal },
  answer: (at: Asking) => Promise<T>,
): Promise<T> => {
  const { languages } = from
  const denied = await languages.denied()
  const servers = path === undefined ? serversAt(languages, cwd) : await serverOf(languages, path)
  const [server] = servers
  if (!server) throw new ToolError(says('notRunning'))
  const at: Asking = {
    from,
    servers,
    waits: { timeoutMs: ANSWER_MS, signal },
    isShown: each => !denied(each),
    isOutside: each => !from.isInside(each),
  }
  try {
    return await server.turn(async () => {
      for (const each of servers) each.refresh()
      if (path !== undefined) server.open(path)
      return await answer(at)
    })
  } catch (error) {
    if (error instanceof ToolError || signal.aborted) throw error
    throw new ToolError(says('failed', { server: server.name, reason: `${operation}: ${reasonOf(error)}` }))
  }
}

const reasonOf = (error: unknown): string => escapeLine(errorText(error).split('\n')[0] ?? '', 200)

/** An agent in a worktree means the code there, and everybody else none of a worktree. */
const serversAt = (languages: Languages, cwd: string): readonly OpenServer[] => {
  const all = languages.running()
  const inside = all.filter(({ root }) => isBelow(root, cwd) && !WORKTREE.test(root.slice(cwd.length)))
  if (inside.length > 0) return inside
  const deepest = Math.max(...all.map(({ root }) => (isBelow(cwd, root) ? root.length : 0)))
  return all.filter(({ root }) => isBelow(cwd, root) && root.length === deepest)
}

const WORKTREE = /[\\/]\.(?:capstan|claude)[\\/]worktrees[\\/]/
const isBelow = (path: string, directory: string): boolean =>
  isInside(path, directory, { caseSensitive: true })

const serverOf = async (languages: Languages, path: string): Promise<readonly OpenServer[]> => {
  const server = await languages.serverFor(path)
  if (server) return [server]
  const install = languages.installFor(path)
  throw new ToolError(
    says('none', { path, install: install === undefined ? says('useGrep') : says('install', { install }) }),
  )
}

const placeOf = async (at: Asking, question: CodeQuestion): Promise<SymbolLocation> => {
  const { path, symbol, line, operation } = question
  const [server] = at.servers
  if (path !== undefined && server && (symbol !== undefined || line !== undefined)) {
    const found = await findInFile(
      server,
      { path, ...(symbol === undefined ? {} : { symbol }), ...(line === undefined ? {} : { line }) },
      at.waits,
    )
    if (found) return await withUses(found, operation, at)
    throw new ToolError(says('unknown', { symbol: symbol ?? `${path}:${line}`, near: says('useGrep') }))
  }
  if (symbol === undefined) throw new ToolError(says('needsSymbol', { operation }))
  return await withUses(await findAnywhere(at.servers, symbol, at), operation, at)
}

const OF_USES: ReadonlySet<CodeQuestion['operation']> = new Set(['references', 'rename', 'incoming_calls'])

/** A server that knows only what it has open is shown where the name stands, before it is asked for all of its uses. */
const withUses = async (
  place: SymbolLocation,
  operation: CodeQuestion['operation'],
  { waits, isShown }: Asking,
): Promise<SymbolLocation> => {
  const { server, name } = place
  if (!server.onlyOpen || !OF_USES.has(operation)) return place
  const since = server.moment
  const { files: all, cut } = await filesWith(name.split(/[.:]+/).at(-1) ?? name, server)
  // Half of a rename breaks what it leaves out.
  if (cut && operation === 'rename') throw new ToolError(says('tooMany', { server: server.name }))
  const files = all.filter(file => isShown(file) && server.textOf(file) === undefined)
  for (const file of files) server.open(file)
  if (files.length > 0) await server.settle({ must: files, may: [], since }, waits)
  return place
}

const planOf = async (at: Asking, question: CodeQuestion<CodeChange>): Promise<CodePlan> => {
  const { path, operation, symbol, line } = question
  const [server] = at.servers
  if (operation === 'format' || (operation === 'code_action' && symbol === undefined && line === undefined)) {
    if (path === undefined || !server) throw new ToolError(says('needsFile', { operation }))
    const whole = { server, path, at: { line: 0, character: 0 }, from: 0, to: 0, name: '' }
    return await planChange(whole, question, at)
  }
  return await planChange(await placeOf(at, question), question, at)
}

/** By what a server says it can do. */
const NEEDS: Partial<Record<CodeLookup, keyof Capabilities>> = {
  definition: 'definitionProvider',
  references: 'referencesProvider',
  implementations: 'implementationProvider',
  hover: 'hoverProvider',
  signature: 'hoverProvider',
  incoming_calls: 'callHierarchyProvider',
  outgoing_calls: 'callHierarchyProvider',
  supertypes: 'typeHierarchyProvider',
  subtypes: 'typeHierarchyProvider',
}

const look = async (at: Asking, question: CodeQuestion<CodeLookup>): Promise<CodeAnswer> => {
  const { operation } = question
  if (operation === 'symbols') return await outline(at, question)
  const place = await placeOf(at, question)
  const { server, path } = place
  const needed = NEEDS[operation]
  const can = needed === undefined || server.capabilities[needed]
  if (!can) {
    // Without a hierarchy of calls, uses tell who calls.
    if (operation === 'incoming_calls') return await usesOf(at, place)
    throw new ToolError(says('cannot', { server: server.name, operation, useGrep: says('useGrep') }))
  }
  const showing = { ...at, near: path }
  switch (operation) {
    case 'definition':
      return showLocations(await definitionsOf(at, place), showing)
    case 'implementations':
      return showLocations(
        readLocations(await request(place, 'textDocument/implementation', { waits: at.waits })),
        showing,
      )
    case 'references':
      return await usesOf(at, place)
    case 'hover':
    case 'signature':
      return await describe(place, operation, at.waits)
    default:
      return showLocations(await hierarchyOf(place, operation, at.waits), showing)
  }
}

const request = async (
  { server, path, at }: SymbolLocation,
  method: string,
  { more, waits }: { readonly more?: object; readonly waits: Waits },
): Promise<unknown> =>
  await server.client.request(
    method,
    { textDocument: { uri: pathToFileURL(path).href }, position: at, ...more },
    waits,
  )

/** With as much of what is defined as can be shown. */
const definitionsOf = async (at: Asking, place: SymbolLocation): Promise<readonly FoundLocation[]> => {
  const found = readLocations(await request(place, 'textDocument/definition', { waits: at.waits }))
  const all = found.length > 0 ? found : [{ path: place.path, from: place.from, to: place.to }]
  return await Promise.all(
    all.slice(0, 5).map(async each => {
      if (at.isOutside(each.path)) return each
      const symbols = await symbolsOf(place.server, each.path, at.waits).catch(() => [])
      const around = flattened(symbols)
        .filter(({ symbol }) => symbol.at.line === each.from || symbol.from === each.from)
        .at(-1)
      if (!around) return each
      const { from, to } = around.symbol
      return { path: each.path, from, to: Math.min(to, from + MOST_LINES - 1), about: around.whole }
    }),
  )
}

const usesOf = async (at: Asking, place: SymbolLocation): Promise<CodeAnswer> =>
  showLocations(
    readLocations(
      await request(place, 'textDocument/references', {
        more: { context: { includeDeclaration: true } },
        waits: at.waits,
      }),
    ),
    { ...at, near: place.path },
  )

const describe = async (
  place: SymbolLocation,
  operation: 'hover' | 'signature',
  waits: Waits,
): Promise<CodeAnswer> => {
  const { contents } = Object(await request(place, 'textDocument/hover', { waits })) as Record<
    string,
    unknown
  >
  const text = textOf(contents)
  const [, code] = /```[^\n]*\n([\s\S]*?)```/.exec(text) ?? []
  const said = operation === 'signature' && code !== undefined ? code : text.replaceAll(/```[^\n]*\n?/g, '')
  return { text: said.trim().slice(0, MOST_TEXT), places: [], more: 0 }
}

const textOf = (contents: unknown): string => {
  if (typeof contents === 'string') return contents
  if (Array.isArray(contents)) return contents.map(textOf).join('\n')
  const { value, language } = Object(contents) as Record<string, unknown>
  if (typeof value !== 'string') return ''
  return typeof language === 'string' ? `\`\`\`${language}\n${value}\n\`\`\`` : value
}

const HIERARCHY = {
  incoming_calls: ['textDocument/prepareCallHierarchy', 'callHierarchy/incomingCalls', 'from'],
  outgoing_calls: ['textDocument/prepareCallHierarchy', 'callHierarchy/outgoingCalls', 'to'],
  supertypes: ['textDocument/prepareTypeHierarchy', 'typeHierarchy/supertypes', undefined],
  subtypes: ['textDocument/prepareTypeHierarchy', 'typeHierarchy/subtypes', undefined],
} as const

const hierarchyOf = async (
  place: SymbolLocation,
  operation: keyof typeof HIERARCHY,
  waits: Waits,
): Promise<readonly FoundLocation[]> => {
  const [prepare, ask, side] = HIERARCHY[operation]
  const prepared = await request(place, prepare, { waits })
  const [item] = Array.isArray(prepared) ? (prepared as unknown[]) : []
  if (item === undefined) return []
  const answer = await place.server.client.request(ask, { item }, waits)
  return (Array.isArray(answer) ? (answer as unknown[]) : []).flatMap((each): readonly FoundLocation[] => {
    const call = Object(each) as Record<string, unknown>
    const { uri, name, selectionRange } = Object(side ? call[side] : call) as Record<string, unknown>
    const path = fileOf(uri)
    if (path === undefined) return []
    const about = String(name)
    const lines = rangesIn(side === 'from' ? call['fromRanges'] : [selectionRange])
    return lines.map(line => ({ path, from: line, to: line, about }))
  })
}

const rangesIn = (ranges: unknown): readonly number[] =>
  (Array.isArray(ranges) ? (ranges as unknown[]) : []).flatMap(range => {
    const { line } = Object(Object(range).start) as { readonly line?: unknown }
    return typeof line === 'number' ? [line] : []
  })

/** Of a file what it declares, else what has such a name anywhere. */
const outline = async (at: Asking, { path, symbol }: CodeQuestion<CodeLookup>): Promise<CodeAnswer> => {
  const [server] = at.servers
  if (path !== undefined && server) {
    const all = flattened(await symbolsOf(server, path, at.waits))
    const lines = all.map(({ whole, symbol: { at: place } }) => ({
      path,
      from: place.line,
      to: place.line,
      about: whole,
    }))
    const wanted = symbol?.toLowerCase()
    const fitting =
      wanted === undefined ? lines : lines.filter(({ about }) => about.toLowerCase().includes(wanted))
    return showLocations(fitting, { ...at, near: path })
  }
  if (symbol === undefined) throw new ToolError(says('needsSymbol', { operation: 'symbols' }))
  const named = await Promise.all(at.servers.map(each => findNamed(each, symbol, at.waits)))
  return showLocations(
    named.flat().map(({ path: file, at: { line }, name, container }) => ({
      path: file,
      from: line,
      to: line,
      about: container === '' ? name : `${container}.${name}`,
    })),
    at,
  )
}
