import { matchWildcard } from '../../../lib/text/wildcard.ts'
import { foldedNames } from './folded-names.ts'

const DIRECTORIES = new Set(['.ssh', '.aws', '.gnupg'])
const FILES = new Set(['.npmrc', '.pypirc', '.netrc', '.git-credentials', 'credentials.json'])
const ENVIRONMENT = /^\.env(?:\..*)?$/
const ENVIRONMENT_SAMPLE = /\.(?:example|sample|template|dist)$/
const KEY_FILE = /\.(?:pem|key|p12|pfx|kdbx)$/
const PRIVATE_KEY = /^id_(?:rsa|dsa|ecdsa|ed25519)/

const isSensitiveName = (name: string): boolean =>
  FILES.has(name) ||
  (ENVIRONMENT.test(name) && !ENVIRONMENT_SAMPLE.test(name)) ||
  KEY_FILE.test(name) ||
  (PRIVATE_KEY.test(name) && !name.endsWith('.pub'))

/** What every such name has somewhere, or a sign that is not plain: most paths have none and are not taken apart. */
const HINT = /[^ -~]|(?:^|\/)(?:\.|id_|credentials)|\.(?:pem|key|p12|pfx|kdbx)(?:\/|$)/i

/** The name in the path that holds secrets as a rule, so that reading it asks even inside. */
export const findSensitive = (path: string): string | undefined => {
  if (!HINT.test(path)) return undefined
  const names = foldedNames(path)
  const directory = names.find(name => DIRECTORIES.has(name))
  const last = names.at(-1)
  return directory ?? (last !== undefined && isSensitiveName(last) ? last : undefined)
}

/** Names, beginnings of names and extensions that are sensitive. */
const WHOLE: readonly string[] = [...FILES, ...DIRECTORIES, '.env']
const BEGINNINGS = ['.env.', 'id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519']
const EXTENSIONS = ['.pem', '.key', '.p12', '.pfx', '.kdbx']

/** `?` and brackets count as stars: answers yes in doubt. */
const mayBe = (pattern: string, name: string): boolean =>
  matchWildcard(pattern.replace(/\[[^\]]*\]|[?[\]\\]/g, '*'), name)

/**
 * Whether a wildcard name hints at a sensitive file. A pattern that says next to nothing (`*`, `*.json`, `a*`) does not:
 * it has to be compared with what is there.
 */
export const mayMatchSensitive = (pattern: string): boolean => {
  const folded = pattern.toLowerCase()
  const said = folded.replace(/\[[^\]]*\]|[*?]/g, '')
  const extension = folded.slice(folded.lastIndexOf('.'))
  if (/[a-z\d]/.test(extension.replace(/\[[^\]]*\]/g, '')) && EXTENSIONS.some(one => mayBe(extension, one)))
    return extension.startsWith('.')
  const vague = folded.startsWith('*') && (said.length < 3 || said.startsWith('.'))
  if (vague || (said === '' && !folded.startsWith('['))) return false
  return WHOLE.some(name => mayBe(folded, name)) || (begins(folded) && !isExempt(folded))
}

const begins = (pattern: string): boolean => {
  const head = /^[^*?[\\]*/.exec(pattern)?.[0] ?? ''
  return BEGINNINGS.some(
    name => mayBe(pattern, name) || (head !== '' && (head.startsWith(name) || name.startsWith(head))),
  )
}

const isExempt = (pattern: string): boolean =>
  ENVIRONMENT_SAMPLE.test(pattern) || (pattern.startsWith('id_') && pattern.endsWith('.pub'))
