import type * as z from 'zod'
import { escapeLine } from '../../../lib/escape-text.ts'
import { modelTexts } from '../../../protocol/messages/model-texts.ts'
import { type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { absolutePath } from '../file-path.ts'
import { fieldMeta, fields, listOf, plainText, someText } from '../input-fields.ts'
import { textBlocks } from '../text-blocks.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const says = modelTexts('sendUserFile', {
  shown: {
    en: {
      one: 'The person has been shown the file.',
      other: 'The person has been shown {count:number} files.',
    },
    zh: '已向用户显示 {count:number} 个文件。',
  },
  nobody: {
    en: 'Nobody can be handed files here: name them in your answer.',
    zh: '这里无法把文件交给用户：请在回答中写出文件名。',
  },
  missing: { en: '{path} does not exist. Nothing was sent.', zh: '{path} 不存在。没有发送任何内容。' },
})

const input = fields({
  files: listOf(someText(), { min: 1, max: 20 }).meta(fieldMeta({ en: 'Paths', zh: '路径' })),
  caption: plainText({ en: 'What they are', zh: '说明是什么' }).optional(),
})
type Input = z.output<typeof input>

interface SentFile {
  readonly path: string
  readonly size: number
}

export const sendUserFileTool: Tool<Input, { readonly files: readonly SentFile[] }> = {
  name: 'SendUserFile',
  present,
  groups: ['conversation', 'local'],
  description: {
    en: 'Hands files to the person: a report, a picture, a build they asked for. They are shown where the files are and can open them. For what is theirs to have, not for every file you changed.',
    zh: '把文件交给用户：用户要的报告、图片或构建产物。会显示文件位置，用户可以打开。只用于该交给用户的文件，不是你改过的每个文件。',
  },
  deferred: { hint: { en: 'give the person a file', zh: '把文件交给用户' } },
  leavesTrace: true,
  input,
  access: ({ files }, cwd) => files.map(file => ({ kind: 'read', path: absolutePath(file, cwd) })),
  observe: (given, cwd) => ({ ...given, files: given.files.map(file => absolutePath(file, cwd)) }),
  run: withoutProgress(async (given, call) => {
    const files = given.files.map(file => found(absolutePath(file, call.cwd), call))
    if (!call.person) throw new ToolError(says('nobody'))
    const lines = files.map(({ path, size }) => `${escapeLine(path, 1_000)} (${sizeText(size)})`)
    const caption = given.caption?.trim() ? [given.caption.trim()] : []
    call.person.tell({ kind: 'file', text: [...caption, ...lines].join('\n'), toolUseId: call.id })
    return { files }
  }),
  show: ({ files }, language) => textBlocks(says('shown', { count: files.length }), language),
}

const found = (path: string, { files }: ToolCall): SentFile => {
  const facts = files.facts(path)
  if (!facts) throw new ToolError(says('missing', { path }))
  return { path, size: facts.size }
}

const sizeText = (bytes: number): string => {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
