import { basename } from 'node:path'

const MAX_NAME = 40
const ID_CHARS = 4
/** Of an id: enough to mean one of them. */
const MIN_PREFIX = 8

interface Nameable {
  readonly id: string
  readonly title?: string
  readonly cwd: string
}

/** Letters and digits of any script with hyphens between them, so that it can be typed behind `@`. */
const toSlug = (text: string): string =>
  Array.from(
    text
      .normalize('NFKC')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, ''),
  )
    .slice(0, MAX_NAME)
    .join('')
    .replace(/-+$/, '')

const suffixed = (slug: string, id: string): string =>
  [slug, id.replace(/[^\da-z]/gi, '').slice(0, ID_CHARS)].filter(part => part !== '').join('-')

const fold = (name: string): string => name.normalize('NFKC').toLowerCase()

/** By the title of the session, else by its directory; where two would have the same name, both carry some of their id. */
export const namePeers = <T extends Nameable>(
  peers: readonly T[],
): readonly (T & { readonly name: string })[] => {
  const slugs = peers.map(({ title }) => toSlug(title ?? ''))
  const counts = new Map<string, number>()
  for (const slug of slugs) counts.set(fold(slug), (counts.get(fold(slug)) ?? 0) + 1)
  return peers.map((peer, index) => {
    const slug = slugs[index] ?? ''
    const isOnly = slug !== '' && counts.get(fold(slug)) === 1
    const name = isOnly ? slug : suffixed(slug || toSlug(basename(peer.cwd)) || 'session', peer.id)
    return { ...peer, name }
  })
}

/** By id, by name, whatever the case of its letters, or by the beginning of the id. Several: nobody is meant for sure. */
export const findPeers = <T extends { readonly id: string; readonly name: string }>(
  peers: readonly T[],
  wanted: string,
): readonly T[] => {
  const folded = fold(wanted.trim().replace(/^@/, ''))
  if (folded === '') return []
  const exact = peers.filter(({ id }) => id === folded)
  if (exact.length > 0) return exact
  const named = peers.filter(({ name }) => fold(name) === folded)
  if (named.length > 0) return named
  return folded.length < MIN_PREFIX ? [] : peers.filter(({ id }) => id.startsWith(folded))
}
