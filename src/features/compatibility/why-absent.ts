import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { SETTINGS } from './surfaces/settings.ts'

/** Why a setting of another program does nothing here, and what to use instead; undefined: nobody knows it. */
export const whySettingAbsent = (key: string): LocalizedText | undefined => {
  const path = key.split('.')
  for (let length = path.length; length > 0; length--) {
    const verdict = SETTINGS[path.slice(0, length).join('.')]
    if (verdict?.verdict === 'absent') return verdict.text
  }
  return undefined
}
