import { applyPatch } from 'diff'
import { unifiedDiff } from '../../features/permissions/request/unified-diff.ts'
import { type PatchHunk, patchOf } from '../../features/tools/patch.ts'
import { forModel, modelTexts } from '../../protocol/messages/model-texts.ts'
import { callText } from '../../protocol/messages/permissions/calls.ts'
import type { AcceptedHunk, PermissionAnswer, PermissionRequest } from '../../protocol/permission.ts'
import { type Asking, changeShown, changesIn, DECLINED } from './change-shown.ts'

const says = modelTexts('hunks', {
  partly: {
    en: 'The person accepted only part of this change. What was written, compared with what you proposed:\n{changes}',
    zh: '用户只接受了这次修改的一部分。实际写入的内容与你提议的相比：\n{changes}',
  },
})

const NOT_THIS: PermissionAnswer = { behavior: 'deny', message: callText('file_changed').text }

type Yes = Extract<PermissionAnswer, { behavior: 'allow' }>

/**
 * A yes to some hunks of the change that was shown, or to others in their place: as the input that leaves the file so.
 * Where the change is not any more the one that was shown it is a yes to nothing.
 */
export const takeHunks = async (
  asking: Asking,
  request: PermissionRequest,
  { hunks: accepted = [], ...answer }: Yes,
): Promise<PermissionAnswer> => {
  const shown = await changeShown(asking, request)
  if (!shown) return NOT_THIS
  const { tool, input, text, after } = shown
  const hunks = patchOf(text, after)
  if (unifiedDiff(hunks).text !== request.details?.diff?.text) return NOT_THIS
  const wanted = applyPatch(text, { ...FILE, hunks: acceptedOf(hunks, accepted) })
  if (wanted === after) return answer
  if (wanted === false || wanted === text) return DECLINED
  const changes = changesIn(after, wanted)
  return {
    ...answer,
    updatedInput: tool.toLeave?.(input, { text, after: wanted }),
    told: forModel(says('partly', { changes }), asking.config.prompt.promptLanguage),
  }
}

const FILE = { oldFileName: undefined, newFileName: undefined, oldHeader: undefined, newHeader: undefined }

const acceptedOf = (hunks: readonly PatchHunk[], accepted: readonly AcceptedHunk[]) =>
  hunks.flatMap((hunk, at) => {
    const choice = accepted.find(each => each.at === at)
    return choice ? [asWanted(hunk, choice.text)] : []
  })

/** With other lines where the change has its own. */
const asWanted = (hunk: PatchHunk, text: string | undefined) => {
  if (text === undefined) return { ...hunk, lines: [...hunk.lines] }
  const old = hunk.lines.filter(line => line[0] !== '+')
  const now = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  const lines = [
    ...old.map(line => (line[0] === ' ' ? `-${line.slice(1)}` : line)),
    ...now.map(line => `+${line}`),
    // At the end of a file without a line end there is none afterwards.
    ...(now.length > 0 && hunk.lines.at(-1)?.startsWith('\\') ? ['\\ No newline at end of file'] : []),
  ]
  return { ...hunk, newLines: now.length, lines }
}
