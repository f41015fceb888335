import type { ShellReader, SimpleCommand } from '../../lib/shell/command.ts'
import type { ClaimKind } from './find-claims.ts'

/** What a command checks, as far as its text tells. */
export interface CheckRun {
  readonly kinds: readonly Exclude<ClaimKind, 'done'>[]
  /** Only a part: files or names are given. */
  readonly isPart: boolean
  /** Where it runs, from the directory of the line; absent: there. */
  readonly directory?: string
  /** The line ends with what it ends with. */
  readonly decides: boolean
  /** Which command of the line it is. */
  readonly command: number
}

const ALL_KINDS = ['tests', 'build', 'lint'] as const
const TESTS = ['tests', 'build'] as const

/** Programs that start what follows them, with how many words stand between. */
const STARTERS: Readonly<Record<string, number>> = {
  time: 0,
  nice: 0,
  nohup: 0,
  env: 0,
  sudo: 0,
  timeout: 1,
  npx: 0,
  bunx: 0,
  'cross-env': 0,
  dotenv: 0,
  chronic: 0,
  command: 0,
  'xvfb-run': 0,
}
const TWO_WORDS =
  /^(?:pnpm (?:exec|dlx)|yarn (?:exec|dlx)|npm exec|poetry run|uv run|pipenv run|bundle exec|hatch run|rye run|bun x|python3? -m|rtx exec|mise exec)$/

const TEST_PROGRAMS =
  /^(?:vitest|jest|mocha|ava|tap|tape|jasmine|karma|cypress|playwright|pytest|py\.test|unittest|nose2?|tox|nox|rspec|phpunit|pest|ctest|bats|nextest|busted|prove|minitest|behave|cucumber|lein|sbt|scalatest|xcodebuild)$/
const BUILD_PROGRAMS =
  /^(?:tsc|tsup|webpack|rollup|esbuild|vite|ninja|javac|gcc|g\+\+|clang|cc|msbuild|swiftc|ghc|zig|hugo|next)$/
const LINT_PROGRAMS =
  /^(?:eslint|biome|ruff|flake8|pylint|mypy|pyright|golangci-lint|staticcheck|rubocop|stylelint|shellcheck|prettier|oxlint|standard|xo|ktlint|checkstyle|vue-tsc|tsc)$/
const MAKERS =
  /^(?:make|gmake|just|task|rake|mage|invoke|nx|turbo|lerna|composer|mix|gradle|gradlew|mvn|mvnw|cargo|go|dotnet|swift|deno|bun|npm|pnpm|yarn|zig|bazel|stack|cabal|flutter|dart|lage|moon)$/
const RUNNERS = /^(?:node|deno|bun|bash|sh|zsh|dash|python3?|ruby|perl|php|tsx|ts-node)$/

const NAMES: readonly (readonly [RegExp, CheckRun['kinds']])[] = [
  [
    /^(?:test|tests|t|spec|specs|tst|unittest|e2e)$|(?:^|[-_:.])(?:tests?|specs?)(?:[-_:.]|$)|^test[A-Z]/,
    TESTS,
  ],
  [
    /^(?:ci|verify|validate|qa|check|checks|preflight|precommit|pre-commit)$|(?:^|[-_:.])(?:check|verify)(?:[-_:.]|$)/,
    ALL_KINDS,
  ],
  [/(?:^|[-_:.])(?:lint|typecheck|type-check|types|tsc|clippy|vet|analyze)(?:[-_:.]|$)/, ['lint']],
  [/(?:^|[-_:.])(?:build|compile|package|install|assemble|bundle|dist)(?:[-_:.]|$)/, ['build']],
]

/** The last of a line that checks something; undefined: nothing in it does. A line that cannot be read checks nothing. */
export const checkIn = (line: string, read: ShellReader): CheckRun | undefined => {
  const lowered = read(line)
  if (!lowered.ok) return undefined
  const commands = lowered.commands.filter(({ words }) => words.length > 0)
  const at = commands.findLastIndex(command => kindsOf(textsOf(command)).length > 0)
  const command = commands[at]
  if (!command) return undefined
  const directory = commands
    .slice(0, at)
    .findLast(({ words }) => words[0]?.text === 'cd')
    ?.words.at(1)?.text
  const words = textsOf(command)
  return {
    kinds: kindsOf(words),
    isPart: isPart(words),
    ...(directory === undefined ? {} : { directory }),
    decides: decides(commands, at),
    command: lowered.commands.indexOf(command),
  }
}

/** Where a line goes and stays. */
export const lastDirectory = (line: string, read: ShellReader): string | undefined => {
  const lowered = read(line)
  if (!lowered.ok) return undefined
  return lowered.commands
    .findLast(({ words, place }) => words[0]?.text === 'cd' && !place.subshell && place.substitution === 0)
    ?.words.at(1)?.text
}

/** Its exit code is that of the line. */
const decides = (commands: readonly SimpleCommand[], at: number): boolean => {
  const { place } = commands[at] as SimpleCommand
  if (place.substitution > 0 || place.conditional || place.background || !place.chained) return false
  const strict = commands
    .slice(0, at)
    .filter(({ words }) => words[0]?.text === 'set')
    .map(textsOf)
  const pipes = strict.some(words => words.includes('pipefail'))
  const ends = strict.some(words => words.some(word => /^-[a-z]*e/.test(word)))
  const behind = commands.slice(at + 1)
  return behind.every(({ place: { list, chained, piped } }) =>
    list === place.list ? (place.piped && piped ? pipes : chained) : ends && !place.piped,
  )
}

const textsOf = ({ words }: SimpleCommand): readonly string[] => peeled(words.map(({ text }) => text))

/** Without what only starts it. */
const peeled = (words: readonly string[]): readonly string[] => {
  let left = words
  for (let depth = 0; depth < 8; depth += 1) {
    const name = baseOf(left[0])
    const skip = TWO_WORDS.test(`${name} ${left[1] ?? ''}`) ? 1 : STARTERS[name]
    if (skip === undefined || left.length < 2) return left
    const isModule = /^python3?$/.test(name)
    left = left.slice(1)
    if (isModule || skip > 0) {
      while (skip > 0 && left[0]?.startsWith('-') && !isModule && left[0] !== '-m') left = left.slice(1)
      left = left.slice(1)
    }
    while (left[0]?.startsWith('-') || /^\w+=/.test(left[0] ?? '')) left = left.slice(1)
  }
  return left
}

const baseOf = (word: string | undefined): string => (word ?? '').slice((word ?? '').lastIndexOf('/') + 1)

const kindsOf = (words: readonly string[]): CheckRun['kinds'] => {
  const [first = ''] = words
  const name = baseOf(first)
  if (words.some(word => /^(?:--version|--help|-h|--list|--collect-only|--watch|--fix|--write)$/.test(word)))
    return []
  if (TEST_PROGRAMS.test(name))
    return name === 'playwright' || name === 'cypress' ? subOf(words, 'tests') : TESTS
  if (name === 'prettier') return words.some(word => word === '--check' || word === '-c') ? ['lint'] : []
  if (name === 'ruff' || name === 'biome') return words[1] === 'format' ? [] : ['lint']
  if (name === 'tsc') return ['build', 'lint']
  if (BUILD_PROGRAMS.test(name)) return ['build']
  if (LINT_PROGRAMS.test(name)) return ['lint']
  if (MAKERS.test(name)) return ofMaker(name, words.slice(1))
  if (RUNNERS.test(name)) return ofRunner(words.slice(1))
  // A program of the project's own.
  return first.includes('/') ? named(name.replace(/\.\w+$/, '')) : []
}

const subOf = (words: readonly string[], what: 'tests'): CheckRun['kinds'] =>
  words.includes('test') || words.includes('run') ? [what] : []

const ofMaker = (name: string, rest: readonly string[]): CheckRun['kinds'] => {
  const words = rest.filter(word => !word.startsWith('-') && !word.includes('=') && !word.startsWith('+'))
  if (name === 'cargo' || name === 'go' || name === 'swift' || name === 'dotnet' || name === 'dart') {
    if (['test', 'nextest'].includes(words[0] ?? '')) return TESTS
    if (words[0] === 'check' || words[0] === 'build') return ['build']
    return ['clippy', 'vet', 'analyze', 'lint'].includes(words[0] ?? '') ? ['lint'] : []
  }
  if (name === 'make' && words.length === 0) return ['build']
  if (name === 'npm' && /^(?:i|install|ci|add|pack)$/.test(words[0] ?? '')) return []
  const targets = words.filter(word => !['run', 'run-script', 'task'].includes(word))
  return [...new Set(targets.flatMap(target => named(baseOf(target))))]
}

const ofRunner = (rest: readonly string[]): CheckRun['kinds'] => {
  if (rest.includes('--test')) return TESTS
  if (rest[0] === 'test') return TESTS
  const file = rest.find(word => !word.startsWith('-'))
  return file === undefined || rest[0] === '-e' || rest[0] === '-c'
    ? []
    : named(baseOf(file).replace(/\.\w+$/, ''))
}

const named = (name: string): CheckRun['kinds'] => NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? []

const PART_OPTIONS =
  /^(?:-k|-t|--grep|-g|--testNamePattern|--test-name-pattern|--filter|-run|--run|--tests|--only|-m|--exact|--related|--changed|--onlyChanged|--last-failed|--lf)(?:=|$)/

/** A file, a name or a filter is given to it. */
const isPart = (words: readonly string[]): boolean => {
  const rest = words.slice(1)
  const own = RUNNERS.test(baseOf(words[0])) ? rest.slice(1) : rest
  return own.some(
    word =>
      PART_OPTIONS.test(word) ||
      (!word.startsWith('-') &&
        /\.\w{1,5}(?:::.*|:\d+)?$/.test(word) &&
        !/\.(?:json|toml|ya?ml|config\.\w+|xml|ini)$/.test(word)) ||
      /(?:^|\/)(?:src|tests?|spec|lib|packages|pkg)\/./.test(word),
  )
}
