/** A place in a file that a text names, such as `src/app.ts:12`. */
export interface FilePlace {
  readonly from: number
  readonly to: number
  /** As it is to be copied: below the working directory, without a way out of it. */
  readonly place: string
}

/** Begins where no word, path or address goes on, so that a long text is read once. */
const PLACE = /(?<![\w@+./:~\\-])\/?[\w@+.-]+(?:\/[\w@+.-]+)*:\d{1,7}(?::\d{1,5})?(?![\w:/]|\.\w)/g
/** Endings of hosts, which are followed by a port. */
const HOSTS = /\.(?:com|org|net|io|dev|app|local|test|example|localhost|internal)$/i
const LONGEST = 20_000
const MOST = 200

/** Places in files of the project. What leads elsewhere, or is no file's name, stays text. */
export const filePlaces = (text: string, cwd: string): readonly FilePlace[] => {
  if (text.length > LONGEST) return []
  const found: FilePlace[] = []
  for (const { 0: written, index } of text.matchAll(PLACE)) {
    const place = inside(written, cwd)
    if (place !== undefined) found.push({ from: index, to: index + written.length, place })
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
