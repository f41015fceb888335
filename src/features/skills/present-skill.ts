import { textField } from '../../lib/values/read-field.ts'
import type { Present } from '../../protocol/messages/presentation.ts'
import { toolsText } from '../../protocol/messages/tools.ts'

/** A skill as a person would call it. Its text is for the model, unless it works as an agent and answers. */
export const present: Present = (input, output) => {
  const name = textField(input, 'skill') ?? textField(input, 'command') ?? ''
  const text = `/${name.replace(/^\//, '')} ${textField(input, 'args') ?? ''}`.trim()
  const skill = textField(input, 'skill')
  const answer = textField(output, 'text')
  return {
    kind: 'other',
    subject: { type: 'summary', text: name === '' ? '' : text },
    title: [toolsText('use_skill'), ...(skill === undefined ? [] : [firstLine(skill)])],
    body: {
      type: 'agent',
      skill: name,
      ...(textField(output, 'status') === 'forked' ? { completed: true } : {}),
      ...(answer === undefined ? {} : { answer }),
    },
  }
}

const firstLine = (text: string): string => {
  const [first = '', ...more] = text.trim().split('\n')
  return more.length > 0 ? `${first} …` : first
}
