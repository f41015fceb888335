import { Box, Text } from 'ink'
import { type ReactNode, useState } from 'react'
import { textWidth } from '../../../../lib/text-width.ts'
import { describeError } from '../../../../protocol/messages/localized-text.ts'
import type { MoveReport } from '../../../../protocol/session/session-tree.ts'
import { shortCount } from '../../text/amounts.ts'
import type { Words } from '../../text/words.ts'
import { type Ui, useUi } from '../../ui/ui.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { ScrollLines } from '../../widgets/scroll-lines.tsx'
import { SelectList } from '../../widgets/select-list.tsx'
import { Answered } from '../answered.tsx'
import { panelRows } from '../panel-room.ts'
import { useAnswer } from '../use-answer.ts'
import { type MoveChoice, moveChoices } from './move-choices.ts'
import { moveLines } from './move-lines.ts'

/** More are counted only. */
const MOST_FILES = 50

interface MoveStepProps {
  readonly messageUuid: string
  /** Back to before the message, or over to the end of its branch. */
  readonly to: 'before' | 'end'
  readonly title: string
  back(): void
  close(): void
}

/** What going there would mean, and the ways to do it. */
export const MoveStep = ({ messageUuid, to, title, back, close }: MoveStepProps): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels
  const [busy, setBusy] = useState(false)
  const { answer } = useAnswer(() => ui.engine.rewind({ messageUuid, what: 'both', to, dryRun: true }))
  const act = async (choice: MoveChoice): Promise<void> => {
    setBusy(true)
    try {
      if (await carryOut(choice, { ui, messageUuid, to })) close()
      else setBusy(false)
    } catch (error) {
      ui.toast(describeError(error), 'error')
      setBusy(false)
    }
  }
  return (
    <DialogFrame title={title} hints={words.backHint}>
      <Answered answer={answer} close={back}>
        {report => (
          <MoveOptions
            report={report}
            to={to}
            busy={busy}
            back={back}
            onChoose={choice => void act(choice)}
          />
        )}
      </Answered>
    </DialogFrame>
  )
}

const MoveOptions = ({
  report,
  to,
  busy,
  back,
  onChoose,
}: {
  readonly report: MoveReport
  readonly to: 'before' | 'end'
  readonly busy: boolean
  back(): void
  onChoose(choice: MoveChoice): void
}): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.move
  const options = moveChoices(report, { to, words })
  const width = ui.width - 2
  // Pointer, number and blanks stand before each.
  const taken = options.reduce((rows, { label }) => rows + Math.ceil((textWidth(label) + 6) / width), 0)
  const room = panelRows(ui, taken)
  const lines = moveLines(report, {
    theme: ui.theme,
    words: ui.words,
    width,
    cwd: ui.state().session.cwd,
    maxFiles: MOST_FILES,
  })
  return (
    <Box flexDirection="column">
      <ScrollLines lines={lines} rows={room} keys="pages" active={!busy} />
      {busy ? (
        <Text wrap="truncate">{ui.theme.paint('dim', words.working)}</Text>
      ) : (
        <SelectList options={options} rows={taken} onChoose={onChoose} onCancel={back} />
      )}
    </Box>
  )
}

/** False when it was refused, which is said. */
const carryOut = async (
  choice: MoveChoice,
  { ui, messageUuid, to }: { readonly ui: Ui; readonly messageUuid: string; readonly to: 'before' | 'end' },
): Promise<boolean> => {
  const words = ui.words.panels.move
  if (choice.kind === 'sum_up') {
    const { before, after } = await ui.engine.compact({ part: { messageUuid, side: choice.side } })
    ui.toast(words.summedUp(shortCount(before), shortCount(after)), 'good')
    return true
  }
  const { what, force = false } = choice
  const report = await ui.engine.rewind({ messageUuid, what, to, ...(force ? { force } : {}) })
  if (!report.canMove) {
    ui.toast(report.localized ?? report.error, 'error')
    return false
  }
  const prompt = report.conversation?.prompt
  if (prompt !== undefined) ui.setPrompt(prompt)
  const { text, skipped } = moveDone(report, ui.words)
  ui.toast(text, skipped ? 'warning' : 'good')
  return true
}

/** What was done, in the words of what was asked for: files only leave no branch. */
export const moveDone = (
  { files, conversation }: Extract<MoveReport, { canMove: true }>,
  { panels: { move: words } }: Words,
): { readonly text: string; readonly skipped: boolean } => {
  const changed = files?.canRewind ? files.files.length : 0
  const skipped = files?.canRewind ? files.kept.length : 0
  const said = [
    ...(changed > 0 || conversation === undefined ? [words.restored(changed)] : []),
    ...(skipped > 0 ? [words.skipped(skipped)] : []),
    ...(conversation === undefined ? [] : [words.branchKept]),
  ]
  return { text: said.join(' '), skipped: skipped > 0 }
}
