import { pathToFileURL } from 'node:url'
import type { ChangedFile, EditFinding, EditReport } from '../../protocol/tools/edit-finding.ts'
import { type Diagnostic, freshIn } from './diagnostics.ts'
import { findDependents, MOST_DEPENDENTS } from './find-dependents.ts'
import { shownOf } from './notebook-code.ts'
import type { OpenServer } from './open-server.ts'
import { readShown, stampOf } from './read-text.ts'

/** What one session knows of the problems a server names: it is told of each once. */
export type KnownProblems = Map<string, readonly Diagnostic[]>

export interface EditLook {
  readonly server: OpenServer
  readonly files: readonly ChangedFile[]
  readonly known: KnownProblems
  /** The server had not answered before: it reads the whole project first. */
  readonly isCold: boolean
  readonly signal: AbortSignal
  /** Files that rules forbid to read are opened for nobody. */
  isDenied(path: string): boolean
}

/** More at once were not changed one by one: of those that are not open, nothing is asked. */
const MOST_FILES = 30
const WARM_MS = 10_000
const COLD_MS = 60_000
const ASK_MS = 4_000
/** Who did not speak of all files may do so a little later. */
const MORE_MS = 5_000
/** Once something is found, so long after the beginning no more files are looked at. */
const FOUND_MS = 1_500
const FIX_MS = 800
const MOST_FIXES = 3

/**
 * Shows a server what was changed and answers what is wrong since. What was wrong before is found out first: the old
 * text is what it has, or is shown before the new one, and so are files that use what was changed.
 */
export const lookAtEdit = async (given: EditLook): Promise<EditReport> => {
  const started = performance.now()
  const look = { ...given, files: worthALook(given).map(asShown) }
  const { server, files, known, signal } = look
  const timeoutMs = look.isCold ? COLD_MS : WARM_MS
  const unsure = new Set<string>()
  const since = server.moment
  const shownAnew = new Set<string>()
  /** Changed by somebody else since the server saw them: what it found in them then does not count. */
  const foreign = new Set<string>()
  for (const { path, before } of files) {
    const held = server.textOf(path)
    // Nothing was wrong with what was not there.
    if (before === null) known.set(path, [])
    if (held === undefined && before === undefined) unsure.add(path)
    // Whoever read the file meanwhile may have shown it as it is now.
    if (typeof before !== 'string' || held === before) continue
    shownAnew.add(path)
    if (held !== undefined) foreign.add(path)
    server.show(path, before)
  }
  const opened = files.flatMap(({ path }) => (server.textOf(path) === undefined ? [] : [path]))
  const {
    files: dependents,
    names,
    rest,
    isDeclared,
  } = await findDependents({
    ...look,
    timeoutMs: look.isCold ? COLD_MS : ASK_MS,
  })
  const late = server.onlyOpen ? [...dependents].filter(file => server.textOf(file) === undefined) : []
  for (const file of dependents) server.show(file, readShown(file) ?? '')
  const unheard = [...opened, ...dependents].filter(
    file => shownAnew.has(file) || server.problemsOf(file) === undefined,
  )
  if (unheard.length > 0) await server.settle({ must: unheard, may: [], since }, { timeoutMs, signal })
  for (const [file, found] of server.problems)
    if (!known.has(file) || foreign.has(file)) known.set(file, found)
  // Such a server takes what a file includes from the disk, where it is as it is now.
  for (const file of late) known.set(file, besides(names, file, server.problemsOf(file) ?? []))
  // Nothing was said of what is well.
  for (const file of [...opened, ...dependents]) if (!known.has(file)) known.set(file, [])
  const moment = server.moment
  const shown = showNow(look)
  tellOthers(given, look)
  const all = { must: shown, may: [...dependents], since: moment }
  const isSure = await server.settle(all, { timeoutMs, signal })
  const first = await compare(look, unsure)
  const report = isDeclared ? await lookAtRest({ look, rest, names, started }, first) : first
  return isSure ? report : { ...report, more: lookLater(look) }
}

/** It speaks when it likes: what it says once nobody waits any more is compared as well. */
const lookLater = async (look: EditLook): Promise<EditReport> => {
  const { server, signal } = look
  const nothing = { findings: [] }
  if (!(await server.speaks({ timeoutMs: MORE_MS, signal })) || signal.aborted) return nothing
  return await server.turn(() => compare(look, new Set())).catch(() => nothing)
}

/** What others see was changed: those of them that were not looked at yet are, a few at a time, before and after it. */
const lookAtRest = async (
  {
    look,
    rest,
    names,
    started,
  }: {
    readonly look: EditLook
    readonly rest: readonly string[]
    readonly names: ReadonlySet<string>
    readonly started: number
  },
  first: EditReport,
): Promise<EditReport> => {
  const { server, files, known, signal } = look
  const waits = { timeoutMs: WARM_MS, signal }
  const all = [first]
  let left = rest
  const mayGoOn = (): boolean => {
    const isFound = all.some(({ findings }) => findings.length > 0)
    const passed = performance.now() - started
    return !signal.aborted && !server.isAwaited && passed < (isFound ? FOUND_MS : WARM_MS)
  }
  while (left.length > 0 && mayGoOn()) {
    const batch = left.slice(0, MOST_DEPENDENTS)
    left = left.slice(MOST_DEPENDENTS)
    if (!server.onlyOpen)
      for (const { path, before } of files) if (typeof before === 'string') server.show(path, before)
    const since = server.moment
    for (const file of batch) server.show(file, readShown(file) ?? '')
    await server.settle({ must: batch, may: [], since }, waits)
    for (const file of batch) {
      const found = server.problemsOf(file) ?? []
      known.set(file, server.onlyOpen ? besides(names, file, found) : found)
    }
    const moment = server.moment
    showNow(look)
    if (!server.onlyOpen) await server.settle({ must: [], may: batch, since: moment }, waits)
    all.push(await compare(look, new Set()))
  }
  const mended = all.flatMap(each => each.mended ?? [])
  return {
    findings: all.flatMap(({ findings }) => findings),
    ...(mended.length > 0 ? { mended } : {}),
    ...(left.length > 0 ? { unlooked: left.length } : {}),
  }
}

/** Those in lines without any of the names. */
const besides = (
  names: ReadonlySet<string>,
  file: string,
  found: readonly Diagnostic[],
): readonly Diagnostic[] => {
  const lines = (readShown(file) ?? '').split('\n')
  return found.filter(({ line }) => ![...names].some(name => lines[line - 1]?.includes(name)))
}

/** With what the server saw of it before. */
const asShown = ({ path, before }: ChangedFile): ChangedFile => {
  if (typeof before !== 'string') return before === undefined ? { path } : { path, before }
  const shown = shownOf(path, before)
  return shown === undefined ? { path } : { path, before: shown }
}

const worthALook = ({ server, files }: EditLook): readonly ChangedFile[] =>
  files.length <= MOST_FILES
    ? files
    : files
        .toSorted(
          (one, other) =>
            Number(server.textOf(one.path) === undefined) - Number(server.textOf(other.path) === undefined),
        )
        .slice(0, MOST_FILES)

/** Of the rest the server hears that they are other files now. */
const tellOthers = ({ server, files: all }: EditLook, { files }: EditLook): void => {
  if (all.length === files.length) return
  const looked = new Set(files.map(({ path }) => path))
  server.changed(
    all.flatMap(({ path, before }) => (looked.has(path) ? [] : [{ path, type: typeOf(path, before) }])),
  )
}

/**
 * Somebody else changed files: a rewind, an editor, a command of the person. What is wrong because of that is no news of
 * a call. `except`: files whose change is still to be looked at.
 */
export const catchUp = async ({
  server,
  known,
  except,
}: Pick<EditLook, 'server' | 'known'> & { readonly except: ReadonlySet<string> }): Promise<void> => {
  const since = server.moment
  const changed = server.refresh()
  if (changed.length === 0) return
  server.changed(changed.map(path => ({ path, type: typeOf(path) })))
  const troubled = [...server.problems].flatMap(([path, found]) => (found.length > 0 ? [path] : []))
  const must = [...new Set([...changed, ...troubled])].filter(path => server.textOf(path) !== undefined)
  await server.settle({ must: must.slice(0, MOST_FILES), may: [], since }, { timeoutMs: WARM_MS })
  for (const path of known.keys()) if (!except.has(path)) known.delete(path)
  for (const [path, found] of server.problems) if (!except.has(path)) known.set(path, found)
}

/** Shows what the files hold now; answers those that can have problems. */
const showNow = ({ server, files }: EditLook): readonly string[] => {
  const changes = files.map(({ path, before }) => {
    const text = readShown(path)
    if (text === undefined) server.close(path)
    else if (server.languageOf(path) !== undefined) server.show(path, text)
    return { path, type: typeOf(path, before) }
  })
  server.changed(changes)
  return changes.flatMap(({ path, type }) => (type !== 3 && server.textOf(path) !== undefined ? [path] : []))
}

/** 1 made, 2 changed, 3 gone: one that can be shown to nobody is still there. */
const typeOf = (path: string, before?: string | null): 1 | 2 | 3 => {
  if (stampOf(path) === undefined) return 3
  return before === null ? 1 : 2
}

const compare = async (
  { server, known, signal, isDenied }: EditLook,
  unsure: ReadonlySet<string>,
): Promise<EditReport> => {
  const findings: { readonly finding: EditFinding; readonly diagnostic: Diagnostic }[] = []
  const mended: { readonly path: string; readonly count: number }[] = []
  for (const [path, now] of server.problems) {
    const before = known.get(path) ?? []
    const isNew = !known.has(path) && unsure.has(path)
    known.set(path, now)
    if (isDenied(path)) continue
    // Nobody knows what was wrong with it before: only what certainly must be mended is told.
    const fresh = freshIn(now, before).filter(({ level }) => !isNew || level === 'error')
    for (const diagnostic of fresh)
      findings.push({ diagnostic, finding: findingOf(server.name, path, diagnostic) })
    const gone = freshIn(before, now).filter(({ level }) => level === 'error').length
    if (gone > 0 && !fresh.some(({ level }) => level === 'error')) mended.push({ path, count: gone })
  }
  const named = await Promise.all(
    findings.map(async ({ finding, diagnostic }, index) =>
      index < MOST_FIXES && finding.severity === 'error'
        ? await withFix(server, { finding, diagnostic }, signal)
        : finding,
    ),
  )
  return mended.length === 0 ? { findings: named } : { findings: named, mended }
}

const findingOf = (name: string, path: string, found: Diagnostic): EditFinding => ({
  kind: found.code === undefined ? name : `${name} ${found.code}`,
  path,
  line: found.line,
  ...(found.cell === undefined ? {} : { cell: found.cell }),
  severity: found.level,
  text: gistOf(found),
})

/** What comes after a blank line says where else to look. */
export const gistOf = ({ message }: Diagnostic): string => message.split('\n\n')[0] ?? message

/** With the name of what the server would do about it. */
const withFix = async (
  server: OpenServer,
  { finding, diagnostic }: { readonly finding: EditFinding; readonly diagnostic: Diagnostic },
  signal: AbortSignal,
): Promise<EditFinding> => {
  const { range } = Object(diagnostic.raw) as { readonly range?: unknown }
  if (!server.capabilities.codeActionProvider || range === undefined) return finding
  try {
    const actions = await server.client.request(
      'textDocument/codeAction',
      {
        textDocument: { uri: uriOf(finding.path) },
        range,
        context: { diagnostics: [diagnostic.raw], only: ['quickfix'] },
      },
      { timeoutMs: FIX_MS, signal },
    )
    const all = (Array.isArray(actions) ? (actions as unknown[]) : []).map(each => Object(each)) as {
      readonly title?: unknown
      readonly isPreferred?: unknown
    }[]
    const mending = all.filter(each => !SILENCES.test(String(each.title)))
    const { title } = mending.find(({ isPreferred }) => isPreferred === true) ?? mending[0] ?? {}
    return typeof title === 'string' ? { ...finding, fix: title } : finding
  } catch {
    return finding
  }
}

/** What makes the finder be quiet mends nothing. */
const SILENCES = /\b(?:disable|ignore|suppress|NOLINT|noqa)\b/i

const uriOf = (file: string): string => pathToFileURL(file).href
