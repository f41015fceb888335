import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import type { PermissionMode, PermissionRequest } from '../../../../protocol/permission.ts'
import type { Line } from '../../terminal/screen-port.ts'
import type { Words } from '../../text/words.ts'
import type { RenderOptions, View } from '../../transcript/render-options.ts'
import type { Ui } from '../../ui/ui.ts'
import { firstOf } from '../../widgets/first-of.ts'
import { optionsHeight } from '../../widgets/option-lines.ts'
import type { Option } from '../../widgets/widget-props.ts'
import { panelRows } from '../panel-room.ts'
import { type Choice, choicesFor } from './choices.ts'
import { glanceAt } from './glance.ts'
import { reasonLines, shortened, subjectParts } from './request-lines.ts'

const MOST_WHY = 4
const LEAST_OPTIONS = 3
const NARROW = 58

export interface QuestionRenderOptions {
  readonly ui: Pick<Ui, 'size' | 'ports' | 'words' | 'theme'>
  readonly look: Omit<RenderOptions, 'words'> & View & { readonly words: Words }
  /** All of what is asked about, and the places in it of what made it ask. */
  readonly subject: readonly Line[]
  readonly risky: readonly number[]
  readonly explained: boolean
  /** What it was decided with is shown, in this mode. */
  readonly debug?: PermissionMode | undefined
  /** Shows all of it, as a key is called. */
  readonly openKey: string | undefined
}

export interface QuestionLayout {
  readonly because: readonly Line[]
  /** What stays in sight of it, what can be scrolled, and where that begins. */
  readonly parts: ReturnType<typeof subjectParts>
  /** Rows for the parts. */
  readonly room: number
  readonly reasons: readonly Line[]
  readonly options: readonly Option<Choice>[]
  readonly listRows: number
  /** There is more to read than stands there. */
  readonly hasMore: boolean
}

/**
 * What stands where in a question, in so many rows. What cannot be seen whole can only be allowed once: for how much a
 * rule would stand must be before one's eyes. What made it ask stays in sight as far as there is room.
 */
export const layOutQuestion = (request: PermissionRequest, at: QuestionRenderOptions): QuestionLayout =>
  at.ui.size.rows < TINY ? layOutTiny(request, at) : layOutFully(request, at)

/** With fewer rows only what is asked about and the answers have a place; the reasons open with all of it. */
export const TINY = 13
/** An empty line, what it is doing, title, counter, hints and status. */
const AROUND_TINY = 6
const LEAST_TINY = 2

const layOutTiny = (
  request: PermissionRequest,
  { ui, look, subject, debug }: QuestionRenderOptions,
): QuestionLayout => {
  const free = ui.size.rows - AROUND_TINY
  const shown = Math.max(1, Math.min(subject.length, free - LEAST_TINY))
  const whole = shown >= subject.length && !request.details?.diff?.cut
  const shorten = (path: string): string => shortened(path, ui.ports.system)
  return {
    because: reasonLines(request, { ...look, explained: true, debug }),
    parts: { head: [], body: subject.slice(0, shown), start: 0 },
    room: shown,
    reasons: [],
    options: choicesFor(request, { words: ui.words.dialogs, shorten, whole }),
    listRows: Math.max(LEAST_TINY, free - shown),
    hasMore: true,
  }
}

const layOutFully = (request: PermissionRequest, at: QuestionRenderOptions): QuestionLayout => {
  const { ui, look, subject, explained, debug } = at
  const because = reasonLines(request, { ...look, explained, debug })
  const shorten = (path: string): string => shortened(path, ui.ports.system)
  const choices = (whole: boolean) => choicesFor(request, { words: ui.words.dialogs, shorten, whole })
  // Reasons quote what the model wrote: however long that is, what is asked about keeps its place.
  const left = panelRows(ui, 1 + Math.min(3, subject.length) + LEAST_OPTIONS)
  const most = explained || debug ? left : Math.max(MOST_WHY, Math.min(left, MOST_WHY + saidBefore(request)))
  const why = firstOf(because, most, look)
  const rowsFor = (options: readonly Option<Choice>[], texts: number) => {
    // On a small screen a few lines of what is asked about go before the last of the answers.
    const listRows = Math.min(
      optionsHeight(options, look),
      panelRows(ui, texts + Math.min(3, subject.length)),
    )
    return { listRows, room: panelRows(ui, texts + listRows) }
  }
  const all = choices(true)
  const first = rowsFor(all, why.length + 1)
  const base = { because, hasMore: because.length > most }
  if (subject.length <= first.room && !request.details?.diff?.cut)
    return { ...base, ...first, parts: subjectParts(request, subject, look), reasons: why, options: all }
  const options = choices(false)
  const notes = noteLines(at, { count: subject.length, isLess: options.length < all.length })
  const { room, listRows } = rowsFor(options, why.length + 1 + notes(0).length)
  const glance = glanceAt(subject, { risky: at.risky, rows: room }, left =>
    look.theme.paint('dim', look.words.transcript.moreLines(left)),
  )
  const shown = glance?.shown ?? Math.min(room, subject.length)
  return {
    ...base,
    parts: glance ? { head: [], body: glance.lines, start: 0 } : subjectParts(request, subject, look),
    room,
    listRows,
    reasons: [...notes(shown), ...why],
    options,
    hasMore: true,
  }
}

/** Lines beside the reason: why there is no rule, the danger, what the model says, that it runs in the background, or is open in an editor. */
const saidBefore = ({ details, editor, decision }: PermissionRequest): number =>
  (decision.noRule === undefined ? 0 : 1) +
  (editor === undefined ? 0 : 1) +
  (details?.dangers?.length ?? 0) +
  (details?.description === undefined ? 0 : 1) +
  (details?.background ? 1 : 0)

/** What is not in sight, and what that means; in few columns only the first, for the hints name the key as well. */
const noteLines =
  ({ look, openKey }: QuestionRenderOptions, all: { readonly count: number; readonly isLess: boolean }) =>
  (shown: number): readonly Line[] => {
    const { dialogs } = look.words
    const fits =
      shown >= all.count || openKey === undefined ? [] : [dialogs.notAllFits(shown, all.count, openKey)]
    const said = [...fits, ...(all.isLess ? [dialogs.onlyOnce] : [])].join(' ')
    if (said === '') return []
    const lines = wrapAnsi(look.theme.paint('warn', said), look.width)
    return look.width < NARROW ? lines.slice(0, 1) : lines
  }
