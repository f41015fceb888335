import { basename } from 'node:path'
import { escapeLine } from '../../lib/escape-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PermissionAnswer, PermissionRequest } from '../../protocol/permission.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import {
  type Asking,
  changeShown,
  changesIn,
  DECLINED,
  isSameText,
  type ShownChange,
} from './change-shown.ts'

const says = modelTexts('editor_answers', {
  changed: {
    en: 'The person changed this in their editor before they accepted it. What was written, compared with what you proposed:\n{changes}',
    zh: '用户在编辑器中修改后才接受。实际写入的内容与你提议的相比：\n{changes}',
  },
})

/** A change with the tab that shows it in the editor. */
interface Shown extends ShownChange {
  readonly tab: string
}

/** No file that is shown is longer. */
const MOST_CHARS = 1024 * 1024

/**
 * A question about a change that the person's editor shows as well. Whoever answers first settles the other; when the
 * editor goes away, or its tab is closed without a decision, the question stays where it is.
 */
export const askInEditor = async (
  asking: Asking,
  request: PermissionRequest,
  signal: AbortSignal,
): Promise<PermissionAnswer | undefined> => {
  const { desk, editor } = asking.session
  const link = editor.link()
  const change = await changeShown(asking, request)
  if (!link?.editor || !change) return await desk.ask(request, signal)
  const shown = { ...change, tab: tabFor(change.path, asking.config.runtime.newId()) }
  const settled = new AbortController()
  const answered = desk.ask({ ...request, editor: link.editor.name }, signal)
  const { path, after, tab } = shown
  link
    .openDiff({ path, after, tab, signal: settled.signal })
    .then(decided => answerOf(decided, shown, asking.config.prompt.promptLanguage))
    .then(answer => {
      if (answer && !settled.signal.aborted) desk.answer(request.id, answer)
    })
    .catch((error: unknown) => asking.config.runtime.log?.(`the editor did not decide: ${String(error)}`))
  try {
    return await answered
  } finally {
    settled.abort()
    link.closeDiff(tab)
  }
}

/** Plugins know a diff of this convention, and leave it out of what is selected, by how its name begins. */
const tabFor = (path: string, id: string): string =>
  `✻ [Claude Code] ${escapeLine(basename(path), 80)} (${id.slice(0, 6)}) ⧉`

type Decided = Awaited<ReturnType<NonNullable<ReturnType<Asking['session']['editor']['link']>>['openDiff']>>

/** Only that it was accepted or rejected counts, and the text of the file: what else the editor says is nobody's word. */
const answerOf = (
  decided: Decided,
  shown: Shown,
  language: PromptLanguage | undefined,
): PermissionAnswer | undefined => {
  if (decided.kind === 'none') return undefined
  if (decided.kind === 'rejected') return DECLINED
  const { tool, input, text, after } = shown
  const wanted = decided.text ?? after
  if (wanted.length > MOST_CHARS) return undefined
  if (isSameText(wanted, after)) return { behavior: 'allow' }
  // Everything was undone.
  if (isSameText(wanted, text)) return DECLINED
  return {
    behavior: 'allow',
    updatedInput: tool.toLeave?.(input, { text, after: wanted }),
    told: forModel(says('changed', { changes: changesIn(after, wanted) }), language),
  }
}
