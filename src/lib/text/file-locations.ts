import { type Edges, NO_EDGES } from './inline-edges.ts'

/** A place in a file that a text names, such as `src/app.ts:12`. */
export interface FileLocation {
  readonly from: number
  readonly to: number
  /** As it is to be copied: below the working directory, without a way out of it. */
  readonly place: string
}

/** Begins where no word, path or address goes on, so that a long text is read once. */
const PLACE = /(?<![\w@+./:~\\#%-])\/?[\w@+.-]+(?:\/[\w@+.-]+)*:\d{1,7}(?::\d{1,5})?(?![\w/]|:[\d/]|\.\w)/g
/** Endings of hosts, which are followed by a port. */
const HOSTS = /\.(?:com|org|net|io|dev|app|local|test|example|localhost|internal)$/i
const LONGEST = 20_000
const MOST = 200

/** Places in files of the project. What leads elsewhere, or is no file's name, stays text. */
export const fileLocations = (
  text: string,
  cwd: string,
  edges: Edges = NO_EDGES,
): readonly FileLocation[] => {
  if (text.length > LONGEST || !text.includes(':')) return []
  const found: FileLocation[] = []
  const start = edges.before.length
  for (const { 0: written, index } of `${edges.before}${text}${edges.after}`.matchAll(PLACE)) {
    const place = inside(written, cwd)
    const from = index - start
    const to = from + written.length
    if (place !== undefined && from >= 0 && to <= text.length) found.push({ from, to, place })
    if (found.length === MOST) break
  }
  return found
}

const inside = (written: string, cwd: string): string | undefined => {
  const isBelow = cwd !== '' && written.startsWith(`${cwd}/`)
  const place = isBelow ? written.slice(cwd.length + 1) : written
  if (place.startsWith('/')) return undefined
  const path = place.replace(/:.*$/, '')
  const names = path.split('/')
  if (names.includes('..')) return undefined
  const isFile = names.length > 1 ? path !== '' : /^[^.]*\.[A-Za-z]\w{0,9}$/.test(path) && !HOSTS.test(path)
  return isFile ? place : undefined
}
