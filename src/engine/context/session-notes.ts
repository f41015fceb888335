import { join } from 'node:path'
import type { SessionFiles } from '../../features/files/files.ts'
import { keepOutOfGit } from '../../lib/git/keep-out-of-git.ts'
import { resolveReal } from '../../lib/paths.ts'
import type { Attachment } from '../../protocol/attachment.ts'
import type { Event } from '../../protocol/event.ts'
import { contextText } from '../../protocol/messages/engine/context.ts'
import { asLocalized } from '../../protocol/messages/layout.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { notice } from '../../protocol/messages/notice.ts'
import { type Op, OpError } from '../../protocol/op.ts'
import { ToolError } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { InstructionChoice } from '../instructions/options.ts'
import type { SessionEnvironment } from '../options/session-environment.ts'
import type { Part } from '../scope.ts'
import type { SessionHandle } from '../session-file/session-handle.ts'

const says = modelTexts('session_notes', {
  added: {
    en: 'The person added to {path}, and it counts now: {line}',
    zh: '用户在 {path} 中添加了以下内容，现在起生效：{line}',
  },
})

type Remember = Extract<Op, { readonly type: 'remember' }>

export interface NotesOptions {
  readonly config: {
    readonly place: SessionEnvironment
    readonly session: SessionHandle
    readonly instructions?: InstructionChoice
    readonly prompt: { readonly promptLanguage?: PromptLanguage }
  }
  readonly files: Pick<SessionFiles, 'facts' | 'update'>
  emit(event: Event): void
}

const MAX_NOTE = 4_000
const LINE_FEED = 10

/** What the person wants every later conversation to know: a line in the instruction file of that scope. */
export const createNotes = (at: NotesOptions): Part => {
  const untold: Attachment[] = []
  const remember = async ({ text, scope }: Remember): Promise<void> => {
    const line = text.trim().replace(/(?<!\s)\s*\n\s*/g, ' ')
    if (line === '') throw new OpError(contextText('nothing_to_remember'))
    if (line.length > MAX_NOTE) throw new OpError(contextText('note_too_long', { characters: MAX_NOTE }))
    const path = fileFor(at, scope)
    await append(at, path, line)
    // A conversation that has not begun reads the file itself.
    if (at.config.session.messages.length > 0)
      untold.push({
        kind: 'remembered',
        text: forModel(says('added', { path, line }), at.config.prompt.promptLanguage),
      })
    at.emit(notice('info', contextText(rowFor(scope, path), { path })))
  }
  return {
    ops: { remember },
    // The file is only read when a conversation begins: in this one the model is told directly.
    news: [{ name: 'remembered', collect: () => untold.splice(0) }],
  }
}

/** What is only for the person must not end up in a commit. */
const rowFor = (
  scope: Remember['scope'],
  path: string,
): 'remembered' | 'remembered_ignored' | 'remembered_committable' => {
  const kept = scope === 'local' ? keepOutOfGit(path) : 'outside'
  if (kept === 'outside') return 'remembered'
  return kept === 'excluded' ? 'remembered_ignored' : 'remembered_committable'
}

/** The file that is there already, else the one that every program of this kind reads. */
const fileFor = ({ config, files }: NotesOptions, scope: Remember['scope']): string => {
  const { place, instructions } = config
  const directory =
    scope === 'user' ? userDirectory(place, instructions) : (instructions?.projectRoot ?? place.cwd)
  const ending = scope === 'local' ? '.local.md' : '.md'
  const names = instructions?.compat === false ? ['AGENTS'] : ['AGENTS', 'CLAUDE']
  const paths = names.map(name => join(directory, `${name}${ending}`))
  const path = paths.find(each => files.facts(each) !== undefined) ?? join(directory, `AGENTS${ending}`)
  if (scope !== 'user') return path
  // The person's own file may lie behind a link of theirs.
  const real = resolveReal(path)
  return real.ok ? real.real : path
}

const userDirectory = (place: SessionEnvironment, instructions: InstructionChoice | undefined): string =>
  instructions?.configHome ?? join(place.home, '.capstan')

const append = async ({ files }: NotesOptions, path: string, line: string): Promise<void> => {
  try {
    await files.update(path, now => {
      const data = now?.data ?? new Uint8Array()
      const gap = data.length === 0 || data.at(-1) === LINE_FEED ? '' : '\n'
      return Buffer.concat([data, Buffer.from(`${gap}- ${line}\n`)])
    })
  } catch (error) {
    if (error instanceof ToolError) throw new OpError(asLocalized(error.localized))
    throw error
  }
}
