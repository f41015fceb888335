import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { escapeLine } from '../../lib/escape-text.ts'
import { parseFields, splitFrontmatter } from '../../lib/frontmatter.ts'
import type { ContributionSource } from '../../protocol/extensions/source.ts'
import { styleText } from '../../protocol/messages/host/output-styles.ts'
import { lines } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import {
  BUILT_IN_STYLES,
  DEFAULT_STYLE,
  type ListedStyle,
  type OutputStyle,
  OWN_STYLES,
} from './output-styles.ts'

const MAX_BYTES = 64 * 1024
const MAX_FILES = 200

export interface StyleAnswer {
  readonly style?: OutputStyle
  /** For the person: why another style is used than the one that was asked for. */
  readonly problem?: LocalizedText
}

/** Where styles are: a directory, or a file. */
export interface StyleLocation {
  readonly path: string
  /** What stands before the names of styles of a plugin. */
  readonly prefix?: string
  readonly source?: ContributionSource
}

/** The style of that name; files win over our own, earlier directories over later ones. */
export const readOutputStyle = async (
  name: string,
  places: readonly StyleLocation[],
): Promise<StyleAnswer> => {
  const wanted = name.trim().toLowerCase()
  const problems: LocalizedText[] = []
  const names = new Set([DEFAULT_STYLE, ...BUILT_IN_STYLES.map(style => style.name)])
  for (const file of places.flatMap(listFiles)) {
    const style = await readStyle(file)
    if ('id' in style) {
      problems.push(style)
      continue
    }
    if (style.name.toLowerCase() === wanted) return { style }
    names.add(style.name)
  }
  const own = BUILT_IN_STYLES.find(style => style.name === wanted)
  if (own) return { style: own }
  if (wanted === DEFAULT_STYLE) return {}
  const known = [...names].map(one => escapeLine(one, 60))
  const unknown = styleText('unknown', {
    name: JSON.stringify(escapeLine(name, 60)),
    known,
    used: DEFAULT_STYLE,
  })
  return { problem: problems.length === 0 ? unknown : lines([unknown, ...problems]) }
}

/** The style that a plugin wants whenever it is in use; of several, the first. Others cannot want that. */
export const readForcedStyle = async (places: readonly StyleLocation[]): Promise<OutputStyle | undefined> => {
  for (const file of places.filter(({ prefix }) => prefix !== undefined).flatMap(listFiles)) {
    const style = await readStyle(file)
    if (!('id' in style) && style.forced) return style
  }
  return undefined
}

/** Every style that can be chosen: our own, and those of files, of which the first of a name counts. */
export const listOutputStyles = async (places: readonly StyleLocation[]): Promise<readonly ListedStyle[]> => {
  const found = new Map<string, ListedStyle>()
  for (const file of places.flatMap(listFiles)) {
    const style = await readStyle(file)
    if ('id' in style) continue
    const { name, description } = style
    const { path, source } = file
    const listed = { name, description, file: path, ...(source ? { source } : {}) }
    if (!found.has(name.toLowerCase())) found.set(name.toLowerCase(), listed)
  }
  return [...OWN_STYLES.filter(({ name }) => !found.has(name)), ...found.values()]
}

/** In the order of their names, so that the same one wins everywhere. */
const listFiles = ({ path: directory, ...prefix }: StyleLocation): readonly StyleLocation[] => {
  if (extname(directory) === '.md') return [{ path: directory, ...prefix }]
  try {
    const names = readdirSync(directory).filter(name => extname(name) === '.md')
    return names
      .sort()
      .slice(0, MAX_FILES)
      .map(name => ({ path: join(directory, name), ...prefix }))
  } catch {
    // Most people have no such directory; one that cannot be read holds no style for us.
    return []
  }
}

/** What is wrong with it, when it cannot be used. */
const readStyle = async ({ path, prefix = '' }: StyleLocation): Promise<OutputStyle | LocalizedText> => {
  const text = readBounded(path)
  if (text === undefined) return styleText('unreadable', { path, most: MAX_BYTES })
  const { head, body } = splitFrontmatter(text)
  const { fields, guessed } = (await parseFields(head)) ?? {}
  if (fields === undefined || guessed) return styleText('bad_yaml', { path })
  if (body.trim() === '') return styleText('no_text', { path })
  const given = fields['name']
  const described = fields['description']
  const name = typeof given === 'string' && given.trim() !== '' ? given.trim() : basename(path, '.md')
  if (prefix === '' && name.includes(':')) return styleText('colon', { path })
  return {
    name: `${prefix}${name}`,
    description: typeof described === 'string' ? described : '',
    text: { own: body.trim() },
    keepWork: fields['keep-coding-instructions'] === true,
    ...(fields['force-for-plugin'] === true && prefix !== '' ? { forced: true } : {}),
  }
}

const readBounded = (path: string): string | undefined => {
  try {
    const facts = statSync(path)
    return facts.isFile() && facts.size <= MAX_BYTES ? readFileSync(path, 'utf8') : undefined
  } catch {
    // Said by the caller: what cannot be read is no style.
    return undefined
  }
}
