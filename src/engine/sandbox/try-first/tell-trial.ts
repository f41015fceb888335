import { readFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { type Hunk, unifiedDiff } from '../../../features/permissions/request/unified-diff.ts'
import type { TriedChange } from '../../../features/sandbox/try-first/read-changes.ts'
import { patchOf } from '../../../features/tools/patch.ts'
import { escapeLine } from '../../../lib/escape-text.ts'
import { isObject } from '../../../lib/is-object.ts'
import { takeTail } from '../../../lib/text-budget.ts'
import { plainText } from '../../../protocol/message.ts'
import { tryFirstText } from '../../../protocol/messages/engine/try-first.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import type { TriedKind } from '../../../protocol/permission.ts'
import type { Trial } from '../../calls/authorization.ts'
import type { Ran } from '../../calls/run-tool.ts'
import type { SeenCopy } from './look-at-copy.ts'

const MOST_FILES = 200
const MOST_DIFFED = 50
const MOST_BYTES = 512 * 1024
const MOST_OUTPUT = 2_000
const MOST_NAMED = 10
const MOST_PATH = 300

/** What the question shows of it. */
export const tellTrial = (
  seen: SeenCopy,
  { cwd, hosts, ran }: { readonly cwd: string; readonly hosts: readonly string[]; readonly ran: Ran },
): Trial['shown'] => {
  const { changes, left, unfit } = seen
  const output = plainText(ran.blocks.filter(block => block.type === 'text')).trim()
  const asked = [...new Set([...hosts, ...hostsIn(output)])]
  const exitCode = codeOf(ran.output)
  const diff = diffOf(changes, cwd)
  return {
    ...(diff ? { diff } : {}),
    tried: {
      canKeep: unfit === undefined,
      said: [
        ...saidOf(seen),
        ...(exitCode === null || exitCode === 0 ? [] : [tryFirstText('exit', { code: String(exitCode) })]),
        ...(asked.length > 0 ? [tryFirstText('hosts', { hosts: asked.slice(0, MOST_NAMED) })] : []),
        ...(left.length > 0 ? [tryFirstText('left', { paths: named(left) })] : []),
      ],
      listed: linesOf(changes, cwd),
      files: [
        ...changes.slice(0, MOST_FILES).map(({ path, kind }) => ({ path, change: KINDS[kind] })),
        ...left.slice(0, MOST_NAMED).map(path => ({ path, change: 'left' as const })),
      ],
      count: changes.length,
      hosts: asked,
      exitCode,
      output: takeTail(output, MOST_OUTPUT),
    },
  }
}

const MOST_LISTED = 12

/** A directory that is gone stands for what was in it. */
const linesOf = (changes: readonly TriedChange[], cwd: string): readonly LocalizedText[] => {
  const gone = new Set(
    changes.flatMap(({ path, kind, before }) =>
      kind === 'removed' && before?.type === 'directory' ? [path] : [],
    ),
  )
  const shown = changes.filter(({ path, kind }) => kind !== 'removed' || !gone.has(dirname(path)))
  const rows = shown.slice(0, MOST_LISTED).map(change => {
    const path = escapeLine(nameOf(change.path, cwd), MOST_PATH)
    if (!gone.has(change.path)) return tryFirstText(KINDS[change.kind], { path })
    const inside = changes.filter(({ path: one }) => one.startsWith(`${change.path}/`)).length
    return tryFirstText('removed_tree', { path, count: inside })
  })
  const more = shown.length - rows.length
  return more > 0 ? [...rows, tryFirstText('more', { count: more })] : rows
}

const KINDS: Readonly<Record<TriedChange['kind'], Exclude<TriedKind, 'left'>>> = {
  made: 'made',
  changed: 'changed',
  removed: 'removed',
  closed: 'rights',
  touched: 'time',
}

const saidOf = ({ changes, unfit }: SeenCopy): readonly LocalizedText[] => {
  if (unfit === undefined)
    return [changes.length === 0 ? tryFirstText('nothing') : tryFirstText('tried', { count: changes.length })]
  if (unfit.why === 'meanwhile') return [tryFirstText('meanwhile', { paths: named(unfit.paths) })]
  if (unfit.why === 'unreadable')
    return [tryFirstText('unreadable', { why: escapeLine(unfit.said, MOST_PATH) })]
  return [tryFirstText(unfit.why)]
}

const named = (paths: readonly string[]): readonly string[] =>
  paths.slice(0, MOST_NAMED).map(path => escapeLine(path, MOST_PATH))

/** Programs that know no proxy say themselves what they looked for. */
const NOT_FOUND =
  /(?:could not resolve (?:host|hostname|proxy):?|getaddrinfo (?:ENOTFOUND|EAI_AGAIN)|unable to resolve host(?: address)?|lookup) ['"‘“]?([a-z\d][\w.-]*\.[a-z]{2,})/gi

const hostsIn = (output: string): readonly string[] =>
  [...output.matchAll(NOT_FOUND)].flatMap(([, host]) => (host === undefined ? [] : [host]))

const codeOf = (output: unknown): number | null => {
  const code = isObject(output) ? output['exitCode'] : undefined
  return typeof code === 'number' ? code : null
}

/** One diff of all texts: the first is named by the path, each other by a line of its own. */
const diffOf = (changes: readonly TriedChange[], cwd: string): Trial['shown']['diff'] => {
  const texts = changes.flatMap(change => textsOf(change) ?? [])
  const all = texts
    .slice(0, MOST_DIFFED)
    .flatMap(({ path, hunks }, file) =>
      hunks.map((hunk, at) =>
        file === 0 || at > 0
          ? hunk
          : { ...hunk, lines: [`\\ ${escapeLine(nameOf(path, cwd), 200)}`, ...hunk.lines] },
      ),
    )
  const [first] = texts
  if (!first) return undefined
  const { text, cut } = unifiedDiff(all)
  return { path: first.path, text, cut: cut || texts.length > MOST_DIFFED }
}

const nameOf = (path: string, cwd: string): string => {
  const below = relative(cwd, path)
  return below.startsWith('..') ? path : below
}

const textsOf = (
  change: TriedChange,
): readonly { readonly path: string; readonly hunks: readonly Hunk[] }[] | undefined => {
  const { path, copy, before, after, kind } = change
  if (kind !== 'made' && kind !== 'changed' && kind !== 'removed') return undefined
  const old = before === null ? '' : before.type === 'file' ? textAt(path, before.size) : undefined
  const now =
    after === null ? '' : copy !== undefined && after.type === 'file' ? textAt(copy, after.size) : undefined
  if (old === undefined || now === undefined) return undefined
  const hunks = patchOf(old, now)
  return hunks.length === 0 ? undefined : [{ path, hunks }]
}

const textAt = (path: string, size: number): string | undefined => {
  if (size > MOST_BYTES) return undefined
  try {
    const bytes = readFileSync(path)
    return bytes.includes(0) ? undefined : new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
