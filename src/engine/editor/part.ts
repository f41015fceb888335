import type { EditorLink } from '../../features/ide/editor-link.ts'
import type { Mentioned, Selected } from '../../features/ide/editor-messages.ts'
import type { EditorAction, EditorState } from '../../protocol/editor/linked-editor.ts'
import type { Event } from '../../protocol/event.ts'
import { editorText } from '../../protocol/messages/engine/editor.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import { describeError } from '../../protocol/messages/localized-text.ts'
import { foreignNotice, notice } from '../../protocol/messages/notice.ts'
import { OpError } from '../../protocol/op.ts'
import type { PermissionRequest } from '../../protocol/permission.ts'
import type { ThreadState } from '../live/state.ts'
import type { Runtime } from '../options/runtime.ts'
import { runAfter } from '../options/runtime.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Part } from '../scope.ts'
import { editorMention } from './editor-mention.ts'
import { nameWithin } from './name-within.ts'
import type { EditorChoice } from './options.ts'

export interface SessionEditorOptions {
  readonly config: {
    readonly ide?: EditorChoice
    readonly place: SessionEnvironment
    readonly runtime: Runtime
  }
  readonly live: Pick<ThreadState, 'cwd' | 'roots'>
  /** A language server of ours looks at the file. */
  covers(path: string): boolean
  emit(event: Event): void
}

/** The person's editor, once there is one. */
export interface SessionEditor extends Part {
  state(): EditorState
  /** Undefined: none is connected. */
  link(): EditorLink | undefined
  /** What may be told: selected, shared, and in a working directory. */
  selection(): Selected | undefined
  /** When the connection that the session begins with is there, or has failed; not longer than a moment. */
  ready(): Promise<void>
  covers(path: string): boolean
  /** Who knows what may not be read; from then on that is not shown as what goes along. */
  lend(denies: (path: string) => Promise<boolean>): void
  /** Whether the change that is asked about can be shown there. */
  shows(request: PermissionRequest): boolean
}

/** A first request waits so long for an editor that was asked for. */
const READY_MS = 2_000
/** Selections change with every key: the screen hears of them at this pace. */
const PACE_MS = 100
const AGAIN_MS = [500, 1_000, 2_000, 5_000, 10_000, 30_000]
/** More than a prompt takes. */
const MOST_MENTIONS = 20

type After = (ms: number, run: () => void) => () => void

/** Until it has come, but not for longer than a person would wait; nothing of the wait is left. */
const atMost = async (begun: Promise<unknown> | undefined, after: After): Promise<void> => {
  if (!begun) return
  const late = Promise.withResolvers<void>()
  const forget = after(READY_MS, late.resolve)
  await Promise.race([begun, late.promise]).finally(forget)
}

export const createEditor = (options: SessionEditorOptions): SessionEditor => {
  const { config, live, emit, covers } = options
  const { ide: choice } = config
  const after: After = (ms, run) => runAfter(config.runtime, ms, run)
  let shares = choice?.shares ?? true
  let link: EditorLink | undefined
  let mentions = 0
  let ended = false
  const connected = (): EditorLink | undefined => (link?.status === 'connected' ? link : undefined)
  const selection = (): Selected | undefined => {
    const selected = shares ? connected()?.selected : undefined
    return selected && nameWithin(selected.path, live, config.place) !== undefined ? selected : undefined
  }
  const watch = createDenialWatch()
  const state = (): EditorState => {
    const selected = selection()
    return stateOf(link, { shares, selected: watch.isDenied(selected) ? undefined : selected }, options)
  }
  const tell = createPaced(after, () => emit({ type: 'editor_changed', editor: state() }))
  const change = (): void => void watch.look(selection()).then(() => void (ended || tell.change()))
  const mention = (mentioned: Mentioned): void => {
    mentions += 1
    if (mentions <= MOST_MENTIONS) emit(editorMention(mentioned, live, config.place))
  }
  const open = async (): Promise<EditorLink> => {
    link ??= await makeLink(options, { after, onChange: change, onMention: mention })
    return link
  }
  const connect = async (wish: { readonly port: number } | 'only'): Promise<void> => {
    try {
      const opened = await open()
      if (!ended) await opened.connect(wish)
    } catch (error) {
      throw new OpError(asLocalized(describeError(error)))
    }
  }
  const act = async (op: EditorAction): Promise<void> => {
    if (op.action === 'connect') return await connect(op.id === undefined ? 'only' : { port: Number(op.id) })
    if (op.action === 'disconnect') return link?.disconnect()
    shares = op.enabled
    change()
  }
  const begun = choice?.connect === undefined ? undefined : begin(connect, choice, emit)
  return {
    state,
    link: connected,
    selection,
    covers,
    lend: watch.lend,
    ready: async () => await atMost(begun, after),
    shows: ({ details }) =>
      choice?.diffs === true &&
      connected()?.can('openDiff') === true &&
      details?.diff !== undefined &&
      // What is dangerous is said where the question stands.
      (details.dangers ?? []).length === 0,
    turnStarts() {
      mentions = 0
    },
    ops: { editor: act },
    answers: {
      editor: async () => {
        const { found, ignored } = choice ? (await open()).find() : { found: [], ignored: [] }
        return { state: state(), found, ignored }
      },
    },
    async [Symbol.asyncDispose]() {
      ended = true
      tell.end()
      link?.disconnect()
    },
  }
}

/**
 * An editor that was started anew has another port than its terminal knows. Of one that was not asked for it is no news
 * that it is not there.
 */
const begin = async (
  connect: (wish: NonNullable<EditorChoice['connect']>) => Promise<void>,
  { connect: wish = 'only', wanted }: EditorChoice,
  emit: (event: Event) => void,
): Promise<void> => {
  try {
    await connect(wish).catch(async (error: unknown) => {
      if (wish === 'only') throw error
      await connect('only')
    })
  } catch (error) {
    if (wanted) emit(foreignNotice('warning', describeError(error)))
  }
}

const makeLink = async (
  { config: { ide, place }, live, emit }: SessionEditorOptions,
  heard: {
    readonly after: After
    onChange(): void
    onMention(mentioned: Mentioned): void
  },
): Promise<EditorLink> => {
  const { EditorLink: Link } = await import('../../features/ide/editor-link.ts')
  return new Link({
    directories: ide?.directories ?? [],
    version: ide?.version ?? '',
    caseSensitive: place.caseSensitive,
    cwd: () => live.cwd,
    again: AGAIN_MS,
    onLost: name => emit(notice('suggestion', editorText('lost', { name }))),
    ...heard,
  })
}

const stateOf = (
  link: EditorLink | undefined,
  { shares, selected }: { readonly shares: boolean; readonly selected: Selected | undefined },
  { live, config: { place } }: SessionEditorOptions,
): EditorState => {
  const name = selected && nameWithin(selected.path, live, place)
  return {
    status: link?.status ?? 'none',
    shares,
    ...(link?.editor ? { id: String(link.editor.port), name: link.editor.name } : {}),
    ...(selected && name !== undefined
      ? { selection: { name, lines: selected.isEmpty ? 0 : selected.to - selected.from + 1 } }
      : {}),
  }
}

/** Knows of the last file that something was selected in whether a rule denies to read it. */
const createDenialWatch = () => {
  let denies = async (_: string): Promise<boolean> => false
  let latest: Selected | undefined
  let known: { readonly path: string; readonly denied: boolean } | undefined
  return {
    lend(by: typeof denies): void {
      denies = by
    },
    isDenied: (selected: Selected | undefined): boolean =>
      known?.path === selected?.path && known?.denied === true,
    async look(selected: Selected | undefined): Promise<void> {
      latest = selected
      if (!selected) return
      // What cannot be decided is not said to go along.
      const denied = await denies(selected.path).catch(() => true)
      if (latest === selected) known = { path: selected.path, denied }
    },
  }
}

/** At once, and then not again before the pace allows it. */
const createPaced = (after: After, tell: () => void) => {
  let waiting: (() => void) | undefined
  let missed = false
  const change = (): void => {
    if (waiting) {
      missed = true
      return
    }
    tell()
    waiting = after(PACE_MS, () => {
      waiting = undefined
      if (!missed) return
      missed = false
      change()
    })
  }
  return { change, end: () => waiting?.() }
}
