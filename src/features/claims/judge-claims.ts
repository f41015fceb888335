import { resolve } from 'node:path'
import type { ShellReader, SimpleCommand } from '../../lib/shell/command.ts'
import type { Effect } from '../../protocol/context.ts'
import { type CheckRun, checkIn, lastDirectory } from './check-runs.ts'
import type { Claim } from './find-claims.ts'
import { outputOf } from './run-output.ts'
import { toolEnd, toolRunIn } from './tool-runs.ts'

/** Why the ledger does not bear a claim out. */
export type Doubt = 'never' | 'failed' | 'running' | 'unclear' | 'stale' | 'partial'

export interface Unproven {
  readonly claim: Claim
  readonly why: Doubt
  /** The run that is too old, red or of a part. */
  readonly command?: string
  /** What was changed after it. */
  readonly path?: string
}

/** What was done, in its order. */
export interface LedgerSoFar {
  readonly effects: readonly (Effect & {
    /** Who did it, where it was an agent: each goes its own way. */ readonly lane?: string
  })[]
  /** Of the turn that makes the claim: the uuid of what the person said. */
  readonly turn: string | undefined
  /** Where the session began: what is outside of it is no work of it. */
  readonly cwd: string
  /** The tool, the whole command and what it printed; undefined: nobody knows. */
  call(
    toolUseId: string,
  ):
    | { readonly name: string; readonly input: unknown; readonly command?: string; readonly output?: string }
    | undefined
}

interface Run extends Pick<CheckRun, 'kinds' | 'isPart'> {
  readonly at: number
  readonly command: string
  readonly root: string
  readonly result: 'green' | 'red' | 'running' | 'unclear'
  readonly passed?: number
}

/** What of these claims the ledger does not show. */
export const judgeClaims = (
  claims: readonly Claim[],
  ledger: LedgerSoFar,
  read: ShellReader,
): readonly Unproven[] => {
  const runs = runsIn(ledger, read)
  const edits = editsIn(ledger, read)
  const concrete = claims.filter(({ kind }) => kind !== 'done')
  // That it is done says nothing of its own beside what is said in so many words.
  const judged = concrete.length > 0 ? concrete : claims
  return judged.flatMap(claim => {
    const doubt = claim.kind === 'done' ? doubtOfDone(runs, ledger) : doubtOf(claim, { runs, edits, ledger })
    return doubt ? [{ claim, ...doubt }] : []
  })
}

interface Written {
  readonly path: string
  /** After what the line checks. */
  readonly isLater: boolean
}

interface Edit {
  readonly at: number
  readonly path: string
  readonly inTurn: boolean
}

type Why = Omit<Unproven, 'claim'>

const doubtOf = (
  claim: Claim,
  {
    runs,
    edits,
    ledger,
  }: { readonly runs: readonly Run[]; readonly edits: readonly Edit[]; readonly ledger: LedgerSoFar },
): Why | undefined => {
  const own = runs.filter(({ kinds }) => kinds.some(kind => kind === claim.kind))
  const last = own.at(-1)
  if (!last) return isAboutElsewhere(edits, ledger) ? undefined : { why: 'never' }
  const { command } = last
  if (last.result === 'red') return { why: 'failed', command }
  if (last.result === 'running') return { why: 'running', command }
  const whole = claim.isAll ? own.findLast(run => isWhole(run, claim)) : last
  if (!whole) return { why: 'partial', command }
  if (whole.result === 'red' || whole.result === 'running')
    return { why: whole.result === 'red' ? 'failed' : 'running', command: whole.command }
  if (whole.result === 'unclear') return { why: 'unclear', command: whole.command }
  const green = own.filter(run => run.result === 'green' && (!claim.isAll || isWhole(run, claim)))
  const bare = edits.findLast(
    edit => (edit.inTurn || covers(whole, edit)) && !green.some(run => run.at > edit.at && covers(run, edit)),
  )
  if (bare) return { why: 'stale', command: whole.command, path: relativeTo(ledger.cwd, bare.path) }
  // Another part of it was red and has not been run again.
  const red = own.findLast(run => run.result === 'red' && !own.some(later => isRepeated(run, later)))
  return red ? { why: 'failed', command: red.command } : undefined
}

const ELSEWHERE = /(?:^|[\s;&|(])(?:gh|glab|curl|wget|ssh|kubectl|buildkite-agent|circleci)\s/

/** Nothing was changed in this turn, and it looked at another machine: what runs there is not in the ledger. */
const isAboutElsewhere = (edits: readonly Edit[], { effects, turn }: LedgerSoFar): boolean =>
  !edits.some(({ inTurn }) => inTurn) &&
  effects.some(
    ({ kind, text, userMessageUuid }) =>
      userMessageUuid === turn && (kind === 'fetch' || (kind === 'command' && ELSEWHERE.test(text))),
  )

const isWhole = (run: Run, { count }: Claim): boolean =>
  !run.isPart || (count !== undefined && run.passed === count)

/** A later one that was green and holds at least as much. */
const isRepeated = (red: Run, later: Run): boolean =>
  later.at > red.at &&
  later.result === 'green' &&
  (later.command === red.command || !later.isPart || red.isPart) &&
  (isInside(later.root, red.root) || isInside(red.root, later.root))

/** What was last seen of the checks of this turn is that one failed. */
const doubtOfDone = (runs: readonly Run[], { turn, effects }: LedgerSoFar): Why | undefined => {
  const red = runs.findLast(
    run =>
      run.result === 'red' &&
      effects[run.at]?.userMessageUuid === turn &&
      !runs.some(later => later.kinds.some(kind => run.kinds.includes(kind)) && isRepeated(run, later)),
  )
  return red ? { why: 'failed', command: red.command } : undefined
}

const runsIn = (ledger: LedgerSoFar, read: ShellReader): readonly Run[] => {
  const directories = new Map<string | undefined, string>()
  return ledger.effects.flatMap((effect, at) => {
    const call = effect.toolUseId === undefined ? undefined : ledger.call(effect.toolUseId)
    if (effect.kind === 'other' && call) return toolRun(effect, call, { at, ledger, read })
    if (effect.kind !== 'command' || effect.outcome === 'refused') return []
    const command = call?.command ?? effect.text
    const check = checkIn(command, read)
    const directory = directories.get(effect.lane) ?? ledger.cwd
    const root = resolve(directory, check?.directory ?? '.')
    // Where a line goes the next one begins.
    directories.set(effect.lane, resolve(directory, lastDirectory(command, read) ?? '.'))
    if (!check) return []
    const said = call?.command === undefined ? undefined : outputOf(call.output ?? '')
    const { kinds, isPart } = check
    const result = resultOf(effect, check, said)
    const passed = said?.passed === undefined ? {} : { passed: said.passed }
    return [{ kinds, isPart, at, command: effect.text, root, result, ...passed }]
  })
}

const toolRun = (
  { outcome, text }: Effect,
  { name, input, output = '' }: NonNullable<ReturnType<LedgerSoFar['call']>>,
  { at, ledger, read }: { readonly at: number; readonly ledger: LedgerSoFar; readonly read: ShellReader },
): readonly Run[] => {
  // A script says what it called, and not with what.
  const [, server, tool] = name.startsWith('mcp__') ? [] : (/^([\w-]+): ([\w-]+)$/.exec(text) ?? [])
  const called = server === undefined ? name : `mcp__${server}__${tool}`
  const run = outcome === 'refused' ? undefined : toolRunIn(called, input, read)
  if (!run) return []
  const { kinds, isPart, directory = '.' } = run
  const ended = toolEnd(outcome, output)
  return [{ kinds, isPart, at, command: text, root: resolve(ledger.cwd, directory), ...ended }]
}

const resultOf = (
  { outcome }: Effect,
  { decides }: CheckRun,
  said: ReturnType<typeof outputOf> | undefined,
): Run['result'] => {
  if (outcome === 'running') return 'running'
  if (outcome === 'failed') return 'red'
  if (outcome === 'interrupted') return 'unclear'
  // A test may well be about errors: with a good end only the sum counts.
  if (said && (said.sumsUpRed || (said.isRed && !decides))) return 'red'
  if (said?.isNothing) return 'unclear'
  return decides || said?.isGreen ? 'green' : 'unclear'
}

const PROSE =
  /(?:\.(?:md|mdx|txt|rst|adoc|log|png|jpe?g|gif|svg|ico|pdf|lock)|(?:^|\/)(?:LICENSE|CHANGELOG|NOTICE|AUTHORS|\.gitignore))$/i
/** What runs leave there by themselves. */
const PRODUCTS =
  /(?:^|\/)(?:node_modules|dist|build|target|coverage|\.cache|__pycache__|\.pytest_cache|\.git|\.next|out|tmp|__snapshots__)\//

const editsIn = (ledger: LedgerSoFar, read: ShellReader): readonly Edit[] =>
  ledger.effects.flatMap((effect, at) => {
    if (effect.outcome === 'refused' || effect.outcome === 'failed') return []
    const inTurn = effect.userMessageUuid === ledger.turn
    const written =
      effect.kind === 'write' || effect.kind === 'delete' || effect.kind === 'external'
        ? [{ path: effect.text, isLater: false }]
        : effect.kind === 'command'
          ? writtenBy(ledger.call(effect.toolUseId ?? '')?.command ?? effect.text, read)
          : []
    return written
      .map(each => ({ ...each, path: resolve(ledger.cwd, each.path) }))
      .filter(
        ({ path }) =>
          isInside(ledger.cwd, path) && !PROSE.test(path) && !PRODUCTS.test(path.slice(ledger.cwd.length)),
      )
      .map(({ path, isLater }) => ({ at: isLater ? at + 0.5 : at - 0.5, path, inTurn }))
  })

const CHANGES_TREE =
  /^git (?:apply|am|checkout|restore|reset|revert|stash|merge|rebase|cherry-pick|pull|switch)$/

/** Files that a command changes, as far as its text says so; its directory where it does not say which. */
const writtenBy = (line: string, read: ShellReader): readonly Written[] => {
  const lowered = read(line)
  if (!lowered.ok) return []
  // What stands before the check of the line is checked by it.
  const check = checkIn(line, read)?.command ?? -1
  return lowered.commands.flatMap((command, at) =>
    pathsOf(command).map(path => ({ path, isLater: check >= 0 && at > check })),
  )
}

const pathsOf = ({ words, redirects }: SimpleCommand): readonly string[] => {
  const texts = words.map(({ text }) => text)
  const [name = '', sub = ''] = texts
  const into = redirects
    .filter(({ op, target }) => /^(?:>|>>|>\||&>|&>>)$/.test(op) && !/^(?:\/dev\/|&|\d+$)/.test(target.text))
    .map(({ target }) => target.text)
  const operands = texts.slice(1).filter(text => !text.startsWith('-'))
  if (/^(?:sed|perl|gsed)$/.test(name) && texts.some(text => /^(?:-[a-zA-Z]*i|--in-place)/.test(text)))
    return [...into, ...operands.slice(1)]
  if (/^(?:mv|cp|rm|tee|patch|truncate|install|ln)$/.test(name))
    return [...into, ...(operands.length > 0 ? operands : ['.'])]
  if (CHANGES_TREE.test(`${name} ${sub}`)) return [...into, './(tree)']
  if (texts.includes('--fix') || texts.includes('--write')) return [...into, './(tree)']
  return into
}

const covers = ({ root }: Run, { path }: Edit): boolean => isInside(root, path)

const isInside = (root: string, path: string): boolean =>
  path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`)

const relativeTo = (cwd: string, path: string): string =>
  isInside(cwd, path) ? path.slice(cwd.length + 1) : path
