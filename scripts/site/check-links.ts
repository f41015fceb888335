/** What leads nowhere in a set of pages: pages, anchors and pictures, and whatever would be fetched from elsewhere. */
export const deadLinks = (
  pages: ReadonlyMap<string, string>,
  files: ReadonlySet<string>,
): readonly string[] => {
  const ids = new Map([...pages].map(([file, html]) => [file, idsOf(html)]))
  return [...pages].flatMap(([file, html]) =>
    referencesOf(html).flatMap(({ kind, to }) => {
      const fault = faultOf({ file, kind, to, ids, files })
      return fault === undefined ? [] : [`${file}: ${to} ${fault}`]
    }),
  )
}

interface Reference {
  /** `href` of a link; `src`: the page itself needs it. */
  readonly kind: 'href' | 'src'
  readonly to: string
}

const referencesOf = (html: string): readonly Reference[] =>
  [...html.matchAll(/<(a|link|img|script)\s[^>]*?\b(?:href|src)="([^"]*)"/g)].map(([, tag, to = '']) => ({
    kind: tag === 'a' ? 'href' : 'src',
    to: to.replaceAll('&amp;', '&'),
  }))

const idsOf = (html: string): ReadonlySet<string> =>
  new Set([...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id))

const faultOf = ({
  file,
  kind,
  to,
  ids,
  files,
}: Reference & {
  readonly file: string
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>
  readonly files: ReadonlySet<string>
}): string | undefined => {
  if (/^https?:\/\//.test(to)) return kind === 'src' ? 'would be fetched from elsewhere' : undefined
  if (/^[a-z]+:/.test(to)) return 'has a scheme nobody opens'
  const [path = '', anchor] = to.split('#')
  const target = path === '' ? file : decodeURI(path)
  const known = ids.get(target)
  if (!known && !files.has(target)) return 'is not there'
  if (anchor !== undefined && known && !known.has(decodeURIComponent(anchor))) return 'has no such heading'
  return undefined
}
