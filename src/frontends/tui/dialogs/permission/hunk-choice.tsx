import { type ReactNode, useMemo } from 'react'
import type { AcceptedHunk, PermissionAnswer, PermissionRequest } from '../../../../protocol/permission.ts'
import type { Words } from '../../text/words.ts'
import { changedAt, countChanges, type Hunk } from '../../transcript/diff/hunk.ts'
import { parseDiff } from '../../transcript/diff/parse-diff.ts'
import { renderDiff } from '../../transcript/diff/render-diff.ts'
import { useUi } from '../../ui/ui.ts'
import { useKeys } from '../../ui/use-keys.ts'
import { type Live, useLive } from '../../ui/use-live.ts'
import { Lines } from '../../widgets/lines.tsx'
import { numbered } from '../../widgets/numbered.ts'
import { ScrollLines } from '../../widgets/scroll-lines.tsx'
import { SelectList } from '../../widgets/select-list.tsx'
import type { Option } from '../../widgets/widget-props.ts'
import { panelRows } from '../panel-room.ts'

/** What of the change is to be made. */
interface Draft {
  readonly dropped: ReadonlySet<number>
  /** Lines of the person's own, by the number of the hunk. */
  readonly texts: ReadonlyMap<number, string>
  readonly pointed: number
}

interface HunkChoiceProps {
  readonly request: PermissionRequest
  reply(answer: PermissionAnswer): void
  back(): void
}

const MOST_ROWS = 7
const DONE = -1

/** The parts of a change one by one: each is made, left out, or made otherwise. */
export const HunkChoice = ({ request, reply, back }: HunkChoiceProps): ReactNode => {
  const ui = useUi()
  const words = ui.words.dialogs
  const { path = '', text = '' } = request.details?.diff ?? {}
  const hunks = useMemo(() => parseDiff(text, path).flatMap(file => file.hunks), [text, path])
  const draft = useLive<Draft>(() => ({ dropped: new Set(), texts: new Map(), pointed: 0 }))
  const { pointed, texts } = draft.shown
  const options = optionsFor(hunks, draft.shown, words)
  const look = { ...ui.look(), words: ui.words, width: ui.width - 2, header: false }
  const shown = hunks[pointed]
  const own = texts.get(pointed)
  const lines = shown
    ? renderDiff({ path, hunks: [own === undefined ? shown : withText(shown, own)] }, look)
    : []
  const listRows = Math.min(options.length, MOST_ROWS, panelRows(ui, 4))
  const accepted = (): readonly AcceptedHunk[] => hunks.flatMap((_, at) => acceptedAt(at, draft.now()))
  useKeys('Confirmation', ({ action }) => {
    const hunk = hunks[draft.now().pointed]
    if (action !== 'confirm:open' || !hunk) return false
    void editHunk(hunk, { ui, draft })
    return true
  })
  return (
    <>
      <ScrollLines key={pointed} lines={lines} rows={panelRows(ui, listRows + 1)} keys="pages" />
      <Lines lines={['']} />
      <SelectList
        options={options}
        rows={listRows}
        onMove={at => draft.set({ ...draft.now(), pointed: at === DONE ? draft.now().pointed : at })}
        onChoose={at => (at === DONE ? reply({ behavior: 'allow', hunks: accepted() }) : toggle(draft, at))}
        onCancel={back}
      />
      {draft.shown.dropped.size === hunks.length ? (
        <Lines lines={[ui.theme.paint('warn', words.noHunks)]} />
      ) : null}
    </>
  )
}

const acceptedAt = (at: number, { dropped, texts }: Draft): readonly AcceptedHunk[] => {
  if (dropped.has(at)) return []
  const text = texts.get(at)
  return [{ at, ...(text === undefined ? {} : { text }) }]
}

const toggle = (draft: Live<Draft>, at: number): void => {
  const now = draft.now()
  const dropped = new Set(now.dropped)
  if (!dropped.delete(at)) dropped.add(at)
  draft.set({ ...now, dropped, pointed: at })
}

const editHunk = async (
  hunk: Hunk,
  { ui, draft }: { readonly ui: ReturnType<typeof useUi>; readonly draft: Live<Draft> },
): Promise<void> => {
  const { pointed: at, texts: before } = draft.now()
  const text = newText(hunk, before.get(at))
  const result = await ui.ports.system.edit(text)
  if ('error' in result) return ui.toast(result.error, 'error')
  const now = draft.now()
  const dropped = new Set(now.dropped)
  dropped.delete(at)
  const texts = new Map(now.texts)
  if (result.text.replace(/\n$/, '') !== text.replace(/\n$/, '')) texts.set(at, result.text)
  draft.set({ dropped, texts, pointed: at })
}

const optionsFor = (
  hunks: readonly Hunk[],
  { dropped, texts }: Draft,
  words: Words['dialogs'],
): readonly Option<number>[] => {
  const made = hunks.length - dropped.size
  return numbered<number>([
    ...hunks.map((hunk, at) => {
      const { added, removed } = countChanges([hunk])
      return {
        value: at,
        label: `${dropped.has(at) ? '[ ]' : '[x]'} ${words.hunkAt(changedAt(hunk))}  +${added} −${removed}`,
        ...(texts.has(at) && !dropped.has(at) ? { detail: words.hunkChanged } : {}),
      }
    }),
    { value: DONE, label: words.takeHunks(made, hunks.length), disabled: made === 0 },
  ])
}

/** The lines as they would stand there, with those around them. */
const newText = ({ lines }: Hunk, own: string | undefined): string =>
  own ??
  lines
    .filter(line => line[0] === ' ' || line[0] === '+')
    .map(line => `${line.slice(1)}\n`)
    .join('')

const withText = (hunk: Hunk, text: string): Hunk => ({
  ...hunk,
  lines: [
    ...hunk.lines.filter(line => line[0] === ' ' || line[0] === '-').map(line => `-${line.slice(1)}`),
    ...text
      .replace(/\n$/, '')
      .split('\n')
      .map(line => `+${line}`),
  ],
})
