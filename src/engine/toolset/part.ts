import type { InPool } from '../../agents/tool-pool.ts'
import { findModel } from '../../features/models/catalogue.ts'
import type { StartingServers } from '../../protocol/extensions/starting-servers.ts'
import type { PermissionMode } from '../../protocol/permission.ts'
import type { DeferredTools, ToolSpec } from '../../protocol/tool.ts'
import type { ModelChoice } from '../models/options.ts'
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
  /** Of what others brought: only scripts find it. */
  isInScripts(name: string): boolean
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
  /** Those that may still bring tools. */
  readonly servers?: StartingServers
  /** The list an earlier run of the session sent, when it may stand for today's. */
  replay?(standing: readonly ToolSpec[]): readonly ToolSpec[]
}

interface Parts {
  readonly of: Toolbox
  readonly always: readonly ToolSpec[]
  readonly deferred: ReadonlyMap<string, ToolSpec>
  /** Scripts can be run. */
  readonly scripts: boolean
}

const wantedOf = (spec: ToolSpec | undefined, { wants }: Pick<ToolsetOptions, 'wants'>) =>
  spec && wants?.(spec.name, spec.aliases, spec.serverTool) === false ? undefined : spec

export const createToolset = (place: ToolsetOptions): Toolset => new SessionToolset(place)

class SessionToolset implements Toolset {
  readonly #place: ToolsetOptions
  readonly #loaded: Set<string>
  /** What came late stays, whatever becomes of it: what was sent is the beginning of what will be. */
  readonly #late = new Map<string, ToolSpec>()
  /** Defined in results: for a model that calls nothing else they have to join the tools. */
  readonly #shown = new Set<string>()
  #parts: Parts | undefined
  #sent: readonly ToolSpec[] | undefined
  #asked = false
  #referable: readonly ToolSpec[] = []

  constructor(place: ToolsetOptions) {
    this.#place = place
    this.#loaded = new Set(place.loaded)
  }

  readonly sent: Toolset['sent'] = () => {
    this.#takeLate()
    if (this.#shown.size > 0 && this.#lists()) this.#append([...this.#shown])
    const { always } = this.#now()
    this.#sent ??= [...always, ...this.#specsOf(this.#loaded)]
    return this.#sent
  }

  get servers(): StartingServers | undefined {
    return this.#place.servers
  }

  readonly loaded: Toolset['loaded'] = () => [...this.#loaded]

  readonly standing: Toolset['standing'] = () => this.#now().always

  readonly renew: Toolset['renew'] = () => {
    this.#parts = undefined
    this.#sent = undefined
  }

  readonly referable: Toolset['referable'] = () => {
    this.#takeLate()
    const late = [...this.#late.values()].filter(spec => this.#isDeferred(spec))
    const all = [...this.#now().deferred.values(), ...late].filter(({ name }) => !this.#loaded.has(name))
    const same =
      all.length === this.#referable.length && all.every((spec, at) => spec === this.#referable[at])
    if (!same) this.#referable = all
    return this.#referable
  }

  readonly unseen: Toolset['unseen'] = name =>
    this.#loaded.has(name) ? undefined : (this.#now().deferred.get(name) ?? this.#late.get(name))

  readonly isLateDeferred: Toolset['isLateDeferred'] = name => {
    const spec = this.#late.get(name)
    return spec !== undefined && this.#isDeferred(spec)
  }

  readonly isInScripts: Toolset['isInScripts'] = name => {
    const spec = this.#late.get(name)
    return spec !== undefined && this.#isForScripts(spec)
  }

  readonly list: Toolset['list'] = () => {
    this.#takeLate()
    const present = new Set(this.#place.late?.().map(({ name }) => name))
    const others = [...this.#late.values()].filter(spec => present.has(spec.name) && this.#isDeferred(spec))
    return [...this.#now().deferred.values(), ...others].map(listed)
  }

  readonly load: Toolset['load'] = names => {
    this.#takeLate()
    const specs = this.#specsOf(names)
    for (const { name } of specs) this.#shown.add(name)
    if (this.#lists()) this.#append(specs.map(({ name }) => name))
    return specs.map(spec => ({ spec, inTools: this.#loaded.has(spec.name) }))
  }

  readonly loadFor: Toolset['loadFor'] = mode => {
    const wanted = [...this.#now().deferred.values()].filter(spec => spec.deferred?.mode === mode)
    if (this.#lists() || this.#place.isFresh?.() !== false) this.#append(wanted.map(({ name }) => name))
    const inWords = this.load(wanted.map(({ name }) => name)).filter(({ inTools }) => !inTools)
    return inWords.length === 0 ? undefined : inWords.map(({ spec }) => defined(spec)).join('\n')
  }

  #now(): Parts {
    const of = this.#place.tools()
    if (this.#parts?.of === of) return this.#parts
    this.#sent = undefined
    const fresh = split(of)
    this.#parts = { ...fresh, always: this.#place.replay?.(fresh.always) ?? fresh.always }
    return this.#parts
  }

  #specsOf(names: Iterable<string>): readonly ToolSpec[] {
    return [...names]
      .map(name => this.#now().deferred.get(name) ?? wantedOf(this.#late.get(name), this.#place))
      .filter(spec => spec !== undefined)
  }

  /** Only where they can be looked up. */
  #isDeferred(spec: ToolSpec): boolean {
    const { deferred } = spec
    if (deferred === undefined || this.#isForScripts(spec)) return false
    return this.#now().always.some(({ listsDeferred }) => listsDeferred)
  }

  #isForScripts({ deferred }: ToolSpec): boolean {
    return deferred?.inScripts === true && this.#now().scripts
  }

  #lists(): boolean {
    return this.#place.needsListed?.() === true
  }

  #takeLate(): void {
    const fresh = (this.#place.late?.() ?? []).filter(({ name }) => !this.#late.has(name))
    const isWhole = (spec: ToolSpec): boolean => !this.#isDeferred(spec) && !this.#isForScripts(spec)
    const whole = fresh.filter(spec => isWhole(spec) || this.#loaded.has(spec.name))
    const added = whole.map(({ name }) => name).filter(name => this.#asked || !this.#loaded.has(name))
    for (const spec of fresh) this.#late.set(spec.name, spec)
    if (added.length > 0) {
      // One that an earlier run of the session had may come after others were sent: then it stands behind them.
      for (const name of added) this.#loaded.delete(name)
      for (const name of added) this.#loaded.add(name)
      this.#place.onLoad([...this.#loaded], added)
    }
    if (whole.length > 0) this.#sent = undefined
    this.#asked = true
  }

  #append(names: readonly string[]): void {
    const added = names.filter(name => !this.#loaded.has(name))
    if (added.length === 0) return
    for (const name of added) this.#loaded.add(name)
    this.#sent = undefined
    this.#place.onLoad([...this.#loaded], added)
  }
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
  const running = of.toolsIn?.('scripts') ?? []
  const scripts = of.specs.some(({ name }) => running.includes(name))
  return { of, scripts, always, deferred: new Map(deferred.map(spec => [spec.name, spec])) }
}

/** All of them, loaded or not: these bytes stay the same for the session. */
const withList = (spec: ToolSpec, deferred: readonly ToolSpec[]): ToolSpec => {
  const byHint = Map.groupBy(deferred, ({ deferred: about }) => about?.hint ?? '')
  const lines = [...byHint].map(([hint, specs]) => `${specs.map(({ name }) => name).join(', ')}: ${hint}`)
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
