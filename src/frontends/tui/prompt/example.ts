import type { FilesPort } from '../ports/files-port.ts'
import type { Words } from '../text/words.ts'

/** Where code usually lies, looked through in this order. */
const PLACES = ['', 'test/', 'tests/', 'spec/', 'src/', 'lib/', 'app/', 'cmd/', 'pkg/']
const TEST = /(?:[._-](?:test|spec)\.\w+|^test_\w+\.py|Tests?\.(?:java|cs|kt|swift|php))$/
const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kt|swift|c|cc|cpp|h|cs|php|ex|exs|scala|clj|lua|sh|vue|svelte)$/
const CONFIG = /(?:^\.|config|rc)\b/i
const TEXT = /^readme(?:\.\w+)?$/i
const LONGEST_PATH = 48

/** Something that could be asked here, about a file that is really there. A handful of directories is read, no more. */
export const findExample = async (
  files: Pick<FilesPort, 'list'>,
  { chat: { examples } }: Pick<Words, 'chat'>,
): Promise<string> => {
  const top = await files.list('')
  const known = new Set(top.map(({ path }) => path))
  const places = PLACES.filter(place => place === '' || known.has(place))
  const listed = await Promise.all(places.map(place => (place === '' ? top : files.list(place))))
  const paths = listed.flat().flatMap(({ path }) => (path.length <= LONGEST_PATH ? [path] : []))
  const named = (pattern: RegExp): string | undefined => paths.find(path => pattern.test(baseOf(path)))
  const test = named(TEST)
  if (test !== undefined) return examples.test(test)
  const source = paths.find(path => SOURCE.test(path) && !CONFIG.test(baseOf(path)))
  if (source !== undefined) return examples.source(source)
  const text = named(TEXT)
  return text === undefined ? examples.empty : examples.text(text)
}

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
