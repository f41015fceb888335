import type * as z from 'zod'
import { escapeLine } from '../../../lib/escape-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type Tool, ToolError } from '../../../protocol/tool.ts'
import { absolutePath } from '../file-path.ts'
import { fieldMeta, fields, listOf, someText } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('brief', {
  shown: { en: 'The person has been shown the message.', zh: '已向用户显示该消息。' },
  shownFiles: {
    en: 'The person has been shown the message with the files.',
    zh: '已向用户显示该消息和文件。',
  },
  nobody: {
    en: 'Nobody can be told anything in this session: say it in your answer.',
    zh: '本会话中无法向用户发消息：请写在回答里。',
  },
  missing: { en: '{path} does not exist. Nothing was shown.', zh: '{path} 不存在。没有显示任何内容。' },
})

const input = fields({
  message: someText(),
  attachments: listOf(someText(), { max: 20 })
    .meta(fieldMeta({ en: 'Paths of files that belong to it', zh: '相关文件的路径' }))
    .optional(),
})

interface BriefOutput {
  readonly message: string
  readonly attachments?: readonly string[]
}

export const briefTool: Tool<z.infer<typeof input>, BriefOutput> = {
  name: 'Brief',
  present,
  aliases: ['SendUserMessage'],
  groups: ['conversation', 'quiet'],
  description: {
    en: 'Shows the person a message at once, while you go on working: a finding or a delay worth knowing before the end. Not for questions (AskUserQuestion), and not for what your answer says anyway. Markdown.',
    zh: '在你继续工作的同时立即给用户显示一条消息：值得提前知道的发现或延误。不用于提问（用 AskUserQuestion），也不用于回答里本来会说的内容。支持 Markdown。',
  },
  deferred: { hint: { en: 'tell the person something meanwhile', zh: '工作中告诉用户一件事' } },
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
    if (!person) throw new ToolError(says('nobody'))
    const paths = attachments.map(file => absolutePath(file, cwd))
    const missing = paths.find(path => !files.facts(path))
    if (missing !== undefined) throw new ToolError(says('missing', { path: missing }))
    const lines = paths.map(path => `- ${escapeLine(path, MAX_PATH)}`)
    const text = [message, ...(lines.length > 0 ? [lines.join('\n')] : [])].join('\n\n')
    person.tell({ kind: 'message', text, toolUseId: id })
    return { message, ...(paths.length > 0 ? { attachments: paths } : {}) }
  }),
  show: ({ attachments = [] }, language) =>
    textBlocks(says(attachments.length > 0 ? 'shownFiles' : 'shown'), language),
}

const MAX_PATH = 1_000
