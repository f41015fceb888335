import type * as z from 'zod'
import { escapeLine } from '../../../lib/escape-text.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { absolutePath } from '../file-path.ts'
import { fields, listOf, someText } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const input = fields({
  message: someText(),
  attachments: listOf(someText(), { max: 20 }).describe('Paths of files that belong to it').optional(),
})

interface BriefOutput {
  readonly message: string
  readonly attachments?: readonly string[]
}

export const briefTool: Tool<z.infer<typeof input>, BriefOutput> = {
  name: 'Brief',
  present,
  aliases: ['SendUserMessage'],
  groups: ['conversation'],
  description:
    'Shows the person a message at once, while you go on working: a finding or a delay worth knowing before the end. Not for questions (AskUserQuestion), and not for what your answer says anyway. Markdown.',
  deferred: { hint: 'tell the person something while working' },
  leavesTrace: true,
  input,
  noAccess: 'A message without files only shows a text to the person.',
  access: ({ attachments = [] }, cwd) =>
    attachments.map(file => ({ kind: 'read', path: absolutePath(file, cwd) })),
  observe: (given, cwd) => ({
    ...given,
    ...(given.attachments ? { attachments: given.attachments.map(file => absolutePath(file, cwd)) } : {}),
  }),
  run: withoutProgress(async ({ message, attachments = [] }, { person, id, cwd, files }) => {
    if (!person) throw new ToolError('Nobody can be told anything in this session: say it in your answer.')
    const paths = attachments.map(file => absolutePath(file, cwd))
    const missing = paths.find(path => !files.facts(path))
    if (missing !== undefined) throw new ToolError(`${missing} does not exist. Nothing was shown.`)
    const lines = paths.map(path => `- ${escapeLine(path, MAX_PATH)}`)
    const text = [message, ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n')
    person.tell({ kind: 'message', text, toolUseId: id })
    return { message, ...(paths.length > 0 ? { attachments: paths } : {}) }
  }),
  show: ({ attachments = [] }) => [
    {
      type: 'text',
      text: `The person has been shown the message${attachments.length > 0 ? ' with the files' : ''}.`,
    },
  ],
}

const MAX_PATH = 1_000
