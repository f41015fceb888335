import { verbatim } from '../../protocol/messages/layout.ts'
import type { LocalizedText } from '../../protocol/messages/localized-text.ts'
import { sentence } from '../../protocol/messages/permissions/allow-list.ts'
import { callText } from '../../protocol/messages/permissions/calls.ts'
import type { Decision } from '../../protocol/permission.ts'

export const changed = (what: LocalizedText): LocalizedText => callText('changed', { what: sentence(what) })

/** What is asked now and was not asked about before: another reason, or a link that leads elsewhere. */
export const changeBetween = (before: Decision, now: Decision): LocalizedText | undefined => {
  if (now.verdict !== 'ask') return undefined
  if (now.because.text !== before.because.text) return now.because.localized
  const known = new Set(before.leads)
  const fresh = now.leads?.find(lead => !known.has(lead))
  if (fresh !== undefined) return verbatim(fresh)
  return known.size === (now.leads?.length ?? 0) ? undefined : callText('link_gone')
}
