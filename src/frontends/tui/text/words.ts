import { inEnglish, type Text } from '../../../protocol/messages/localized-text.ts'
import { chatEn } from './en/chat.ts'
import { dialogsEn } from './en/dialogs.ts'
import { panelsEn } from './en/panels.ts'
import { promptEn } from './en/prompt.ts'
import { statusEn } from './en/status.ts'
import { transcriptEn } from './en/transcript.ts'

/** A reason may end in advice that only a model can follow. */
const FOR_THE_MODEL = /\. Put what you would do into the plan file .+ when the plan is ready(?=\.?$)/

const english = {
  /** What somebody else than the terminal says, in the language of the screen. */
  localize: (text: Text): string => inEnglish(text).replace(FOR_THE_MODEL, ''),
  chat: chatEn,
  prompt: promptEn,
  status: statusEn,
  transcript: transcriptEn,
  dialogs: dialogsEn,
  panels: panelsEn,
}

/** All words of the terminal in one language. A value is a text, or a function from its facts to a text. */
export type Words = typeof english

export type UiLanguage = 'en' | 'zh'

/** Chinese is loaded only when it is wanted. */
export const loadWords = async (language: UiLanguage): Promise<Words> => {
  if (language === 'en') return english
  const [{ inChinese }, chat, prompt, status, transcript, dialogs, panels] = await Promise.all([
    import('../../../protocol/messages/chinese.ts'),
    import('./zh/chat.ts'),
    import('./zh/prompt.ts'),
    import('./zh/status.ts'),
    import('./zh/transcript.ts'),
    import('./zh/dialogs.ts'),
    import('./zh/panels.ts'),
  ])
  return {
    localize: inChinese,
    chat: chat.chatZh,
    prompt: prompt.promptZh,
    status: status.statusZh,
    transcript: transcript.transcriptZh,
    dialogs: dialogs.dialogsZh,
    panels: panels.panelsZh,
  }
}
