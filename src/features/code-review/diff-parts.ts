/** What a diff says of one file. */
export interface DiffPart {
  /** Of the new side; of a deleted file the old one. */
  readonly file: string
  readonly text: string
}

export interface FittedDiff {
  readonly text: string
  readonly files: readonly string[]
  /** Files whose changes are only named: generated ones and those that are too long. */
  readonly leftOut: readonly string[]
}

/** Of one file; a change of a thousand lines is read in the checkout. */
const MAX_PART = 60_000
/** Of files that programs write, or nobody reads line by line. */
const MAX_GENERATED = 3_000
const GENERATED =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|bun\.lockb?|go\.sum|[^/]+\.lock)$|\.(?:min\.(?:js|css)|map|snap|svg|ipynb|pb\.go)$|(?:^|\/)(?:vendor|node_modules|dist)\//i

/** The pieces of a diff of git, one for each file. */
export const diffParts = (diff: string): readonly DiffPart[] => {
  const parts: DiffPart[] = []
  let from = diff.startsWith('diff --git ') ? 0 : -1
  while (from >= 0) {
    // Lines of a file begin with a sign, so this begins another one.
    const next = diff.indexOf('\ndiff --git ', from)
    const text = next < 0 ? diff.slice(from) : diff.slice(from, next + 1)
    parts.push({ file: nameOf(text), text })
    from = next < 0 ? -1 : next + 1
  }
  return parts
}

/** The part that is about a file, for somebody who looks at nothing else; all of it where none is. */
export const partFor = (diff: string, file: string): string => {
  const own = diffParts(diff).filter(part => part.file === file)
  return own.length === 0 ? diff : own.map(({ text }) => text).join('')
}

/** Leaves out what is too long of single files, and says so where it stood. */
export const fitDiff = (diff: string): FittedDiff => {
  const leftOut: string[] = []
  const parts = diffParts(diff).map(({ file, text }) => {
    const most = GENERATED.test(file) ? MAX_GENERATED : MAX_PART
    if (text.length <= most) return { file, text }
    leftOut.push(file)
    const head = text.slice(0, text.indexOf('\n@@ ') + 1) || `${text.slice(0, text.indexOf('\n'))}\n`
    return { file, text: `${head}(${linesOf(text)} lines of changes are left out here: read the file)\n` }
  })
  return {
    text: parts.map(({ text }) => text).join(''),
    files: parts.map(({ file }) => file),
    leftOut,
  }
}

const linesOf = (text: string): number =>
  text.split('\n').filter(line => /^[+-](?!--|\+\+)/.test(line)).length

/** Lines before the first hunk name it; what follows could look the same. */
const nameOf = (text: string): string => {
  const hunk = text.indexOf('\n@@ ')
  const head = (hunk < 0 ? text : text.slice(0, hunk)).split('\n')
  const named = (sign: string): string | undefined => {
    const line = head.find(one => one.startsWith(sign))
    return line === undefined ? undefined : fileName(line.slice(sign.length))
  }
  const plain = (sign: string): string | undefined => {
    const line = head.find(one => one.startsWith(sign))
    return line === undefined ? undefined : unquoted(line.slice(sign.length))
  }
  return named('+++ ') ?? plain('rename to ') ?? named('--- ') ?? sameName(head[0] ?? '')
}

/** As `+++` and `---` have it; undefined: there is none on that side. */
export const fileName = (given: string): string | undefined => {
  const name = unquoted(given.replace(/\t$/, ''))
  return name === '/dev/null' ? undefined : name.replace(/^[ab]\//, '')
}

/** `diff --git a/x b/x`, with the same name twice: of a file without lines, such as a binary or an empty one. */
const sameName = (line: string): string => {
  const rest = line.slice('diff --git '.length)
  if (rest.startsWith('"')) return fileName(rest.slice(0, rest.indexOf('" ') + 1)) ?? ''
  return rest.slice('a/'.length, Math.floor(rest.length / 2))
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '"': '"', '\\': '\\' }

/** Git quotes names with signs that would end the line. */
const unquoted = (name: string): string => {
  if (!/^".*"$/s.test(name)) return name
  const bytes: number[] = []
  const inner = name.slice(1, -1)
  for (let at = 0; at < inner.length; at++) {
    const octal = /^\\([0-7]{3})/.exec(inner.slice(at, at + 4))?.[1]
    if (octal !== undefined) {
      bytes.push(Number.parseInt(octal, 8))
      at += 3
    } else if (inner[at] === '\\') bytes.push(...Buffer.from(ESCAPES[inner[++at] ?? ''] ?? ''))
    else bytes.push(...Buffer.from(String.fromCodePoint(inner.codePointAt(at) ?? 0)))
    if ((inner.codePointAt(at) ?? 0) > 0xffff) at++
  }
  return Buffer.from(bytes).toString('utf8')
}
