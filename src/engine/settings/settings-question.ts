import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { settingsText } from '../../protocol/messages/settings-changes.ts'
import type { PermissionRequest } from '../../protocol/permission.ts'

/** Settings that changed while the session runs and permit more than before. */
export interface LooseChange {
  /** The files, fit for a message. */
  readonly names: string
  readonly files: readonly string[]
  /** In words, one by one. */
  readonly loosens: readonly string[]
}

export const changesToAskAbout = (loosens: readonly string[]): LocalizedText =>
  settingsText('loosen', { changes: loosens.join('; ') })

/** There is no call behind it: the name tells front ends and hosts what it is about. */
export const settingsQuestion = (
  { names, files, loosens }: LooseChange,
  newId: () => string,
): PermissionRequest => {
  const why = 'Settings changed during this session, and they allow more than before.'
  return {
    id: newId(),
    toolName: 'ConfigChange',
    toolUseId: newId(),
    needs: 'settings',
    input: { files, changes: loosens },
    decision: {
      verdict: 'ask',
      because: { type: 'safetyCheck', text: `${why} ${loosens.join('; ')}` },
      offer: [],
      readOnly: false,
    },
    details: {
      title: `Use the changed settings in ${names}`,
      why: `${why} Did you make this change?`,
      subject: { text: loosens.join('\n'), risky: [] },
      saves: [],
    },
  }
}
