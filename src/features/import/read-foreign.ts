import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseBoundedJson } from '../../lib/values/parse-bounded-json.ts'
import { parseYaml } from '../../lib/yaml/parse-yaml.ts'

const MAX_BYTES = 1024 * 1024
const MAX_FILES = 500

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Undefined when there is none, or it is no text of a bearable size. */
export const readText = (file: string): string | undefined => {
  const stats = statSync(file, { throwIfNoEntry: false })
  return stats?.isFile() && stats.size <= MAX_BYTES
    ? readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
    : undefined
}

/** Files of an ending below a directory, with their names without it: `git/commit`. */
export const filesBelow = (
  directory: string,
  ending: string,
): readonly { readonly file: string; readonly name: string }[] => {
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory()) return []
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && entry.name.endsWith(ending))
    .slice(0, MAX_FILES)
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
    .map(file => ({ file, name: file.slice(directory.length + 1, -ending.length) }))
}

export const directoriesIn = (directory: string): readonly string[] =>
  statSync(directory, { throwIfNoEntry: false })?.isDirectory()
    ? readdirSync(directory, { withFileTypes: true })
        .filter(entry => entry.isDirectory())
        .map(({ name }) => join(directory, name))
    : []

/** JSON with comments and trailing commas; undefined when it is none. */
export const readLooseJson = (file: string): unknown => {
  const text = readText(file)
  if (text === undefined) return undefined
  const bare = text.replace(
    /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (_, quoted?: string) => quoted ?? '',
  )
  const clean = bare.replace(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_, quoted?: string) => quoted ?? '')
  try {
    return parseBoundedJson(clean)
  } catch {
    // The caller says that the file cannot be read.
    return undefined
  }
}

/** The fields above a text, and the text. */
export const splitHead = (text: string): { readonly head: Fields; readonly body: string } => {
  const [whole, written] = /^---\r?\n([\s\S]*?)\r?\n?---(?:\r?\n|$)/.exec(text) ?? []
  if (whole === undefined) return { head: {}, body: text }
  try {
    const head = parseYaml(written ?? '')
    return { head: isFields(head) ? head : {}, body: text.slice(whole.length) }
  } catch {
    // Heads of other programs are not always YAML: the text still is what it is.
    return { head: {}, body: text.slice(whole.length) }
  }
}

/** A text with fields above it. */
export const withHead = (head: Readonly<Record<string, unknown>>, body: string): string => {
  const lines = Object.entries(head)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return lines.length === 0
    ? body
    : `---\n${lines.join('\n')}\n---\n${body.startsWith('\n') ? body.slice(1) : body}`
}

export const textIn = (fields: Fields, key: string): string | undefined => {
  const value = fields[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}
