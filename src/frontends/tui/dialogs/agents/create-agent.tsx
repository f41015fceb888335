import { type ReactNode, useState } from 'react'
import { splitList } from '../../../../lib/split-list.ts'
import { labelled } from '../../../../lib/text/written-signs.ts'
import { describeError } from '../../../../protocol/messages/localized-text.ts'
import type { AgentDraft } from '../../ports/agents-port.ts'
import { safeLine } from '../../transcript/safe-text.ts'
import { useUi } from '../../ui/ui.ts'
import { DialogFrame } from '../../widgets/dialog-frame.tsx'
import { Lines } from '../../widgets/lines.tsx'
import { numbered } from '../../widgets/numbered.ts'
import { SelectList } from '../../widgets/select-list.tsx'
import { WordsField } from '../words-field.tsx'

/** What was typed so far, by field. */
type Typed = Readonly<Partial<Record<AgentField, string>>>

/** Makes an agent: one question after the other, then where it is kept. */
export const CreateAgent = ({ back }: { back(): void }): ReactNode => {
  const ui = useUi()
  const words = ui.words.panels.agents
  const [at, setAt] = useState(0)
  const [typed, setTyped] = useState<Typed>({})
  const field = FIELDS[at]
  const before = (): void => (at === 0 ? back() : setAt(at - 1))
  const next = (name: AgentField, text: string): void => {
    const problem = problemWith(name, text)
    if (problem === undefined) {
      setTyped({ ...typed, [name]: text })
      setAt(at + 1)
    } else ui.toast(words[problem], 'warning')
  }
  const create = async (scope: 'user' | 'project'): Promise<void> => {
    try {
      ui.toast(words.created(await ui.ports.agents.create(draftOf(typed), scope)), 'good')
      back()
    } catch (error) {
      ui.toast(describeError(error), 'error')
      setAt(0)
    }
  }
  const answered = FIELDS.slice(0, at).map(name =>
    ui.theme.paint('dim', labelled(words.steps[name].label, safeLine(typed[name] ?? '').slice(0, 60))),
  )
  return (
    <DialogFrame title={`${words.title} · ${words.create}`} hints={words.stepHint}>
      <Lines lines={answered} />
      {field === undefined ? (
        <>
          <Lines lines={[words.scope]} />
          <SelectList
            options={numbered(
              SCOPES.map(scope => ({
                value: scope,
                label: words.scopes[scope],
                detail: DIRECTORIES[scope],
              })),
            )}
            onChoose={scope => void create(scope)}
            onCancel={before}
          />
        </>
      ) : (
        <WordsField
          key={field}
          label={ui.words.panels.label(words.steps[field].label)}
          placeholder={words.steps[field].placeholder}
          initial={typed[field] ?? ''}
          send={text => next(field, text.trim())}
          back={before}
        />
      )}
    </DialogFrame>
  )
}

const SCOPES = ['project', 'user'] as const
const DIRECTORIES = { project: '.capstan/agents', user: '~/.capstan/agents' } as const

const draftOf = ({
  name = '',
  description = '',
  prompt = '',
  tools = '',
  model = '',
}: Typed): AgentDraft => ({
  name,
  description,
  prompt,
  tools: splitList(tools) ?? [],
  model,
})

/** What a new agent is asked for, in this order. */
const FIELDS = ['name', 'description', 'prompt', 'tools', 'model'] as const
type AgentField = (typeof FIELDS)[number]

const OPTIONAL: ReadonlySet<AgentField> = new Set(['tools', 'model'])
/** It is also the name of its file. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u

/** The word for what is wrong with an answer; undefined: nothing. */
const problemWith = (field: AgentField, text: string): 'required' | 'badName' | undefined => {
  if (text === '') return OPTIONAL.has(field) ? undefined : 'required'
  return field === 'name' && !NAME.test(text) ? 'badName' : undefined
}
