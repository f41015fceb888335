import { existsSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isObject } from '../../lib/is-object.ts'

/** What is selected in an editor. Foreign text. */
export interface Selected {
  /** Absolute. */
  readonly path: string
  readonly text: string
  /** From one, both inclusive. */
  readonly from: number
  readonly to: number
  /** The file is in sight, and nothing in it is selected. */
  readonly isEmpty: boolean
}

/** A file, or lines of it, that the person sent from their editor. */
export interface Mentioned {
  readonly path: string
  readonly lines?: { readonly from: number; readonly to: number }
}

/** What became of a change that was shown. */
export type DiffAnswer =
  /** With `text` the person wants that in the file, which may be what was proposed. */
  | { readonly kind: 'accepted'; readonly text?: string }
  | { readonly kind: 'rejected' }
  /** Nobody decided anything: the tab is gone, or the editor shows no diffs. */
  | { readonly kind: 'none' }

export interface EditorProblem {
  /** From one. */
  readonly line: number
  readonly level: 'error' | 'warning'
  readonly message: string
  readonly code?: string
}

/** Nobody selects more to ask about it; what is longer is kept up to here. */
const MOST_TEXT = 200_000
const MOST_PATH = 4_096
const MOST_FOLDERS = 50

/** Undefined: nothing is selected, or the message is not one. */
export const readSelection = (params: unknown, folders: readonly string[]): Selected | undefined => {
  const { filePath, text, selection } = isObject(params) ? params : {}
  const path = pathIn(folders, filePath)
  if (path === undefined) return undefined
  const { start, end, isEmpty } = isObject(selection) ? selection : {}
  const from = lineOf(start)
  const to = lineOf(end)
  const selected = typeof text === 'string' ? text.slice(0, MOST_TEXT) : ''
  if (from === undefined || to === undefined || to < from || isEmpty === true || selected === '')
    return { path, text: '', from: from ?? 1, to: from ?? 1, isEmpty: true }
  // Down to the beginning of a line is not into it.
  const last = to > from && characterOf(end) === 0 ? to - 1 : to
  return { path, text: selected, from, to: last, isEmpty: false }
}

/** The answer to the question for it, in the same fields. */
export const readSelected = (
  [text = '']: readonly string[],
  folders: readonly string[],
): Selected | undefined => {
  const answer = parsed(text)
  return isObject(answer) && answer['success'] === true ? readSelection(answer, folders) : undefined
}

/** Lines come counted from zero. */
export const readMention = (params: unknown, folders: readonly string[]): Mentioned | undefined => {
  const { filePath, lineStart, lineEnd } = isObject(params) ? params : {}
  const path = pathIn(folders, filePath)
  if (path === undefined) return undefined
  if (!isLine(lineStart)) return { path }
  const to = isLine(lineEnd) ? Math.max(lineStart, lineEnd) : lineStart
  return { path, lines: { from: lineStart + 1, to: to + 1 } }
}

export const isRelativeMention = (params: unknown): boolean => {
  const filePath = isObject(params) ? params['filePath'] : undefined
  return isPath(filePath) && !isAbsolute(filePath) && !filePath.startsWith('file:')
}

/** The folders the editor answers with: the one it stands in first. */
export const readFolders = ([text = '']: readonly string[]): readonly string[] => {
  const answer = parsed(text)
  if (!isObject(answer)) return []
  const folders = listOf(answer['folders']).map(each =>
    isObject(each) ? (each['path'] ?? each['uri']) : each,
  )
  return [answer['rootPath'], ...folders].flatMap(each => pathOf(each) ?? []).slice(0, MOST_FOLDERS)
}

export const readDiffAnswer = ([what, text]: readonly string[]): DiffAnswer => {
  if (what === 'FILE_SAVED') return { kind: 'accepted', ...(text === undefined ? {} : { text }) }
  return what === 'DIFF_REJECTED' ? { kind: 'rejected' } : { kind: 'none' }
}

/** Errors and warnings in one file, under any of its names, in either of the two forms editors answer in. */
export const readProblems = (
  texts: readonly string[],
  names: readonly string[],
): readonly EditorProblem[] => {
  const isNamed = (path: unknown): boolean => names.some(name => name === path)
  return texts
    .flatMap(text => listOf(parsed(text)))
    .flatMap(each => {
      if (!isObject(each)) return []
      const { uri, filePath, diagnostics } = each
      if (Array.isArray(diagnostics)) return isNamed(pathOf(uri)) ? diagnostics.flatMap(readOne) : []
      return isNamed(filePath) ? readOne(each) : []
    })
}

const readOne = (value: unknown): readonly EditorProblem[] => {
  const { message, severity, range, line, code } = isObject(value) ? value : {}
  const level = LEVELS.get(severity)
  if (typeof message !== 'string' || level === undefined) return []
  const start = isObject(range) ? lineOf(range['start']) : undefined
  return [
    {
      line: start ?? (isLine(line) && line > 0 ? line : 1),
      level,
      message,
      ...(typeof code === 'string' || typeof code === 'number' ? { code: String(code) } : {}),
    },
  ]
}

const LEVELS: ReadonlyMap<unknown, EditorProblem['level']> = new Map<unknown, EditorProblem['level']>([
  [1, 'error'],
  ['Error', 'error'],
  [2, 'warning'],
  ['Warning', 'warning'],
])

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Words for somebody else.
    return undefined
  }
}

/** A path may be a URI, or relative to one of the folders the editor has open. */
const pathIn = (folders: readonly string[], value: unknown): string | undefined => {
  if (!isPath(value) || isAbsolute(value) || value.startsWith('file:')) return pathOf(value)
  const possible = folders.map(folder => resolve(folder, value))
  return possible.find(path => existsSync(path)) ?? possible[0]
}

const isPath = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MOST_PATH && !value.includes('\0')

const pathOf = (uri: unknown): string | undefined => {
  if (!isPath(uri)) return undefined
  if (!uri.startsWith('file:')) return isAbsolute(uri) ? uri : undefined
  try {
    return fileURLToPath(uri)
  } catch {
    // A host, or an escape no path can hold.
    return undefined
  }
}

const isLine = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

const lineOf = (position: unknown): number | undefined => {
  const line = isObject(position) ? position['line'] : undefined
  return isLine(line) ? line + 1 : undefined
}

const characterOf = (position: unknown): unknown => (isObject(position) ? position['character'] : undefined)
