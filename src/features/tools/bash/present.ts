import { commandField } from '../../../lib/values/call-fields.ts'
import { field, numberField, textField } from '../../../lib/values/read-field.ts'
import type { CommandEnd, Present } from '../../../protocol/messages/presentation.ts'
import { toolsText } from '../../../protocol/messages/tools.ts'
import { titleLine } from '../subject-text.ts'

export const present: Present = (input, output) => {
  const command = commandField(input)
  const written = textField(input, 'command')
  const description = textField(input, 'description')
  const background = textField(output, 'backgroundTaskId')
  const ended = endOf(output)
  return {
    kind: 'run',
    subject: { type: 'command', command: command ?? '' },
    title: [written === undefined ? toolsText('run_command') : titleLine(written)],
    ...(background === undefined ? {} : { background }),
    body: {
      type: 'output',
      ...(command === undefined ? {} : { command }),
      ...(description === undefined ? {} : { description }),
      ...(ended === undefined ? {} : { ended }),
    },
  }
}

const endOf = (output: unknown): CommandEnd | undefined => {
  const stdout = textField(output, 'stdout')
  if (stdout === undefined) return undefined
  const exitCode = field(output, 'exitCode') === null ? null : numberField(output, 'exitCode')
  const signal = textField(output, 'signal')
  const timedOutAfterMs = numberField(output, 'timedOutAfterMs')
  const meaning = textField(output, 'returnCodeInterpretation')
  return {
    stdout,
    stderr: textField(output, 'stderr') ?? '',
    ...(field(output, 'isImage') === true ? { isPicture: true } : {}),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(signal === undefined ? {} : { signal }),
    ...(timedOutAfterMs === undefined ? {} : { timedOutAfterMs }),
    ...(field(output, 'interrupted') === true ? { interrupted: true } : {}),
    ...(meaning === undefined ? {} : { meaning }),
  }
}
