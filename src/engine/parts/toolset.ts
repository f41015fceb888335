import type { InPool } from '../../agents/tool-pool.ts'
import { findModel } from '../../features/models/catalogue.ts'
import type { PermissionMode } from '../../protocol/permission.ts'
import type { DeferredTools, ToolSpec } from '../../protocol/tool.ts'
import type { ModelChoice } from '../options/model-choice.ts'
import type { Runtime } from '../options/runtime.ts'
import type { Toolbox } from '../options/toolbox.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

/**
 * Which tools a request carries. The definition of a deferred one goes into the result that looked it up, so that the
 * tools, which stand before everything in a provider's cache, stay as they were. Where a provider lets the model call
 * nothing else, it joins the tools at the end, and from there on the request is new to the cache.
 */
export interface Toolset extends DeferredTools {
  /** The same array until something is loaded: what was sent before stays the beginning of it. */
  sent(): readonly ToolSpec[]
  /** Loads what belongs to a mode; says what the model has to be told of it in words. */
  loadFor(mode: PermissionMode): string | undefined
  /** Definitions that a provider may load by itself: the same array until another tool comes. */
  referable(): readonly ToolSpec[]
  /** The definition of a tool that the model has only seen the name of. */
  unseen(name: string): ToolSpec | undefined
  /** Names of deferred tools whose definitions are among the tools, in order. */
  loaded(): readonly string[]
  /** Those that are sent from the start. */
  standing(): readonly ToolSpec[]
  /** Of what others brought: it has to be looked up. */
  isLateDeferred(name: string): boolean
  /** The list from an earlier run is not wanted any more. */
  renew(): void
}

export interface ToolsetOptions {
  /** May become another one before the first request. */
  tools(): Toolbox
  /** What others brought, sent whole or deferred: behind all that was sent before. */
  late?(): readonly ToolSpec[]
  /** Whether one that came late may still be sent. */
  readonly wants?: InPool
  /** Names that an earlier run of the session loaded, in order. */
  readonly loaded: readonly string[]
  /** All that are loaded now; the next request does not begin with the bytes of the last one. */
  onLoad(all: readonly string[], added: readonly string[]): void
  /** The model may only call what is among the tools. */
  needsListed?(): boolean
  /** Nothing was sent so far: another tool costs nothing. */
  isFresh?(): boolean
  /** The list an earlier run of the session sent, when it may stand for today's. */
  replay?(standing: readonly ToolSpec[]): readonly ToolSpec[]
}

interface Parts {
  readonly of: Toolbox
  readonly always: readonly ToolSpec[]
  readonly deferred: ReadonlyMap<string, ToolSpec>
}

const wantedOf = (spec: ToolSpec | undefined, { wants }: Pick<ToolsetOptions, 'wants'>) =>
  spec && wants?.(spec.name, spec.aliases, spec.serverTool) === false ? undefined : spec

export const createToolset = (place: ToolsetOptions): Toolset => {
  const loaded = new Set(place.loaded)
  let parts: Parts | undefined
  let sent: readonly ToolSpec[] | undefined
  /** What came late stays, whatever becomes of it: what was sent is the beginning of what will be. */
  const late = new Map<string, ToolSpec>()
  let asked = false
  /** Defined in results: for a model that calls nothing else they have to join the tools. */
  const shown = new Set<string>()
  let referable: readonly ToolSpec[] = []
  const now = (): Parts => {
    const of = place.tools()
    if (parts?.of === of) return parts
    sent = undefined
    const fresh = split(of)
    parts = { ...fresh, always: place.replay?.(fresh.always) ?? fresh.always }
    return parts
  }
  const lateOne = (name: string) => wantedOf(late.get(name), place)
  const specsOf = (names: Iterable<string>): readonly ToolSpec[] =>
    [...names].map(name => now().deferred.get(name) ?? lateOne(name)).filter(spec => spec !== undefined)
  /** Only where they can be looked up. */
  const isDeferred = ({ deferred }: ToolSpec): boolean =>
    deferred !== undefined && now().always.some(spec => spec.listsDeferred)
  const takeLate = (): void => {
    const fresh = (place.late?.() ?? []).filter(({ name }) => !late.has(name))
    const whole = fresh.filter(spec => !isDeferred(spec) || loaded.has(spec.name))
    const added = whole.map(({ name }) => name).filter(name => asked || !loaded.has(name))
    for (const spec of fresh) late.set(spec.name, spec)
    if (added.length > 0) {
      // One that an earlier run of the session had may come after others were sent: then it stands behind them.
      for (const name of added) loaded.delete(name)
      for (const name of added) loaded.add(name)
      place.onLoad([...loaded], added)
    }
    if (whole.length > 0) sent = undefined
    asked = true
  }
  const append = (names: readonly string[]): void => {
    const added = names.filter(name => !loaded.has(name))
    if (added.length === 0) return
    for (const name of added) loaded.add(name)
    sent = undefined
    place.onLoad([...loaded], added)
  }
  const lists = (): boolean => place.needsListed?.() === true
  const toolset: Toolset = {
    sent() {
      takeLate()
      if (shown.size > 0 && lists()) append([...shown])
      const { always } = now()
      sent ??= [...always, ...specsOf(loaded)]
      return sent
    },
    loaded: () => [...loaded],
    standing: () => now().always,
    renew() {
      parts = undefined
      sent = undefined
    },
    referable() {
      takeLate()
      const lateOnes = [...late.values()].filter(isDeferred)
      const all = [...now().deferred.values(), ...lateOnes].filter(({ name }) => !loaded.has(name))
      const same = all.length === referable.length && all.every((spec, at) => spec === referable[at])
      if (!same) referable = all
      return referable
    },
    unseen: name => (loaded.has(name) ? undefined : (now().deferred.get(name) ?? late.get(name))),
    isLateDeferred(name) {
      const spec = late.get(name)
      return spec !== undefined && isDeferred(spec)
    },
    list() {
      const present = new Set(place.late?.().map(({ name }) => name))
      const others = [...late.values()].filter(spec => present.has(spec.name) && isDeferred(spec))
      return [...now().deferred.values(), ...others].map(listed)
    },
    load(names) {
      takeLate()
      const specs = specsOf(names)
      for (const { name } of specs) shown.add(name)
      if (lists()) append(specs.map(({ name }) => name))
      return specs.map(spec => ({ spec, inTools: loaded.has(spec.name) }))
    },
    loadFor(mode) {
      const wanted = [...now().deferred.values()].filter(spec => spec.deferred?.mode === mode)
      if (lists() || place.isFresh?.() !== false) append(wanted.map(({ name }) => name))
      const inWords = toolset.load(wanted.map(({ name }) => name)).filter(({ inTools }) => !inTools)
      return inWords.length === 0 ? undefined : inWords.map(({ spec }) => defined(spec)).join('\n')
    },
  }
  return toolset
}

const defined = ({ name, description, input_schema }: ToolSpec): string =>
  `${name}: ${description}\nIts input: ${JSON.stringify(input_schema)}`

const listed = ({ name, description, deferred }: ToolSpec) => ({
  name,
  description,
  hint: deferred?.hint ?? '',
})

/** Without a tool to look them up with, nothing is deferred; without deferred tools, nothing is to be looked up. */
const split = (of: Toolbox): Parts => {
  const searchable = of.specs.some(spec => spec.listsDeferred)
  const deferred = searchable ? of.specs.filter(spec => spec.deferred) : []
  const always = of.specs
    .filter(spec => !deferred.includes(spec) && !(spec.listsDeferred && deferred.length === 0))
    .map(spec => (spec.listsDeferred ? withList(spec, deferred) : spec))
  return { of, always, deferred: new Map(deferred.map(spec => [spec.name, spec])) }
}

/** All of them, loaded or not: these bytes stay the same for the session. */
const withList = (spec: ToolSpec, deferred: readonly ToolSpec[]): ToolSpec => {
  const lines = deferred.map(({ name, deferred: about }) => `${name}: ${about?.hint ?? ''}`)
  return { ...spec, description: `${spec.description}\n${lines.join('\n')}` }
}

/** Providers that let a model call nothing else, and models that read of their tools in the system prompt. */
export const needsListedTools = (
  models: Pick<ModelChoice, 'needsListedTools' | 'rows'>,
  name: string,
): boolean => models.needsListedTools?.(name) === true || findModel(name, models.rows).facts.tools === 'text'

/** Queued before the result of the call that loaded them, so it is on disk when the next request is made. */
export const noteLoaded =
  (
    { session, runtime }: { readonly session: SessionHandle; readonly runtime: Runtime },
    tell: (note: { readonly cause: 'tool_loaded'; readonly detail: string }) => void,
  ): ToolsetOptions['onLoad'] =>
  (tools, added) => {
    tell({ cause: 'tool_loaded', detail: added.join(', ') })
    session.note({ type: 'loaded-tools', tools, sessionId: session.id }).catch((error: unknown) => {
      // The next entry fails in the same way and ends the turn.
      runtime.log?.(`the loaded tools could not be noted: ${String(error)}`)
    })
  }
