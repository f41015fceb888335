import { basename } from 'node:path'
import { unifiedDiff } from '../../features/permissions/request/unified-diff.ts'
import { patchOf } from '../../features/tools/patch.ts'
import { escapeLine } from '../../lib/escape-text.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PermissionAnswer, PermissionRequest } from '../../protocol/permission.ts'
import { type Tool, ToolError } from '../../protocol/tool.ts'
import type { PromptLanguage } from '../../protocol/tools/both-languages.ts'
import type { ThreadParts } from '../thread.ts'
import { readNow } from './request-details.ts'

const says = modelTexts('editor_answers', {
  changed: {
    en: 'The person changed this in their editor before they accepted it. What was written, compared with what you proposed:\n{changes}',
    zh: '用户在编辑器中修改后才接受。实际写入的内容与你提议的相比：\n{changes}',
  },
  cut: { en: '{head}\n… read the file for the rest', zh: '{head}\n… 其余请读取该文件' },
})

type Asking = Pick<ThreadParts, 'session' | 'tools' | 'ports'> & {
  readonly config: Pick<ThreadParts['config'], 'runtime' | 'prompt' | 'fileEncoding'>
}

/** A change as it can be shown and answered in an editor. */
interface Shown {
  readonly tool: Tool
  readonly input: unknown
  readonly path: string
  /** What the file holds now, and what the call would make of it. */
  readonly text: string
  readonly after: string
  readonly tab: string
}

/** No file that is shown is longer. */
const MOST_CHARS = 1024 * 1024
/** Of what the person changed, for the model. */
const MOST_TOLD = 4_000

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
  const shown = await changeShown(asking, request)
  if (!link?.editor || !shown) return await desk.ask(request, signal)
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

const changeShown = async (
  { tools, config, ports }: Asking,
  { toolName, input, toolUseId, details }: PermissionRequest,
): Promise<Shown | undefined> => {
  const tool = await tools().load(toolName)
  const path = details?.diff?.path
  const parsed = tool?.input.safeParse(input)
  if (!tool?.preview || !tool.toLeave || path === undefined || !parsed?.success) return undefined
  const now = readNow(path, { config, ports })
  if (now.kind === 'other') return undefined
  const text = now.kind === 'text' ? now.text : ''
  try {
    const file = { path, callId: toolUseId, ...(now.kind === 'text' ? { text } : {}) }
    const after = tool.preview(parsed.data, file)
    return { tool, input: parsed.data, path, text, after, tab: tabFor(path, config.runtime.newId()) }
  } catch (error) {
    // It would fail whatever the answer is, and the tool itself says why.
    if (error instanceof ToolError) return undefined
    throw error
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
  if (isSame(wanted, after)) return { behavior: 'allow' }
  // Everything was undone.
  if (isSame(wanted, text)) return DECLINED
  return {
    behavior: 'allow',
    updatedInput: tool.toLeave?.(input, { text, after: wanted }),
    told: forModel(says('changed', { changes: changesIn(after, wanted) }), language),
  }
}

/** As a no in the terminal without another word. */
const DECLINED: PermissionAnswer = { behavior: 'deny', message: '', interrupt: true }

const changesIn = (proposed: string, written: string): Text => {
  const { text, cut } = unifiedDiff(patchOf(lines(proposed), lines(written)))
  return cut || text.length > MOST_TOLD ? says('cut', { head: text.slice(0, MOST_TOLD) }) : text
}

const lines = (text: string): string => text.replaceAll('\r\n', '\n')

/** Editors have line ends of their own. */
const isSame = (a: string, b: string): boolean => lines(a) === lines(b)
