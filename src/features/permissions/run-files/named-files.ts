import { lstatSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, normalize } from 'node:path'
import { isObject } from '../../../lib/is-object.ts'
import { type CommandWords, commandWords, UNKNOWN } from './command-words.ts'
import { modulePaths, namesInCode, pythonModulesIn } from './inline-code.ts'

/** A file, or a directory with all in it. Relative: below whatever directory the command runs in. */
export interface NamedFile {
  readonly path: string
  readonly whole: boolean
}

export interface NamingContext {
  /** Directories the command may run in. */
  readonly bases: readonly string[]
  readonly variables: Readonly<Record<string, string>>
}

/** Programs that run the file they are given, also under a bare name. */
const INTERPRETERS =
  /^(?:(?:ba|da|z|k|a|c|tc|fi)?sh|source|\.|exec|node(?:js)?|deno|bun|tsx|ts-node|python[\d.]*|pypy\d?|ruby|perl|php|lua\w*|Rscript|julia|java|osascript|pwsh|powershell|uv|uvx|env|sudo|nohup|timeout|xargs|watch)$/
/** Programs that run or build all there is in a directory. */
const DIRECTORY_RUNNERS = /^(?:run-parts|go|cargo|node(?:js)?|deno|bun|python[\d.]*|uv|dotnet|swift|zig)$/
/** Programs that take what they run from a file of a known name. */
const RECIPES: readonly (readonly [program: RegExp, files: readonly string[]])[] = [
  [/^(?:npm|yarn|pnpm|bun)$/, ['package.json']],
  [/^g?make$/, ['Makefile', 'makefile', 'GNUmakefile']],
  [/^just$/, ['justfile', 'Justfile', '.justfile']],
  [/^task$/, ['Taskfile.yml', 'Taskfile.yaml', 'taskfile.yml', 'taskfile.yaml']],
  [/^rake$/, ['Rakefile', 'rakefile']],
  [/^(?:composer)$/, ['composer.json']],
  [/^deno$/, ['deno.json', 'deno.jsonc']],
  [/^gradlew?$/, ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts']],
  [/^mvnw?$/, ['pom.xml']],
  [/^cargo$/, ['Cargo.toml', 'build.rs']],
  [/^(?:tox|nox)$/, ['tox.ini', 'noxfile.py']],
]
/** Package managers that look for a program among the project's own. */
const PACKAGE_RUNNERS = /^(?:npx|npm|yarn|pnpm|pnpx|bun|bunx)$/
const PACKAGE_PROGRAMS = 'node_modules/.bin'
const DIRECTORY_OPTIONS = /^(?:cd|pushd|-C|--prefix|--directory|--cwd|--dir|--project|--chdir)$/
const MOST_NAMES = 400

/** Every file that a line, or a program with its words, names as something to run. */
export const namedFiles = (
  command: string | readonly string[],
  context: NamingContext,
): readonly NamedFile[] => {
  const found = new Map<string, NamedFile>()
  const add = (file: NamedFile): void => {
    if (found.size < MOST_NAMES) found.set(`${file.whole} ${file.path}`, file)
  }
  const lines =
    typeof command === 'string'
      ? commandWords(command, context.variables)
      : [command, ...command.flatMap(word => nested(word, context.variables))]
  const moved = lines.flatMap(directoriesIn)
  for (const words of lines) for (const file of inCommand(words, context, moved)) add(file)
  return [...found.values()]
}

/** A word of a program without a shell may be a line for one all the same: `sh -c …`. */
const nested = (word: string, variables: NamingContext['variables']): readonly CommandWords[] =>
  commandWords(word, variables)

const directoriesIn = (words: CommandWords): readonly string[] =>
  words.flatMap((word, at) => {
    const next = words[at + 1]
    const given = DIRECTORY_OPTIONS.test(word) && next !== undefined ? [next] : []
    const attached = /^(?:--(?:prefix|directory|cwd|dir|project|chdir)=|-C)(.+)$/.exec(word)?.[1]
    return [...given, ...(attached === undefined ? [] : [attached])]
  })

const inCommand = (
  words: CommandWords,
  context: NamingContext,
  moved: readonly string[],
): readonly NamedFile[] => {
  const programs = words.map(word => basename(word))
  const interprets = programs.some(name => INTERPRETERS.test(name))
  const runsDirectory = programs.some(name => DIRECTORY_RUNNERS.test(name))
  const files: NamedFile[] = []
  const put = (path: string, whole = false): void => {
    for (const one of [path, ...(isAbsolute(path) ? [] : moved.map(directory => join(directory, path)))])
      files.push({ path: one, whole })
  }
  words.forEach((word, at) => {
    const bare = (interprets || runsDirectory) && at > 0
    const pieces = piecesOf(word).map(piece => ({ piece, bare }))
    for (const { piece, bare: isBare } of [...pieces, ...namesInCode(word).map(toPiece)]) {
      const named = nameOf(piece, { bare: isBare })
      if (!named) continue
      const kind = named.whole ? 'whole' : kindOf(named.path, context)
      if (kind === 'whole' || (kind === 'directory' && runsDirectory && isBelow(named.path)))
        put(named.path, true)
      else if (kind !== 'directory') put(named.path)
    }
  })
  const [first = ''] = programs
  for (const [program, recipes] of RECIPES)
    if (programs.some(name => program.test(name))) for (const file of recipes) put(file)
  if (programs.some(name => PACKAGE_RUNNERS.test(name)))
    for (const name of words) if (/^[@\w][\w./@-]*$/.test(name)) put(`${PACKAGE_PROGRAMS}/${basename(name)}`)
  const module = words[words.indexOf('-m') + 1]
  if (/^python|^pypy|^uv/.test(first) && words.includes('-m') && module !== undefined)
    for (const path of modulePaths(module)) put(path)
  if (programs.some(name => /^python|^pypy|^uv/.test(name)))
    for (const path of words.flatMap(pythonModulesIn)) put(path)
  return [...files, ...inScripts(words, context)]
}

/** A word, and what stands behind `=`, `,`, `:` or an option's letter in it. */
const piecesOf = (word: string): readonly string[] => {
  const alternatives = bracesOf(word)
  return alternatives.flatMap(text => [
    text,
    ...text.split(/[=,]/).slice(1),
    ...(text.includes('://') ? [text.replace(/^file:\/\//, '')] : text.split(':').slice(1)),
    ...(/^-[A-Za-z]./.test(text) ? [text.slice(2)] : []),
  ])
}

/** `{a,b}` one level deep. */
const bracesOf = (word: string): readonly string[] => {
  const [, before, inner, after] = /^([^{}]*)\{([^{}]*,[^{}]*)\}(.*)$/s.exec(word) ?? []
  return inner === undefined ? [word] : inner.split(',').map(one => `${before ?? ''}${one}${after ?? ''}`)
}

const EXTENSION = /[^.]\.[A-Za-z][A-Za-z0-9]{0,5}$/

const nameOf = (piece: string, how: { readonly bare: boolean }): NamedFile | undefined => {
  if (piece === '' || piece.startsWith('-') || piece.length > 4096) return undefined
  if (/^[a-z][\w+.-]*:\/\//i.test(piece) || /[\s;|&<>]/.test(piece)) return undefined
  // What is not known at the beginning is some directory; in the middle, everything in the directory counts.
  const known = piece
    .slice(piece.startsWith(UNKNOWN) ? piece.search(/[^\0]|$/) : 0)
    .replace(/^\/(?=.*)/, start => (piece.startsWith(UNKNOWN) ? '' : start))
  if (known === '') return undefined
  const open = known.search(/[\0*?[]/)
  if (open >= 0) {
    const directory = known.slice(0, known.lastIndexOf('/', open) + 1)
    return isBelow(directory) ? { path: normalize(directory).replace(/\/$/, ''), whole: true } : undefined
  }
  const isPath = known.includes('/') || EXTENSION.test(known) || how.bare || piece.startsWith(UNKNOWN)
  return isPath ? { path: normalize(known).replace(/(?<=.)\/$/, ''), whole: false } : undefined
}

/** Not the directory a command runs in, nor one above it: to protect all of that would protect everything. */
const isBelow = (path: string): boolean => {
  const plain = normalize(path).replace(/\/$/, '')
  return plain !== '' && plain !== '.' && plain !== '/' && !plain.startsWith('..')
}

const kindOf = (path: string, { bases }: NamingContext): 'directory' | 'file' => {
  const places = isAbsolute(path) ? [path] : bases.map(base => join(base, path))
  return places.some(isDirectory) ? 'directory' : 'file'
}

const toPiece = (piece: string): { readonly piece: string; readonly bare: boolean } => ({
  piece,
  bare: false,
})

const isDirectory = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
  } catch {
    // Below a file, or not to be looked at: as good as not there.
    return false
  }
}

const MOST_BYTES = 1024 * 1024
const SCRIPT_RUNNERS = /^(?:npm|yarn|pnpm|bun)$/

/** `npm run x`: what the nearest package says that it is. */
const inScripts = (words: CommandWords, context: NamingContext): readonly NamedFile[] => {
  const at = words.findIndex(word => SCRIPT_RUNNERS.test(basename(word)))
  if (at < 0) return []
  const wanted = new Set(words.slice(at + 1).flatMap(name => [name, `pre${name}`, `post${name}`]))
  return context.bases.flatMap(base => {
    const found = nearestPackage(base)
    if (!found) return []
    return Object.entries(found.scripts).flatMap(([name, text]) =>
      wanted.has(name) && typeof text === 'string'
        ? commandWords(text, context.variables).flatMap(line => [
            ...inCommand(
              line.filter(word => !SCRIPT_RUNNERS.test(word)),
              { ...context, bases: [found.root] },
              [],
            ),
            ...line.slice(0, 1).map(program => ({ path: `${PACKAGE_PROGRAMS}/${program}`, whole: false })),
          ])
        : [],
    )
  })
}

const nearestPackage = (
  from: string,
): { readonly root: string; readonly scripts: Readonly<Record<string, unknown>> } | undefined => {
  for (let root = from; ; root = dirname(root)) {
    const file = join(root, 'package.json')
    try {
      const facts = lstatSync(file, { throwIfNoEntry: false })
      if (facts?.isFile() && facts.size <= MOST_BYTES) {
        const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts?: unknown }
        return { root, scripts: isObject(scripts) ? scripts : {} }
      }
    } catch {
      // Not a package that a manager could read either.
      return undefined
    }
    if (root === dirname(root)) return undefined
  }
}
