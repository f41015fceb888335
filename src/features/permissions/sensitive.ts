import { foldedNames } from './name.ts'

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

/** The name in the path that holds secrets as a rule, so that reading it asks even inside. */
export const findSensitive = (path: string): string | undefined => {
  const names = foldedNames(path)
  const directory = names.find(name => DIRECTORIES.has(name))
  const last = names.at(-1)
  return directory ?? (last !== undefined && isSensitiveName(last) ? last : undefined)
}

/** One name of every kind, for the question whether a wildcard could stand for it. */
const KINDS: readonly { readonly head: string; readonly tail: string }[] = [
  ...[...FILES, ...DIRECTORIES, '.env'].map(name => ({ head: name, tail: '' })),
  { head: '.env.', tail: '' },
  ...['.pem', '.key', '.p12', '.pfx', '.kdbx'].map(tail => ({ head: '', tail })),
  ...['id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519'].map(head => ({ head, tail: '' })),
]
/** Extensions that none of the above has. */
const PLAIN_TAIL =
  /\.(?:[cm]?[jt]sx?|json5?|md|txt|py|rb|go|rs|c|h|cc|cpp|hpp|java|kt|swift|php|html?|s?css|less|ya?ml|toml|xml|csv|sql|sh|log|lock|vue|svelte|lua|ex|exs|erl|hs|scala|cs|fs|dart|proto|graphql|snap|diff|patch)$/

/**
 * Whether a wildcard name could stand for a sensitive file. Answers yes in doubt: only a pattern that ends in a plain
 * extension, or whose literal beginning rules every kind out, is cleared.
 */
export const mayMatchSensitive = (pattern: string): boolean => {
  const folded = pattern.toLowerCase()
  const literalHead = /^[^*?[\\]*/.exec(folded)?.[0] ?? ''
  const literalTail = /[^*?\]\\]*$/.exec(folded)?.[0] ?? ''
  if (PLAIN_TAIL.test(literalTail) && literalTail.startsWith('.'))
    return folded.startsWith('.env') || literalHead.startsWith('id_') || couldBe(literalHead, literalTail)
  return KINDS.some(({ head, tail }) => {
    if (head !== '') return head.startsWith(literalHead) || literalHead.startsWith(head)
    return tail.endsWith(literalTail) || literalTail.endsWith(tail) || literalTail === ''
  })
}

/** Whole names with a plain extension that are sensitive: `credentials.json`, and `.env.json` and its like. */
const couldBe = (head: string, tail: string): boolean =>
  ('credentials.json'.startsWith(head) && 'credentials.json'.endsWith(tail)) ||
  (head.startsWith('.') && '.env.'.startsWith(head))
