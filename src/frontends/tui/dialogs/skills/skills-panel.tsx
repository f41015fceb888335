import { Text } from 'ink'
import { type ReactNode, useState } from 'react'
import { wrapAnsi } from '../../../../lib/ansi-text.ts'
import type { SkillInfo } from '../../../../protocol/extensions/skill-info.ts'
import { localizeCommands } from '../../text/localize-commands.ts'
import type { PanelProps } from '../../ui/panel.ts'
import { useUi } from '../../ui/ui.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { Lines } from '../../widgets/lines.tsx'
import { numbered } from '../../widgets/numbered.ts'
import { SelectList } from '../../widgets/select-list.tsx'
import { Answered } from '../answered.tsx'
import { openInEditor } from '../open-in-editor.ts'
import { panelRows } from '../panel-room.ts'
import { sendOp } from '../send-op.ts'
import { useAnswer } from '../use-answer.ts'
import {
  inWordsOfCommands,
  type SkillChoice,
  skillChoices,
  skillLines,
  skillOptions,
  stateOf,
} from './skill-options.ts'

/** Skills, where they come from and what they cost; each can be switched off or opened. */
export const SkillsPanel = ({ close }: PanelProps<unknown>): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.skills
  const [name, setName] = useState<string>()
  const { answer, again } = useAnswer(async () => ({
    skills: inWordsOfCommands(
      await ui.engine.query('skills'),
      localizeCommands(await ui.engine.query('commands'), ui.words),
    ),
    problems: await ui.engine.query('extensionProblems'),
  }))
  const shown = answer.state === 'ready' ? answer.value.skills.find(skill => skill.name === name) : undefined
  if (shown) return <SkillDetails skill={shown} again={again} back={() => setName(undefined)} />
  return (
    <DialogFrame title={words.title} hints={words.hint}>
      <Answered answer={answer} close={close}>
        {({ skills, problems }) => (
          <>
            {skills.length === 0 && <Text>{words.nothing}</Text>}
            {problems.length > 0 && <Text>{words.problems(problems.length)}</Text>}
            <SelectList
              options={skillOptions(skills, words)}
              filter
              rows={panelRows(ui, problems.length > 0 ? 2 : 1)}
              onChoose={skill => setName(skill.name)}
              onCancel={close}
            />
          </>
        )}
      </Answered>
    </DialogFrame>
  )
}

const SkillDetails = ({
  skill,
  again,
  back,
}: {
  readonly skill: SkillInfo
  again(): void
  back(): void
}): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.skills
  const act = async (choice: NonNullable<SkillChoice>): Promise<void> => {
    if (choice === 'open') await openInEditor(ui, { path: skill.file ?? '' })
    else if (choice.use !== stateOf(skill))
      await sendOp(ui, { type: 'use_skill', name: skill.name, use: choice.use }, words.saved)
    again()
  }
  const options = numbered(skillChoices(skill, words))
  const about = skillLines(skill, words).flatMap(line => wrapAnsi(line, ui.width - 2))
  return (
    <DialogFrame title={`${words.title} · /${skill.name}`} hints={words.backHint}>
      <Lines lines={about.slice(0, Math.max(2, panelRows(ui) - options.length))} />
      <SelectList
        options={options}
        rows={options.length}
        onChoose={choice => (choice === undefined ? back() : void act(choice))}
        onCancel={back}
      />
    </DialogFrame>
  )
}
