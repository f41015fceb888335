import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Put in by the build of the native program. */
declare const CAPSTAN_CHANGELOG: string | undefined

/** What is new in the newest version, from the changelog that comes with the program. */
export const readReleaseNotes = (from = dirname(fileURLToPath(import.meta.url))): string => {
  if (typeof CAPSTAN_CHANGELOG === 'string') return newestOf(CAPSTAN_CHANGELOG)
  // In the sources this file lies deeper than in what is built of it.
  for (let at = from, up = 0; up < 4; at = dirname(at), up++) {
    const text = readIfThere(join(at, 'CHANGELOG.md'))
    if (text !== undefined) return newestOf(text)
  }
  return 'The changelog is missing: it should be next to the program.'
}

const newestOf = (text: string): string =>
  /^## [\s\S]*?(?=^## |(?![\s\S]))/m.exec(text)?.[0].trim() ?? text.trim()

const readIfThere = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Not here, then further up.
    return undefined
  }
}
