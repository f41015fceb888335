import { area } from '../area.ts'
import type { LocalizedText } from '../localized-text.ts'

/** Why a command asks that no rule covers. Apart from the other reasons, because front ends shorten them. */
export const allowListText = area('allow_list', {
  not_listed: {
    en: '"{command}" may change things and isn\'t on the allow list',
    zh: '"{command}" 可能会做修改，且不在允许列表中',
  },
  not_listed_because: {
    en: '"{command}" may change things and isn\'t on the allow list: {why}',
    zh: '"{command}" 可能会做修改，且不在允许列表中（{why}）',
  },
  not_read_only: { en: "{program} isn't known to be read-only", zh: '{program} 不在只读命令之列' },
  sentence: { en: '{text}.', zh: '{text}。' },
})

/** As a sentence of its own; what ends like one stays as it is. */
export const sentence = (text: LocalizedText): LocalizedText =>
  /[.!?]$/.test(text.text) ? text : allowListText('sentence', { text })

/** The reason as a question shows it: that a command isn't known to be read-only is what "may change things" says. */
export const shortReason = (reason: LocalizedText): LocalizedText => {
  const inner = reason.id === 'allow_list.sentence' ? reason.values?.['text'] : reason
  const { command, why } =
    isText(inner) && inner.id === 'allow_list.not_listed_because' ? (inner.values ?? {}) : {}
  return typeof command === 'string' && isText(why) && why.id === 'allow_list.not_read_only'
    ? allowListText('not_listed', { command })
    : reason
}

const isText = (value: unknown): value is LocalizedText =>
  typeof value === 'object' && value !== null && 'id' in value
