import type * as z from 'zod'
import { escapeLine } from '../../../lib/escape-text.ts'
import { type Tool, type ToolCall, ToolError } from '../../../protocol/tool.ts'
import { absolutePath } from '../file-path.ts'
import { fields, listOf, plainText, someText } from '../input-fields.ts'
import { withoutProgress } from '../without-progress.ts'
import { present } from './present.ts'

const input = fields({
  files: listOf(someText(), { min: 1, max: 20 }).describe('Paths'),
  caption: plainText('What they are').optional(),
})
type Input = z.output<typeof input>

interface SentFile {
  readonly path: string
  readonly size: number
}

export const sendUserFileTool: Tool<Input, { readonly files: readonly SentFile[] }> = {
  name: 'SendUserFile',
  present,
  groups: ['conversation'],
  description:
    'Hands files to the person: a report, a picture, a build they asked for. They are shown where the files are and can open them. For what is theirs to have, not for every file you changed.',
  deferred: { hint: 'hand a file to the person' },
  leavesTrace: true,
  input,
  access: ({ files }, cwd) => files.map(file => ({ kind: 'read', path: absolutePath(file, cwd) })),
  observe: (given, cwd) => ({ ...given, files: given.files.map(file => absolutePath(file, cwd)) }),
  run: withoutProgress(async (given, call) => {
    const files = given.files.map(file => found(absolutePath(file, call.cwd), call))
    if (!call.person) throw new ToolError('Nobody can be handed files here: name them in your answer.')
    const lines = files.map(({ path, size }) => `${escapeLine(path, 1_000)} (${sizeText(size)})`)
    const caption = given.caption?.trim() ? [given.caption.trim()] : []
    call.person.tell({ kind: 'file', text: [...caption, ...lines].join('\n'), toolUseId: call.id })
    return { files }
  }),
  show: ({ files }) => [
    {
      type: 'text',
      text: `The person has been shown ${files.length === 1 ? 'the file' : `${files.length} files`}.`,
    },
  ],
}

const found = (path: string, { files }: ToolCall): SentFile => {
  const facts = files.facts(path)
  if (!facts) throw new ToolError(`${path} does not exist. Nothing was sent.`)
  return { path, size: facts.size }
}

const sizeText = (bytes: number): string => {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
