import { pluginFileText } from '../../../protocol/messages/host/plugin-files.ts'
import type { LocalizedText } from '../../../protocol/messages/localized-text.ts'
import { expectedText } from './complaint.ts'

/** Why git must not be given this address; it would run a program, or send what is secret in the open. */
export const refuseGitUrl = (url: string): LocalizedText | undefined => {
  if (/^https:\/\/[^\s]+$/.test(url) || /^ssh:\/\/[A-Za-z0-9][^\s]*$/.test(url)) return undefined
  if (/^file:\/\/\/[^\s]*$/.test(url)) return undefined
  if (/^[A-Za-z0-9_.][\w.-]*@[A-Za-z0-9][\w.-]*:[^\s:][^\s]*$/.test(url)) return undefined
  return expectedText(pluginFileText('git_address'))
}

export const refuseRef = (ref: string): LocalizedText | undefined =>
  /^[A-Za-z0-9][\w./+@-]*$/.test(ref) && !ref.includes('..') && !ref.includes('@{')
    ? undefined
    : expectedText(pluginFileText('ref'))
