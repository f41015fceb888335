import { unifiedDiff } from '../../features/permissions/request/unified-diff.ts'
import { patchOf } from '../../features/tools/patch.ts'
import type { Text } from '../../protocol/messages/localized-text.ts'
import { modelTexts } from '../../protocol/messages/model-texts.ts'
import type { PermissionAnswer, PermissionRequest } from '../../protocol/permission.ts'
import { type Tool, ToolError } from '../../protocol/tool.ts'
import type { ThreadParts } from '../thread.ts'
import { readNow } from './request-details.ts'

const says = modelTexts('change_shown', {
  cut: { en: '{head}\n… read the file for the rest', zh: '{head}\n… 其余请读取该文件' },
})

export type Asking = Pick<ThreadParts, 'session' | 'tools' | 'ports'> & {
  readonly config: Pick<ThreadParts['config'], 'runtime' | 'prompt' | 'fileEncoding'>
}

/** A change that a person is asked about, as it can be answered with another one. */
export interface ShownChange {
  readonly tool: Tool
  readonly input: unknown
  readonly path: string
  /** What the file holds now, and what the call would make of it. */
  readonly text: string
  readonly after: string
}

/** Of what the person changed, for the model. */
const MOST_TOLD = 4_000

/** As a no in the terminal without another word. */
export const DECLINED: PermissionAnswer = { behavior: 'deny', message: '', interrupt: true }

/** `undefined` where it cannot be: the tool has no preview, or would fail. */
export const changeShown = async (
  { tools, config, ports }: Asking,
  { toolName, input, toolUseId, details }: PermissionRequest,
): Promise<ShownChange | undefined> => {
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
    return { tool, input: parsed.data, path, text, after }
  } catch (error) {
    // It would fail whatever the answer is, and the tool itself says why.
    if (error instanceof ToolError) return undefined
    throw error
  }
}

/** What was written otherwise than it was proposed. */
export const changesIn = (proposed: string, written: string): Text => {
  const { text, cut } = unifiedDiff(patchOf(lines(proposed), lines(written)))
  return cut || text.length > MOST_TOLD ? says('cut', { head: text.slice(0, MOST_TOLD) }) : text
}

/** Editors have line ends of their own. */
const lines = (text: string): string => text.replaceAll('\r\n', '\n')

export const isSameText = (a: string, b: string): boolean => lines(a) === lines(b)
