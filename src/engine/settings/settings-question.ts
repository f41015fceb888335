import { questionText } from '../../protocol/messages/permissions/questions.ts'
import { askedBecause, because, type PermissionRequest, titled } from '../../protocol/permission.ts'
import type { LooseChange } from './loose-change.ts'

/** There is no call behind it: the name tells front ends and hosts what it is about. */
export const settingsQuestion = (
  { names, files, loosens }: LooseChange,
  newId: () => string,
): PermissionRequest => {
  return {
    id: newId(),
    toolName: 'ConfigChange',
    toolUseId: newId(),
    needs: 'settings',
    input: { files, changes: loosens },
    decision: {
      verdict: 'ask',
      because: because(
        'safetyCheck',
        questionText('with_list', { why: questionText('settings'), list: loosens.join('; ') }),
      ),
      offer: [],
      readOnly: false,
    },
    details: {
      ...titled(questionText('settings_title', { files: names })),
      ...askedBecause(questionText('settings_yours')),
      subject: { text: loosens.join('\n'), risky: [] },
      saves: [],
    },
  }
}
