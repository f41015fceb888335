import { dirname } from 'node:path'
import { hostOf } from '../../../lib/network/refuse-url.ts'
import { isInside } from '../../../lib/paths.ts'
import type { SimpleCommand } from '../../../lib/shell/command.ts'
import { findHiddenCharacter } from '../../../lib/shell/hidden-character.ts'
import { unwrap } from '../../../lib/shell/unwrap.ts'
import { isStatic } from '../../../lib/shell/word.ts'
import type { Access } from '../../../protocol/access.ts'
import { readServerToolName, type ServerToolName } from '../../../protocol/extensions/server-tool-name.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { shellText } from '../../../protocol/messages/permissions/shell.ts'
import type { PermissionUpdate, Policy } from '../../../protocol/permission.ts'
import { RULE_NAMES } from '../../../protocol/tools/rule-names.ts'
import { isTerminal } from '../applications.ts'
import type { Finding } from '../finding.ts'
import { findProtected } from '../paths/protected.ts'
import { findSensitive } from '../paths/sensitive.ts'
import { remoteRule } from '../remote-calls.ts'
import { dangersOf } from '../request/dangers.ts'
import type { PathUse } from '../shell/path-use.ts'
import type { Part } from '../shell/reading.ts'
import { isSafeAssignment, trustedName } from './match-shell.ts'
import { isInterpreter } from './rules.ts'

/** Programs whose second word says what they do, with those whose third word does. */
const SUBCOMMANDS: Readonly<Record<string, readonly string[]>> = {
  git: ['stash', 'remote', 'worktree'],
  npm: ['run'],
  pnpm: ['run'],
  yarn: ['run'],
  bun: ['run'],
  cargo: [],
  go: ['mod'],
  docker: ['compose', 'container', 'image'],
  kubectl: [],
  pip: [],
  uv: ['pip'],
  gh: ['pr', 'issue', 'run', 'repo'],
  make: [],
  dotnet: [],
  gradle: [],
  mvn: [],
  terraform: [],
  apt: [],
  brew: [],
}
/** What these do depends on everything that follows. */
const NEVER_PREFIX = /^(?:exec|run-script|x|dlx|sh|shell|eval|config|-.*)$/
const MAX_RULES = 5
const PLAIN = /^[A-Za-z0-9][\w:.@/-]*$/

/** Why no rule should be made of a simple command. */
export const whyNoRule = (part: Part): LocalizedText | undefined => {
  const { command, via } = unwrap(part.command)
  const [first] = command.words
  const name = first && trustedName(first)
  if (name === undefined) return shellText('program_uncertain')
  if (!isSafeAssignment(part.command)) return shellText('sets_variables')
  if (!command.words.every(isStatic)) return shellText('words_unknown')
  if (via.includes('xargs')) return shellText('xargs_adds')
  // What they run is in a file or in the words behind them, and changes without the rule.
  if (isInterpreter(name) && !runsNamed(name, command.words[1]?.text) && !isExact(command, name))
    return shellText('runs_anything', { program: name })
  const secret =
    secretIn(part.look.ok ? part.look.uses : []) ?? secretIn(part.touched) ?? secretIn(part.mentions)
  if (secret !== undefined) return shellText('secret_each_time', { path: secret })
  if (name === 'git' && command.words[1]?.text.startsWith('-')) return shellText('git_options')
  return narrowest(part) === undefined ? shellText('no_exact_rule') : undefined
}

/** They run a script that is named, as long as the session lasts and word for word. */
const SCRIPTED = /^(?:bash|sh|zsh|dash|ksh|fish|python[\d.]*|node|deno|bun|ruby|perl|php|lua|tclsh)$/

const isExact = (command: SimpleCommand, name: string): boolean =>
  SCRIPTED.test(name) && command.words.length > 1 && exactText(command, name) !== undefined

/** What may change behind the words, or is worth a question another day. */
const isForSession = (part: Part): boolean => {
  const { command } = unwrap(part.command)
  const [first] = command.words
  return isExact(command, (first && trustedName(first)) ?? '') || isRisky(part.command)
}

const isRisky = (command: SimpleCommand): boolean =>
  dangersOf([{ kind: 'shell', command: command.text }], {
    ok: true,
    text: command.text,
    commands: [command],
    opaque: [],
  }).length > 0

const exactText = (command: SimpleCommand, name: string): string | undefined => {
  const text = [name, ...command.words.slice(1).map(word => word.text)].join(' ')
  return command.words.every(word => /^[^\s'"\\$`*?[\]()]+$/.test(word.text)) && text.length <= 200
    ? text
    : undefined
}

/** They run a program by its name, which then says as much as the name of a program does. */
const RUNNERS = /^(?:npx|bunx|uvx)$/
/** Programs of packages that run whatever they are given, too. */
const GIVEN_CODE =
  /^(?:tsx?|ts-node.*|tsm|jiti|babel-node|esno|zx|nodemon|cross-env.*|dotenv.*|env-cmd|concurrently|npm-run-all.*|run-[ps]|npm|pnpm|yarn|degit|repl)$/
/** Whose arguments choose what of the project is tested, built or checked. */
const PROJECT_TOOLS =
  /^(?:vitest|jest|mocha|ava|tap|playwright|cypress|tsc|vue-tsc|eslint|oxlint|prettier|biome|stylelint|knip|vite|webpack|rollup|tsup|turbo|nx|prisma|storybook|pytest|ruff|mypy|black)$/

const runsNamed = (name: string, program: string | undefined): boolean =>
  RUNNERS.test(name) &&
  program !== undefined &&
  /^[a-z][a-z\d]*(?:[._-][a-z\d]+)*$/.test(program) &&
  !isInterpreter(program) &&
  !GIVEN_CODE.test(program)

const secretIn = (uses: readonly PathUse[]): string | undefined => {
  for (const use of uses) {
    const found = findSensitive(use.path)
    if (found !== undefined) return found
  }
  return undefined
}

/** A subcommand with any arguments, or the exact text. */
const narrowest = (part: Part): string | undefined => {
  const { command } = unwrap(part.command)
  const [first, ...rest] = command.words
  const name = (first && trustedName(first)) ?? ''
  const words = rest.map(word => word.text)
  if (RUNNERS.test(name) && PROJECT_TOOLS.test(words[0] ?? '')) return `${name} ${words[0]}:*`
  const deep = Object.hasOwn(SUBCOMMANDS, name) ? SUBCOMMANDS[name] : undefined
  const length =
    deep === undefined || isInterpreter(name) || isRisky(part.command)
      ? 0
      : deep.includes(words[0] ?? '')
        ? 2
        : 1
  const prefix = words.slice(0, length)
  if (
    length > 0 &&
    prefix.length === length &&
    prefix.every(word => PLAIN.test(word) && !NEVER_PREFIX.test(word))
  )
    return `${[name, ...prefix].join(' ')}:*`
  return exactText(command, name)
}

/** The narrowest rule that would be of use for one simple command. */
const ruleFor = (part: Part): string | undefined =>
  whyNoRule(part) === undefined ? narrowest(part) : undefined

const shellOffer = (open: readonly Part[]): readonly PermissionUpdate[] => {
  if (open.length === 0 || open.length > MAX_RULES) return []
  const rules = open.map(ruleFor)
  const contents = new Set<string>()
  for (const rule of rules) {
    // Offered only if the rules together would cover the whole line.
    if (rule === undefined) return []
    contents.add(rule)
  }
  return [
    {
      type: 'addRules',
      rules: [...contents].map(ruleContent => ({ toolName: RULE_NAMES.shell, ruleContent })),
      behavior: 'allow',
      destination: open.some(isForSession) ? 'session' : 'localSettings',
    },
  ]
}

interface Refused {
  readonly toolName: string
  readonly because: Finding
  readonly open: readonly Part[]
}

type NamedRule = { readonly toolName: string; readonly ruleContent?: string }

/** A rule that means this tool and no other; of some names none can be made. */
const serverRule = ({ server, tool }: ServerToolName): NamedRule | undefined => {
  const toolName = `mcp__${server}__${tool}`
  const named = readServerToolName(toolName)
  return /^[\w:./@-]+$/.test(toolName) && tool !== '' && named?.server === server && named.tool === tool
    ? { toolName }
    : undefined
}

/** What is known by a name: a site, a tool of a server, a skill, the search. */
const namedRule = (access: Access, toolName: string): NamedRule | undefined => {
  switch (access.kind) {
    case 'network':
    case 'browser': {
      const host = URL.canParse(access.url) ? hostOf(new URL(access.url)) : ''
      return toolName === RULE_NAMES[access.kind] && /^[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(host)
        ? { toolName, ruleContent: `domain:${host}` }
        : undefined
    }
    case 'application':
      return access.name === '' || isTerminal(access.name)
        ? undefined
        : { toolName: RULE_NAMES.application, ruleContent: `app:${access.name}` }
    case 'remote': {
      const ruleContent = remoteRule(access)
      return ruleContent === undefined ? undefined : { toolName: RULE_NAMES.remote, ruleContent }
    }
    case 'web-search':
      return { toolName }
    case 'mcp':
      return toolName.startsWith('mcp__') && access.hint !== 'destructive' ? serverRule(access) : undefined
    case 'skill':
      return /^[\w:./-]+$/.test(access.name)
        ? { toolName: RULE_NAMES.skill, ruleContent: access.args === '' ? access.name : `${access.name} *` }
        : undefined
    default:
      return undefined
  }
}

/** A whole system directory, or one with all that a person has: nobody who wants one file means it. */
const isWide = (directory: string, { home, roots }: Policy): boolean =>
  directory.split('/').filter(name => name !== '').length < 2 ||
  [home, ...roots].some(path => isInside(path, directory, { caseSensitive: true }))

/** What a person could grant with one key, or nothing when no rule should be made of it. */
export const offerFor = (access: Access, refused: Refused, policy: Policy): readonly PermissionUpdate[] => {
  const { blockedPath } = refused.because
  if (access.kind === 'shell') return shellOffer(refused.open)
  const named = namedRule(access, refused.toolName)
  if (named) return [{ type: 'addRules', rules: [named], behavior: 'allow', destination: 'localSettings' }]
  if (
    (access.kind === 'write' || (access.kind === 'remote' && access.does === 'edit')) &&
    blockedPath === undefined &&
    policy.mode === 'default'
  )
    return [{ type: 'setMode', mode: 'acceptEdits', destination: 'session' }]
  if ((access.kind === 'read' || access.kind === 'search') && blockedPath !== undefined) {
    const directory = access.kind === 'search' ? blockedPath : dirname(blockedPath)
    const wide = isWide(directory, policy)
    if (wide && access.kind === 'search') return []
    const place = wide ? blockedPath : directory
    if (/[*?[\]\\!\n\t]/.test(place) || findProtected(place) !== undefined) return []
    // It would be saved as something else than one reads.
    if (findHiddenCharacter(place) !== undefined) return []
    const rules = [{ toolName: RULE_NAMES.read, ruleContent: wide ? `/${place}` : `/${place}/**` }]
    return [{ type: 'addRules', rules, behavior: 'allow', destination: 'session' }]
  }
  return []
}
